import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aRegistration, aUser } from "#tests/support/builders.ts";

const SLOW_MS = 120_000;

/** Whoever has one IPv6 connection has 2^64 addresses, and often 65,536 networks of that size. */
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ perNetwork: { registrations: 5 } });
});
afterAll(() => app.stop());

function post(url: string, payload: object, remoteAddress: string) {
  return app.server.inject({ method: "POST", url, payload, remoteAddress });
}

test("addresses of one network are one when passwords of one person are tried", async () => {
  const { user } = await aUser(app);
  const statuses = [];
  for (let at = 0; at < 14; at += 1) {
    const payload = { username: user.username, password: "not that one" };
    statuses.push((await post("/api/login", payload, `2001:db8:1:2:${at + 1}::${at + 7}`)).statusCode);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
});

test(
  "addresses of one network are one when one password is tried on many people",
  async () => {
    const answers = await Promise.all(
      Array.from({ length: 104 }, (_, at) => {
        const payload = { username: `person-number-${at}`, password: "not that one" };
        return post("/api/login", payload, `2001:db8:1:3::${(at + 1).toString(16)}`);
      }),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(100);
    expect((await post("/api/login", { username: "x-y-z", password: "no" }, "2001:db8:1:4::1")).statusCode).toBe(401);
  },
  SLOW_MS,
);

test("neither do they register people, nor ask for mails and challenges, without end", async () => {
  const made = [];
  for (let at = 0; at < 7; at += 1)
    made.push((await post("/api/register", aRegistration(), `2001:db8:2:2::${at + 1}`)).statusCode);
  expect(made).toEqual([201, 201, 201, 201, 201, 429, 429]);
  const mails = [];
  for (let at = 0; at < 7; at += 1)
    mails.push(
      (await post("/api/reset-password-request", { email: "a@example.org" }, `2001:db8:2:3::${at}`)).statusCode,
    );
  expect(mails).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

test("an IPv4 address is the same when it comes as an IPv6 one", async () => {
  const { user } = await aUser(app);
  const payload = { username: user.username, password: "not that one" };
  const statuses = [];
  for (let at = 0; at < 12; at += 1)
    statuses.push((await post("/api/login", payload, at % 2 ? "192.0.2.7" : "::ffff:192.0.2.7")).statusCode);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
});
