import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MongoNetworkError, MongoServerError } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { SESSION_COOKIE } from "#schemas/auth.ts";
import { aRegistration } from "#tests/support/builders.ts";

let app: TestApp;
let folder: string;
const EARLY_SCRIPT = "document.title += '!'";
const LANDING =
  "<!doctype html><title>Astrolabe</title><style>h1{margin:0}</style><h1>Words for guests</h1><script>start()</script>";
const LANDING_IN_ARABIC = LANDING.replace("Words", "كلمات").replace("start()", "begin()");
const LARGE = "x".repeat(200_000);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-pwa-"));
  await mkdir(join(folder, "assets"));
  await writeFile(
    join(folder, "index.html"),
    `<!doctype html><title>Astrolabe</title><script>${EARLY_SCRIPT}</script>`,
  );
  await writeFile(join(folder, "landing.html"), LANDING);
  await writeFile(join(folder, "landing.html.br"), "compressed landing");
  await writeFile(join(folder, "landing.ar.html"), LANDING_IN_ARABIC);
  await writeFile(
    join(folder, "paths.json"),
    JSON.stringify(["/", "/dashboard", "/assets/$asset", "/admin/$", "/ar/about"]),
  );
  await writeFile(join(folder, "sw.js"), "self.skipWaiting");
  await writeFile(join(folder, "assets", "main-abc123.js"), "plain");
  await writeFile(join(folder, "assets", "main-abc123.js.br"), "compressed");
  app = await startTestApp({ pwaFolder: folder, publicUrl: "https://wallet.example.org", isProduction: true });
  app.server.log.level = "silent";
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

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
