import { afterEach, describe, expect, test, vi } from "vitest";
import { REQUEST_ID_PATTERN } from "#schemas/logs.ts";
import { pathOf } from "./call.ts";
import { HttpError, sentenceOf } from "./http-error.ts";
import { type Link, request, requestJson } from "./request.ts";

interface Sent {
  url: string;
  init: RequestInit;
}

/** A link that answers with the given responses in turn and keeps what was sent. */
function aLink(...responses: readonly Response[]): Link & { sent: Sent[] } {
  const queue = [...responses];
  const sent: Sent[] = [];
  return {
    sent,
    nowMs: () => 42,
    fetch: (url, init) => {
      sent.push({ url, init });
      const next = queue.shift();
      return next === undefined ? Promise.reject(new TypeError("no network")) : Promise.resolve(next);
    },
  };
}

afterEach(() => vi.unstubAllGlobals());

const unauthorized = () => new Response('{"message":"Please sign in first."}', { status: 401 });

describe("request", () => {
  test("sends credentials past the cache, asks for JSON and appends the time", async () => {
    const link = aLink(new Response("{}"));
    await request("/api/x?a=1", { method: "POST", body: { b: 2 } }, link);
    expect(link.sent[0]?.url).toBe("/api/x?a=1&_t=42");
    expect(link.sent[0]?.init).toMatchObject({
      method: "POST",
      credentials: "include",
      cache: "no-store",
      body: '{"b":2}',
      headers: { Accept: "application/json", "Content-Type": "application/json" },
    });
  });

  test("names each call, so that what the service writes down of it can be found", async () => {
    const link = aLink(new Response("{}"), new Response("{}"));
    await request("/api/x", {}, link);
    await request("/api/x", {}, link);
    const names = link.sent.map(({ init }) => new Headers(init.headers).get("x-request-id"));
    for (const name of names) expect(name).toMatch(REQUEST_ID_PATTERN);
    expect(new Set(names).size).toBe(2);
  });

  test("knows by what name support finds a failure of the service's", async () => {
    const body = JSON.stringify({ code: "not-ready", message: "Later.", facts: {}, errorId: "9f86d081884c" });
    const failed = await request("/api/x", {}, aLink(new Response(body, { status: 503 }))).catch((error) => error);
    expect(failed).toMatchObject({ errorId: "9f86d081884c" });
    expect(new HttpError(404, "", "{}").errorId).toBeNull();
  });

  test("sends bytes as they are, with a header of their own, to the end of the page", async () => {
    const link = aLink(new Response("{}"));
    const body = new Uint8Array([1, 2, 3]);
    await request("/api/x", { method: "PUT", body, headers: { "x-hand-over": "key" }, isLast: true }, link);
    expect(link.sent[0]?.init).toMatchObject({
      keepalive: true,
      headers: { "Content-Type": "application/octet-stream", "x-hand-over": "key" },
    });
    expect(link.sent[0]?.init.body).toBe(body);
  });

  test.each([
    ["visible", {}, 0],
    ["visible", { isLast: true }, 1],
    ["hidden", {}, 1],
  ] as const)("in a page that is %s, asked as %j, %i have begun before the next task", async (seen, options, begun) => {
    const fetch = vi.fn(() => Promise.resolve(new Response("{}")));
    vi.stubGlobal("fetch", fetch);
    vi.stubGlobal("document", { visibilityState: seen });
    const answered = request("/api/x", options);
    expect(fetch).toHaveBeenCalledTimes(begun);
    await answered;
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("raises a refusal as status, colon, space, body", async () => {
    const link = aLink(new Response("no such thing", { status: 404, statusText: "Not Found" }));
    await expect(request("/api/x", {}, link)).rejects.toThrow("404: no such thing");
  });

  test("uses the status text when the body is empty", async () => {
    const link = aLink(new Response("", { status: 502, statusText: "Bad Gateway" }));
    await expect(request("/api/x", {}, link)).rejects.toThrow("502: Bad Gateway");
  });
});

describe("an answer", () => {
  test("that says something by a code is handed on once there are words for it, any other at once", async () => {
    const words = Promise.withResolvers<Response>();
    vi.stubGlobal("fetch", () => words.promise);
    const stored = { reason: JSON.stringify({ code: "reason.late", facts: {} }) };
    const told = { refusals: [{ code: "memo-too-long", message: "Too long." }] };
    const handed: unknown[] = [];
    const asking = [stored, told, { assetCode: "XLM" }].map(async (answer) => {
      handed.push(await requestJson("/api/x", {}, "throw", aLink(Response.json(answer))));
    });
    await vi.waitFor(() => expect(handed).toHaveLength(1), { timeout: 20_000 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(handed).toEqual([{ assetCode: "XLM" }]);

    words.resolve(Response.json({}));
    await Promise.all(asking);
    expect(handed).toHaveLength(3);
  });
});

describe("a 401", () => {
  test("throws, or yields null where so configured", async () => {
    await expect(requestJson("/api/user", {}, "throw", aLink(unauthorized()))).rejects.toBeInstanceOf(HttpError);
    expect(await requestJson("/api/user", {}, "return-null", aLink(unauthorized()))).toBeNull();
  });

  test("on a wallet path refreshes the session and tries once more", async () => {
    const link = aLink(unauthorized(), new Response("{}"), new Response('{"ok":true}'));
    expect(await requestJson("/api/wallet", {}, "throw", link)).toEqual({ ok: true });
    expect(link.sent.map(({ url }) => url)).toEqual(["/api/wallet?_t=42", "/api/user?_t=42", "/api/wallet?_t=42"]);
  });

  test("on a wallet path is tried no third time", async () => {
    const link = aLink(unauthorized(), new Response("{}"), unauthorized());
    await expect(requestJson("/api/wallet", {}, "throw", link)).rejects.toThrow(/^401: /);
    expect(link.sent).toHaveLength(3);
  });

  test("on a wallet path ends when the session cannot be refreshed", async () => {
    const link = aLink(unauthorized(), unauthorized());
    expect(await requestJson("/api/wallet/send", {}, "return-null", link)).toBeNull();
    expect(link.sent).toHaveLength(2);
  });
});

describe("errors", () => {
  test("carry the server's sentence, code and issues", () => {
    const error = new HttpError(
      400,
      "Bad Request",
      '{"message":"No.","code":"input-invalid","issues":[{"path":"to","message":"Who?"}]}',
    );
    expect(error).toMatchObject({ sentence: "No.", code: "input-invalid", issues: { to: "Who?" } });
    expect(sentenceOf(error, "fallback")).toBe("No.");
    expect(sentenceOf(new TypeError("x"), "fallback")).toBe("fallback");
  });
});

test("paths are filled and escaped", () => {
  expect(pathOf("/api/pages/:pageKey", { pageKey: "a b" }, { q: "x&y", none: undefined })).toBe(
    "/api/pages/a%20b?q=x%26y",
  );
});
