import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Endpoint, ENDPOINTS } from "#schemas/endpoints.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";

type Caller = "anonymous" | "user" | "confirmed user" | "admin" | "confirmed admin";

const CALLERS: readonly Caller[] = ["anonymous", "user", "confirmed user", "admin", "confirmed admin"];
const EVERY_ENDPOINT: readonly (readonly [string, Endpoint])[] = Object.entries(ENDPOINTS);
let app: TestApp;
const cookies: Record<Caller, string> = {
  anonymous: "",
  user: "",
  "confirmed user": "",
  admin: "",
  "confirmed admin": "",
};

beforeAll(async () => {
  app = await startTestApp();
  cookies.user = (await aUser(app)).cookie;
  cookies.admin = (await anAdmin(app)).cookie;
  cookies["confirmed user"] = await confirmed(await aUser(app));
  cookies["confirmed admin"] = await confirmed(await anAdmin(app));
});
afterAll(() => app.stop());

async function confirmed({ cookie, password }: TestUser): Promise<string> {
  const url = "/api/confirm-identity";
  const response = await app.server.inject({ method: "POST", url, headers: { cookie }, payload: { password } });
  expect(response.statusCode, response.body).toBe(200);
  return cookie;
}

/** The refusal that the endpoint's access demands for this caller; null where it must let the caller in. */
function expectedRefusal(endpoint: Endpoint, caller: Caller): string | null {
  if (endpoint.access === "anyone") return null;
  if (caller === "anonymous") return "session-required";
  const isAdmin = caller === "admin" || caller === "confirmed admin";
  if (!isAdmin && (endpoint.access === "admin" || endpoint.access === "operator")) return "admin-required";
  const isConfirmed = caller === "confirmed user" || caller === "confirmed admin";
  const asksToConfirm = endpoint.access === "confirmed" || endpoint.access === "operator";
  return asksToConfirm && !isConfirmed ? "confirmation-required" : null;
}

/** Calls with a body that every input schema refuses, so that whoever is let in changes nothing. */
async function callAs(caller: Caller, endpoint: Endpoint) {
  return app.server.inject({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/:\w+/g, "0"),
    headers: { cookie: cookies[caller] },
    ...(endpoint.method !== "GET" && { payload: { unknownField: true } }),
  });
}

describe.each(EVERY_ENDPOINT)("%s", (_name, endpoint) => {
  test.each(CALLERS)("%s is let in or refused as the table says", async (caller) => {
    const response = await callAs(caller, endpoint);
    const code: unknown = response.headers["content-type"]?.toString().includes("json")
      ? response.json()?.code
      : undefined;
    const refusal = expectedRefusal(endpoint, caller);
    if (refusal !== null) expect(code).toBe(refusal);
    else expect(["session-required", "admin-required", "confirmation-required", "server-error"]).not.toContain(code);
    expect(response.body).not.toMatch(/argon2id|walletSecret|twoFactorSecret/);
  });
});

test.each(EVERY_ENDPOINT.filter(([, { method }]) => method !== "GET"))(
  "%s of another site is refused before anything is read",
  async (_name, endpoint) => {
    const response = await app.server.inject({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/:\w+/g, "0"),
      headers: { cookie: cookies.admin, origin: "https://evil.example" },
      payload: {},
    });
    expect(response.statusCode).toBe(403);
    expect(response.json().code).toBe("origin-refused");
  },
);

test("every endpoint of the table is served, once", () => {
  const known = new Set(EVERY_ENDPOINT.map(([, { method, path }]) => `${method} ${path}`));
  for (const [, { method, path }] of EVERY_ENDPOINT) {
    expect(app.server.hasRoute({ method, url: path }), `${method} ${path}`).toBe(true);
  }
  expect(known.size).toBe(EVERY_ENDPOINT.length);
});

test("the OpenAPI document describes every endpoint", async () => {
  const document = (await app.server.inject({ method: "GET", url: "/api/openapi.json" })).json();
  for (const [, { method, path }] of EVERY_ENDPOINT) {
    const operation = document.paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
    expect(operation?.summary, path).toBeTruthy();
  }
});
