import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

function setTheme(payload: object, cookie: string) {
  return app.server.inject({ method: "POST", url: "/api/theme", payload, headers: { cookie } });
}

test("the theme is remembered as an edit that devices receive, stamped with its time", async () => {
  const { user, cookie } = await aUser(app);
  const settings = () => app.database.collection("settings").findOne({ userId: user.id });
  const before = await settings();
  expect((await setTheme({ appearance: "dark" }, cookie)).json()).toEqual({ appearance: "dark" });
  const after = await settings();
  expect(after).toMatchObject({ theme: "dark", language: "en", deleted: false });
  expect(after?.["editedAt"].theme).toBeGreaterThan(0);
  expect(after?.["revision"]).toBeGreaterThan(before?.["revision"]);
  await setTheme({ appearance: "dark" }, cookie);
  expect((await settings())?.["revision"]).toBe(after?.["revision"]);
});

test.each([{ appearance: "blue" }, { appearance: { $ne: null } }, {}])("refuses %j", async (payload) => {
  const { cookie } = await aUser(app);
  expect((await setTheme(payload, cookie)).json().code).toBe("input-invalid");
});
