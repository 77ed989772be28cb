import { afterAll, beforeAll, expect, test } from "vitest";
import { AT_ONCE, passwordTurns } from "#server/users/passwords.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aRegistration, anAdmin } from "#tests/support/builders.ts";

/** Somebody lets a script register people, to keep everybody else out or to use the house's money up. */
let app: TestApp;
const BUDGET = 300;
const FLOOD = 140;
const SLOW_MS = 240_000;

beforeAll(async () => {
  app = await startTestApp({ perNetwork: { registrations: BUDGET } });
});
afterAll(() => app.stop());

function register(remoteAddress: string, fields = {}) {
  const payload = aRegistration(fields);
  return app.server.inject({ method: "POST", url: "/api/register", payload, remoteAddress });
}

test(
  "a flood waits within bounds, and holds up no operator who signs in meanwhile",
  async () => {
    const { user, password } = await anAdmin(app);
    const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
    const places = Array.from({ length: AT_ONCE }, () =>
      passwordTurns.run({ lane: "held", isKnown: true }, () => isOpen),
    );
    let done = 0;
    const flood = Array.from({ length: FLOOD }, async () => {
      const response = await register("203.0.113.9");
      done += 1;
      return response;
    });
    // Each is answered with a refusal, or waits: none is hashed before the places are given back.
    await eventually(() => done + passwordTurns.waiting() === FLOOD, SLOW_MS);
    const refusedAtOnce = done;
    const payload = { username: user.username, password };
    const login = app.server.inject({
      method: "POST",
      url: "/api/admin/login",
      payload,
      remoteAddress: "198.51.100.1",
    });
    await eventually(() => done + passwordTurns.waiting() > FLOOD, SLOW_MS);
    open();
    await Promise.all(places);
    expect((await login).statusCode).toBe(200);
    const doneBefore = done;
    const answers = await Promise.all(flood);
    const refused = answers.filter((answer) => answer.statusCode === 503 && answer.json().code === "busy");
    // The refused are answered at once; of those let in, hardly any went before the operator.
    expect(refused.length).toBe(refusedAtOnce);
    expect(refused.length).toBeGreaterThan(30);
    expect(doneBefore - refused.length).toBeLessThan(40);
    expect(refused[0]?.json()).toMatchObject({ code: "busy" });
    expect(Number(refused[0]?.headers["retry-after"])).toBeGreaterThan(0);
    // Whoever the others' writes never let through within two minutes is told to come again.
    const others = answers.filter(({ statusCode }) => statusCode !== 503 && statusCode !== 201);
    expect(others.map(({ statusCode, body }) => `${statusCode} ${body}`)).toEqual([]);
  },
  SLOW_MS,
);

test("names that are taken, and passwords that are refused, cost nothing of the day", async () => {
  const { username } = aRegistration();
  const from = "203.0.113.20";
  const small = await startTestApp({ perNetwork: { registrations: 2 } });
  try {
    const ask = (fields = {}) =>
      small.server.inject({
        method: "POST",
        url: "/api/register",
        payload: aRegistration(fields),
        remoteAddress: from,
      });
    expect((await ask({ username })).statusCode).toBe(201);
    for (let at = 0; at < 3; at += 1) expect((await ask({ username })).json().code).toBe("username-taken");
    for (let at = 0; at < 3; at += 1) expect((await ask({ password: "password" })).json().code).toBe("password-common");
    expect((await ask()).statusCode).toBe(201);
    const over = await ask();
    expect(over.json().code).toBe("rate-limited");
    small.clock.advance(24 * 3_600_000);
    expect((await ask()).statusCode).toBe(201);
  } finally {
    await small.stop();
  }
});
