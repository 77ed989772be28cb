import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aRegistration, aUser } from "#tests/support/builders.ts";

/** A thief asks which addresses have accounts, where no mail is sent and only the answer can tell a person. */
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => app.stop());

async function register(email: string, from: string): Promise<string> {
  const response = await app.server.inject({
    method: "POST",
    url: "/api/register",
    headers: { "x-forwarded-for": from },
    payload: aRegistration({ email }),
  });
  return response.statusCode === 201 ? "created" : response.json().code;
}

test("from one address only a few are told, and then neither what is taken nor what is free", async () => {
  const { user } = await aUser(app);
  const told: string[] = [];
  for (let round = 0; round < 12; round += 1) told.push(await register(user.email, "203.0.113.7"));
  expect(told.filter((code) => code === "email-taken")).toHaveLength(10);
  expect(told.slice(10)).toEqual(["rate-limited", "rate-limited"]);
  expect(await register(aRegistration().email, "203.0.113.7")).toBe("rate-limited");
  expect(await register(aRegistration().email, "198.51.100.7")).toBe("created");
});
