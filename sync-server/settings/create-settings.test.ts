import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aRegistration } from "#tests/support/builders.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test.each([
  ["pt-BR,pt;q=0.9,en;q=0.8", "pt"],
  ["tlh, *;q=0.1", "en"],
  [undefined, "en"],
])("whose browser asks for %s is written to in %s, and has not chosen yet", async (header, language) => {
  const headers = header === undefined ? {} : { "accept-language": header };
  const answer = await app.server.inject({ method: "POST", url: "/api/register", payload: aRegistration(), headers });
  expect(answer.statusCode).toBe(201);
  const settings = await app.database.collection("settings").findOne({ userId: answer.json().id });
  expect(settings).toMatchObject({ language, editedAt: {} });
});
