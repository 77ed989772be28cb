import { request } from "node:http";
import { MongoNetworkError, MongoServerError } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "#tests/support/app.ts";
import { startBuiltApp } from "#tests/support/built-app.ts";
import { aRegistration } from "#tests/support/builders.ts";

let app: TestApp;
let end: () => Promise<void>;
const LARGE = "x".repeat(200_000);

beforeAll(async () => {
  ({ app, end } = await startBuiltApp());
});
afterAll(() => end());

function postRaw(payload: string, headers: Record<string, string> = { "content-type": "application/json" }) {
  return app.server.inject({ method: "POST", url: "/api/login", payload, headers });
}

describe("bad input", () => {
  test.each([
    ["{", 400, "body-malformed"],
    ['{"__proto__": {"isAdmin": true}}', 400, "body-malformed"],
    ["[]", 400, "input-invalid"],
    ["null", 400, "input-invalid"],
    ["", 400, "input-invalid"],
    [JSON.stringify({ username: LARGE, password: "x" }), 413, "body-too-large"],
  ])("a body that begins %.20s is answered with %i %s", async (payload, status, code) => {
    const response = await postRaw(payload);
    expect(response.statusCode).toBe(status);
    expect(response.json().code).toBe(code);
    expect(response.json().message).toMatch(/^[A-Z].+[.]$|^[A-Z]/);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "%s is no JSON",
    async (type) => {
      const response = await postRaw('{"username":"a","password":"b"}', { "content-type": type });
      expect(response.statusCode).toBe(415);
      expect(response.json().code).toBe("media-type-unsupported");
    },
  );

  test("an unknown address under /api is a JSON 404, for browsers too", async () => {
    const response = await app.server.inject({ url: "/api/nothing", headers: { accept: "text/html" } });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({
      message: "There is nothing at this address.",
      code: "not-found",
      facts: {},
    });
  });

  test.each(["/api/%E0%A4%A", "/%", "/api/wallet/submissions/%ff"])(
    "an address that cannot be decoded is a 404 in our words: %s",
    async (url) => {
      const response = await app.server.inject({ url });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual({
        message: "There is nothing at this address.",
        code: "not-found",
        facts: {},
      });
    },
  );

  test("an address that cannot be decoded has the headers of every answer", async () => {
    const { headers } = await app.server.inject({ url: "/%" });
    expect(headers).toMatchObject({
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(headers["strict-transport-security"]).toContain("max-age");
  });

  test("TRACE gives nothing back of what it was sent", async () => {
    const url = await app.listen();
    const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const headers = { cookie: "a=secret-cookie", "x-told": "secret-header" };
      request(`${url}/api/user`, { method: "TRACE", headers }, async (response) => {
        const parts: string[] = [];
        for await (const part of response) parts.push(String(part));
        resolve({ status: response.statusCode, text: `${JSON.stringify(response.headers)}${parts.join("")}` });
      })
        .once("error", reject)
        .end();
    });
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain("secret");
  });

  test("a failure of ours is told by an error id, without its reason", async () => {
    const { database } = app;
    const { collection } = database;
    const failing = (name: string) => {
      if (name === "content_media") throw new Error("the reason, with a secret");
      return collection(name);
    };
    Object.assign(database, { collection: failing });
    const response = await app.server.inject({ url: `/api/media/${"0".repeat(32)}` });
    Object.assign(database, { collection });
    expect(response.statusCode).toBe(500);
    expect(response.json().code).toBe("server-error");
    expect(response.json().message).toMatch(/tell support this code: [0-9a-f]{12}\.$/);
    expect(response.body).not.toContain("reason");
  });

  test("a transaction that others never let through is told as a server that is not ready, and wrote nothing", async () => {
    const { database } = app;
    const { transaction } = database;
    const conflict = new MongoServerError({ message: "Write conflict", code: 112 });
    conflict.addErrorLabel("TransientTransactionError");
    Object.assign(database, { transaction: () => Promise.reject(conflict) });
    const response = await app.server.inject({ method: "POST", url: "/api/register", payload: aRegistration() });
    Object.assign(database, { transaction });
    expect(response.statusCode).toBe(503);
    expect(response.json().code).toBe("not-ready");
    expect(response.body).not.toContain("conflict");
  });

  test("a database that goes away during a call is told as that, with no inner word", async () => {
    const { database } = app;
    const { collection } = database;
    const failing = (name: string) => {
      if (name === "content_media") throw new MongoNetworkError("read ECONNRESET");
      return collection(name);
    };
    Object.assign(database, { collection: failing });
    const response = await app.server.inject({ url: `/api/media/${"0".repeat(32)}` });
    Object.assign(database, { collection });
    expect([response.statusCode, response.json().code]).toEqual([503, "not-ready"]);
    expect(response.body).not.toContain("ECONNRESET");
  });

  test("a database that is away makes the server unready", async () => {
    const { database } = app;
    const { ping } = database;
    Object.assign(database, { ping: () => Promise.reject(new Error("away")) });
    const response = await app.server.inject({ url: "/readyz" });
    Object.assign(database, { ping });
    expect(response.statusCode).toBe(503);
    expect(response.json().code).toBe("not-ready");
  });
});

test("in production the cookies are Secure", async () => {
  const response = await app.server.inject({ method: "POST", url: "/api/register", payload: aRegistration() });
  const cookies = response.cookies.toSorted((one, other) => one.name.localeCompare(other.name));
  expect(cookies).toMatchObject([
    { name: "__Host-astrolabe.device", secure: true, path: "/" },
    { name: "connect.sid", secure: true, path: "/" },
  ]);
  for (const { domain } of cookies) expect(domain).toBeUndefined();
});

test("X-Forwarded-For of a stranger is not believed", async () => {
  const payload = aRegistration();
  await app.server.inject({ method: "POST", url: "/api/register", payload, headers: { "x-forwarded-for": "6.6.6.6" } });
  const user = await app.database.collection("users").findOne({ email: payload.email });
  const visit = await app.database.collection("access_history").findOne({ userId: user?.["id"] });
  expect(visit?.["ipAddress"]).toBe("127.0.0.1");
});
