import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SESSION_COOKIE } from "#schemas/auth.ts";
import type { TestApp } from "#tests/support/app.ts";
import { startBuiltApp } from "#tests/support/built-app.ts";
import { EARLY_SCRIPT, LANDING, LANDING_IN_ARABIC } from "./build.fixture.ts";

let app: TestApp;
let end: () => Promise<void>;

beforeAll(async () => {
  ({ app, end } = await startBuiltApp());
});
afterAll(() => end());

describe("what is at an address", () => {
  test.each([
    ["/dashboard", 200],
    ["/dashboard/?from=mail", 200],
    ["/assets/USD-GABC", 200],
    ["/admin/whatever/there", 200],
    ["/assets/USD-GABC/more", 404],
    ["/ar/about", 200],
    ["/ar/dashboard", 404],
    ["/tlh/about", 404],
    ["/no-such-page", 404],
    ["/dashboardx", 404],
  ])("a browser that visits %s gets the app, with %i", async (url, status) => {
    const response = await app.server.inject({ url, headers: { accept: "text/html" } });
    expect(response.statusCode).toBe(status);
    expect(response.body).toContain("<title>Astrolabe</title>");
  });

  test.each([
    ["/dashboard", "*/*", 200],
    ["/dashboard", undefined, 200],
    ["/no-such-page", "*/*", 404],
    ["/no-such-page", undefined, 404],
  ])("whoever asks for %s without naming a page gets it, too (%s)", async (url, accept, status) => {
    const response = await app.server.inject({ url, headers: accept === undefined ? {} : { accept } });
    expect(response.statusCode).toBe(status);
    expect(response.headers["content-type"]).toContain("text/html");
    expect(response.headers["vary"]).toMatch(/accept(?:,|$)/);
  });

  test.each(["/dashboard", "/no-such-page"])("whoever asks for %s as JSON is told that there is none", async (url) => {
    const response = await app.server.inject({ url, headers: { accept: "application/json" } });
    expect(response.statusCode).toBe(404);
    expect(response.json().code).toBe("not-found");
  });
});

describe("the built app", () => {
  test("any page address gets the one page, never cached, with a policy that allows no inline script but its own", async () => {
    const response = await app.server.inject({ url: "/dashboard?x=1", headers: { accept: "text/html" } });
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toContain("text/html");
    expect(response.headers["cache-control"]).toBe("no-cache");
    const policy = String(response.headers["content-security-policy"]);
    const hashes = [EARLY_SCRIPT, "start()", "begin()"].map((script) =>
      createHash("sha256").update(script).digest("base64"),
    );
    expect(policy).toContain(`script-src 'self' ${hashes.map((hash) => `'sha256-${hash}'`).join(" ")};`);
    const style = createHash("sha256").update("h1{margin:0}").digest("base64");
    expect(policy).toContain(`style-src 'self' 'sha256-${style}';`);
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain("connect-src 'self' wss://wallet.example.org");
    expect(response.headers["strict-transport-security"]).toContain("max-age");
  });

  test("a hashed asset is kept for good and comes compressed; a missing one is no page", async () => {
    const url = "/assets/main-abc123.js";
    const packed = await app.server.inject({ url, headers: { "accept-encoding": "br" } });
    expect(packed.body).toBe("compressed");
    expect(packed.headers["content-encoding"]).toBe("br");
    expect(packed.headers["content-type"]).toContain("javascript");
    expect(packed.headers["cache-control"]).toContain("immutable");
    expect((await app.server.inject({ url })).body).toBe("plain");
    const missing = await app.server.inject({ url: "/assets/old.js", headers: { accept: "text/html,*/*" } });
    expect(missing.statusCode).toBe(404);
    const page = await app.server.inject({ url: "/assets/USDC-GABC", headers: { accept: "text/html" } });
    expect(page.headers["content-type"]).toContain("text/html");
  });

  test("the service worker is asked for anew each time", async () => {
    const response = await app.server.inject({ url: "/sw.js" });
    expect(response.headers["cache-control"]).toBe("no-cache");
  });

  test.each(["/../package.json", "/..%2f..%2fetc%2fpasswd", "/%00"])("%s leads nowhere outside", async (url) => {
    const response = await app.server.inject({ url });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
  });
});

describe("the start page", () => {
  const signedIn = { cookie: `${SESSION_COOKIE}=whatever` };

  test("stands at an address of its own in another language, for guests alone", async () => {
    const response = await app.server.inject({ url: "/ar", headers: { "accept-language": "es" } });
    expect(response.body).toBe(LANDING_IN_ARABIC);
    expect(response.headers["content-language"]).toBe("ar");
    const shown = await app.server.inject({ url: "/ar", headers: signedIn });
    expect(shown.body).toContain(EARLY_SCRIPT);
    expect((await app.server.inject({ url: "/", headers: { "accept-language": "ar" } })).body).toBe(LANDING);
    expect((await app.server.inject({ url: "/es", headers: { accept: "text/html" } })).statusCode).toBe(404);
  });

  test.each(["/", "/ar"])("%s says by whole addresses where it is in which language", async (url) => {
    const { link } = (await app.server.inject({ url })).headers;
    expect(String(link).split(", ")).toEqual([
      '<https://wallet.example.org/>; rel="alternate"; hreflang="en"',
      '<https://wallet.example.org/ar>; rel="alternate"; hreflang="ar"',
      '<https://wallet.example.org/>; rel="alternate"; hreflang="x-default"',
    ]);
  });

  test.each(["/", "/?from=elsewhere"])("%s has its words in it for a guest, whatever else they carry", async (url) => {
    const response = await app.server.inject({ url, headers: { cookie: "other=1" } });
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe(LANDING);
    expect(response.headers["content-type"]).toContain("text/html");
    expect(response.headers["cache-control"]).toBe("no-cache");
    expect(response.headers["vary"]).toMatch(/cookie/i);
    expect(response.headers["content-security-policy"]).toContain("script-src 'self' 'sha256-");
  });

  test.each(["/", "/?from=elsewhere"])("%s has none for whoever shows a session, and is kept nowhere", async (url) => {
    const response = await app.server.inject({ url, headers: signedIn });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain(EARLY_SCRIPT);
    expect(response.headers["cache-control"]).toBe("private, no-store");
    expect(response.headers["vary"]).toMatch(/cookie/i);
  });

  test("HEAD tells the same of it, without a body", async () => {
    for (const headers of [{}, signedIn]) {
      const { headers: told } = await app.server.inject({ url: "/", headers });
      const response = await app.server.inject({ method: "HEAD", url: "/", headers });
      expect(response.statusCode).toBe(200);
      expect(response.body).toBe("");
      for (const name of ["content-length", "cache-control", "etag", "vary"] as const)
        expect(response.headers[name]).toBe(told[name]);
    }
  });

  test("it comes compressed, and not again to whoever has it", async () => {
    const headers = { "accept-encoding": "br" };
    const first = await app.server.inject({ url: "/", headers });
    expect(first.body).toBe("compressed landing");
    expect(first.headers["content-encoding"]).toBe("br");
    expect(first.headers["vary"]).toMatch(/cookie.*accept-encoding/i);
    const known = { ...headers, "if-none-match": String(first.headers["etag"]) };
    expect((await app.server.inject({ url: "/", headers: known })).statusCode).toBe(304);
    const afterwards = await app.server.inject({ url: "/", headers: { ...known, ...signedIn } });
    expect(afterwards.statusCode).toBe(200);
    expect(afterwards.body).toContain(EARLY_SCRIPT);
  });
});
