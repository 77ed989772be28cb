import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";

const PER_USER = 60;
const PER_NETWORK = 40;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    limits: { requestsPerUser: PER_USER, requestsPerNetwork: PER_NETWORK },
    trustedProxies: ["127.0.0.1"],
  });
});
afterAll(() => app.stop());

/** How many of so many calls are answered; each of the others must say when to come again. */
async function flood(count: number, url: string, headers: (at: number) => Record<string, string>): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, at) => app.server.inject({ url, headers: headers(at) })),
  );
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  for (const answer of refused) {
    expect(answer.json().code).toBe("rate-limited");
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  }
  return count - refused.length;
}

test("one network's guests have their minute's worth, however the address is spelled", async () => {
  const from = { "x-forwarded-for": "203.0.113.1" };
  const urls = ["/api/auth-status", "/%61pi/auth-status", "/api/auth-status/", "/api/auth-status?_t=1", "/api/nothing"];
  const answered = await Promise.all(urls.slice(0, 4).map((url) => flood(PER_NETWORK, url, () => from)));
  const sum = answered.reduce((total, count) => total + count, 0);
  expect(sum).toBeGreaterThanOrEqual(PER_NETWORK);
  expect(sum).toBeLessThan(PER_NETWORK + 5);
  expect(await flood(5, "/api/auth-status", () => ({ "x-forwarded-for": "203.0.113.2" }))).toBe(5);
});

test("the addresses of one IPv6 network count together, and cookies of nobody do not help", async () => {
  const answered = await flood(PER_NETWORK * 3, "/api/auth-status", (at) => ({
    "x-forwarded-for": `2001:db8::${at.toString(16)}`,
    cookie: `connect.sid=made-up-${at}`,
  }));
  expect(answered).toBeGreaterThanOrEqual(PER_NETWORK);
  expect(answered).toBeLessThan(PER_NETWORK + 5);
});

test("a person has their own minute's worth, from wherever they ask, and costs nobody else theirs", async () => {
  const thief = await aUser(app);
  const other = await aUser(app);
  const answered = await flood(PER_USER * 3, "/api/user", (at) => ({
    cookie: thief.cookie,
    "x-forwarded-for": `203.0.113.${at}`,
  }));
  expect(answered).toBeGreaterThanOrEqual(PER_USER);
  expect(answered).toBeLessThan(PER_USER + 5);
  expect(await flood(10, "/api/user", () => ({ cookie: other.cookie }))).toBe(10);
});

test("an address of the API written in another way keeps the headers of the API", async () => {
  const response = await app.server.inject({
    url: "/%61pi/auth-status",
    headers: { "x-forwarded-for": "203.0.113.9" },
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers["cache-control"]).toBe("no-store");
});
