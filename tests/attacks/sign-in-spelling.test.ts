import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";

/** A thief tries passwords of one person, and writes the name anew each time, so that no two tries look alike. */
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function guess(url: string, username: string, password = "not that one") {
  const response = await app.server.inject({ method: "POST", url, payload: { username, password } });
  const { code, message } = response.json();
  return { status: response.statusCode, code, message };
}

/** The letters of a name as wide as those of a Japanese keyboard, from the `from`th on. */
function widened(name: string, from: number): string {
  const wide = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0);
  return name.slice(0, from) + Array.from(name.slice(from), wide).join("");
}

test("one person is one budget, however the name is written and by whichever door", async () => {
  const { user } = await aUser(app, { username: "spelled-out-name", email: "spelled@example.org" });
  const spellings = [
    ...Array.from({ length: user.username.length }, (_, at) => widened(user.username, at)),
    user.username.toUpperCase(),
    ` ${user.username} `,
    user.email,
    user.email.toUpperCase(),
    widened(user.email, 3),
  ];
  const answers = [];
  for (const [index, spelling] of spellings.entries())
    answers.push(await guess(index % 2 === 0 ? "/api/login" : "/api/admin/login", spelling));
  const tried = answers.filter(({ status }) => status === 401);
  expect(tried).toHaveLength(10);
  expect(answers.filter(({ code }) => code === "rate-limited")).toHaveLength(spellings.length - 10);
});

test("a name that nobody has is counted and answered like one that somebody has", async () => {
  const nobody = "nobody-of-this-name";
  const { user } = await aUser(app);
  const codesOf = async (name: string) => {
    const answers = [];
    for (let at = 0; at < 12; at += 1) answers.push(await guess("/api/login", widened(name, at)));
    return answers.map(({ status, code }) => `${status} ${code}`);
  };
  expect(await codesOf(nobody)).toEqual(await codesOf(user.username));
});

test("the e-mail address signs in as the name does", async () => {
  const { user, password } = await aUser(app);
  for (const typed of [user.username, user.email, ` ${user.email.toUpperCase()} `]) {
    const response = await app.server.inject({
      method: "POST",
      url: "/api/login",
      payload: { username: typed, password },
    });
    expect(response.statusCode, typed).toBe(200);
    expect(response.json()).toEqual(user);
  }
});
