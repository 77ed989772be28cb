import { afterAll, beforeAll, expect, test } from "vitest";
import { ERRORS } from "#schemas/errors.ts";
import { createLog } from "#server/platform/http/log.ts";
import { cookieOf, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aRegistration } from "#tests/support/builders.ts";

const ADDRESS = "203.0.113.7";
const lines: string[] = [];
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ log: createLog("info", { write: (line) => void lines.push(line) }) });
});
afterAll(() => app.stop());

/** Asks from an address; answers with the line that was logged of it. */
async function logged(method: "GET" | "POST", url: string, request: { payload?: object; cookie?: string } = {}) {
  const before = lines.length;
  const { payload, cookie = "" } = request;
  const response = await app.server.inject({
    method,
    url,
    remoteAddress: ADDRESS,
    headers: { cookie },
    ...(payload && { payload }),
  });
  const told = lines.slice(before).map((line) => JSON.parse(line));
  return { line: told.find(({ msg, path }) => msg === "request" && path === url), cookie: cookieOf(response) };
}

test("each try to sign in is told with its account, its address, and why it failed", async () => {
  const { username, password, ...rest } = aRegistration();
  const registered = await logged("POST", "/api/register", { payload: { username, password, ...rest } });
  const { userId } = registered.line;
  expect(registered.line).toMatchObject({ status: 201, ip: ADDRESS, userId: expect.any(Number) });

  const wrong = await logged("POST", "/api/login", { payload: { username, password: "not the one" } });
  expect(wrong.line).toMatchObject({ status: 401, code: "credentials-wrong", ip: ADDRESS, userId });
  const right = await logged("POST", "/api/login", { payload: { username, password } });
  expect(right.line).toMatchObject({ status: 200, ip: ADDRESS, userId });
  expect(right.line).not.toHaveProperty("code");
  const again = await logged("POST", "/api/confirm-identity", {
    payload: { password: "not the one" },
    cookie: right.cookie,
  });
  expect(again.line).toMatchObject({ code: "password-wrong", userId });
});

test("what was typed in the place of a name is told nowhere", async () => {
  const typed = "my-password-by-mistake";
  const { line } = await logged("POST", "/api/login", { payload: { username: typed, password: "x" } });
  expect(line).toMatchObject({ status: 401, code: "credentials-wrong", ip: ADDRESS });
  expect(line).not.toHaveProperty("userId");
  expect(lines.join("")).not.toContain(typed);
});

test("whoever asks for what is not for them is told, readings too", async () => {
  const { cookie, line: made } = await logged("POST", "/api/register", { payload: aRegistration() });
  const { line } = await logged("GET", "/api/admin/operator-actions", { cookie });
  expect(line).toMatchObject({ status: ERRORS["admin-required"][0], code: "admin-required", userId: made.userId });
});
