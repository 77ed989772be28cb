import { MongoNetworkError } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "#server/platform/http/log.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aRegistration, aUser } from "#tests/support/builders.ts";
import { requestIdOf } from "./request-ids.ts";

let app: TestApp;
const lines: string[] = [];

beforeAll(async () => {
  app = await startTestApp({ log: createLog("info", { write: (line) => void lines.push(line) }) });
});
afterAll(() => app.stop());

/** The lines of the log that belong to a request, each read alone: one that had a break in it could not be. */
function linesOf(requestId: string): Record<string, unknown>[] {
  const read: Record<string, unknown>[] = lines.map((line) => JSON.parse(line));
  return read.filter((line) => line["requestId"] === requestId);
}

/** Has every question for a collection fail while the work lasts. */
async function failing<T>(name: string, error: Error, work: () => Promise<T>): Promise<T> {
  const { collection } = app.database;
  const broken = (asked: string) => {
    if (asked === name) throw error;
    return collection(asked);
  };
  Object.assign(app.database, { collection: broken });
  try {
    return await work();
  } finally {
    Object.assign(app.database, { collection });
  }
}

describe("the name of a request", () => {
  test("is its caller's, in the answer and in the log, with who asked", async () => {
    const { user, cookie } = await aUser(app);
    const requestId = "kL0vQ9tXb1LrW7yN5cHdEg";
    const answer = await app.server.inject({
      method: "POST",
      url: "/api/wallet/send",
      headers: { cookie, "x-request-id": requestId },
      payload: { to: 1 },
    });
    expect(answer.headers["x-request-id"]).toBe(requestId);
    expect(linesOf(requestId)).toMatchObject([{ msg: "request", status: 400, userId: user.id }]);
  });

  test.each<[string, string | string[]]>([
    ["short", "x"],
    ["huge", "x".repeat(4000)],
    ["with a line of its own", 'abcdefgh\n{"level":60,"msg":"forged"}'],
    ["with a quote", 'abcdefgh","level":60,"x":"'],
    ["of other letters", "пользователь-1"],
    ["sent twice", ["abcdefgh1", "abcdefgh2"]],
  ])("that is %s is replaced by one of ours", (_how, named) => {
    const requestId = requestIdOf({ headers: { "x-request-id": named } });
    expect(requestId).toMatch(/^[A-Za-z0-9_-]{16}$/);
  });

  test("is in every answer, and never the same by itself", async () => {
    const urls = ["/api/nothing", "/%", "/api/user", "/readyz"];
    const ids = await Promise.all(urls.map(async (url) => (await app.server.inject({ url })).headers["x-request-id"]));
    expect(new Set(ids).size).toBe(urls.length);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{16}$/);
  });

  test("is on the lines that are written for it further in, though its body came late", async () => {
    const requestId = "a-registration-that-fails";
    const payload = aRegistration();
    const answer = await failing("users", new Error("further in"), () =>
      app.server.inject({ method: "POST", url: "/api/register", payload, headers: { "x-request-id": requestId } }),
    );
    expect(answer.statusCode).toBe(500);
    const [failed, request] = linesOf(requestId);
    const { errorId } = answer.json();
    expect(failed).toMatchObject({ msg: "request failed", errorId });
    expect(request).toMatchObject({ msg: "request", status: 500, errorId });
  });
});

describe("the name of an error", () => {
  test.each([
    ["a failure of ours", new Error("the reason"), 500, "server-error"],
    ["a database that is away", new MongoNetworkError("read ECONNRESET"), 503, "not-ready"],
  ])("of %s is in the answer's body and headers, and in the log", async (_what, error, status, code) => {
    const url = `/api/media/${"0".repeat(32)}`;
    const answer = await failing("content_media", error, () => app.server.inject({ url }));
    const told = answer.json();
    expect([answer.statusCode, told.code]).toEqual([status, code]);
    expect(told.errorId).toMatch(/^[0-9a-f]{12}$/);
    expect(answer.headers["x-error-id"]).toBe(told.errorId);
    if (code === "server-error") expect(told.facts.errorId).toBe(told.errorId);
    const named = linesOf(String(answer.headers["x-request-id"]));
    expect(named.map(({ errorId }) => errorId)).toEqual([told.errorId, told.errorId]);
  });

  test("is none where a person was refused", async () => {
    const answer = await app.server.inject({ method: "POST", url: "/api/login", payload: {} });
    expect(answer.json()).not.toHaveProperty("errorId");
    expect(answer.headers).not.toHaveProperty("x-error-id");
  });
});
