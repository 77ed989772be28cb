import { readFile } from "node:fs/promises";
import { globSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "#server/platform/http/log.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";
import { freePort } from "#tests/support/free-port.ts";
import { serveMetrics } from "#server/platform/metrics/serve-metrics.ts";
import { Exposition } from "./exposition.ts";

const TOKEN = "a-token-of-its-own-for-tests";
const OPS = join(import.meta.dirname, "../../ops");

let app: TestApp;
let origin: string;

beforeAll(async () => {
  const port = await freePort();
  app = await startTestApp({ metrics: { host: "127.0.0.1", port, token: TOKEN } });
  await app.listen();
  origin = `http://127.0.0.1:${port}`;
});
afterAll(() => app.stop());

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${TOKEN}` }, ...init });
}

async function page(): Promise<string> {
  const response = await ask("/metrics");
  expect(response.status).toBe(200);
  return response.text();
}

/** What is told of one metric: its labels, and its value. */
function samples(text: string, name: string): Map<string, number> {
  const lines = text.split("\n").filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return new Map(
    lines.map((line) => [line.slice(name.length, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

test("a scraper with the token reads what the service is like", async () => {
  const text = await page();
  expect(samples(text, "astrolabe_database_up").get("")).toBe(1);
  expect(samples(text, "astrolabe_network_up").get("")).toBe(1);
  expect(samples(text, "astrolabe_ledger_lag").get("")).toBeLessThan(100);
  expect([...samples(text, "astrolabe_submissions").keys()]).toContain('{state="submitted"}');
  expect([...samples(text, "astrolabe_house_spendable_xlm").keys()]).toContain('{purpose="treasury"}');
  expect(samples(text, "process_resident_memory_bytes").get("")).toBeGreaterThan(1e6);
  expect(samples(text, "astrolabe_job_runs_total").get('{job="presence",outcome="ok"}')).toBeGreaterThan(0);
});

test("nobody else reads anything", async () => {
  for (const authorization of ["", "Bearer", "Bearer another-token-of-this-len", `Basic ${TOKEN}`, TOKEN]) {
    const response = await ask("/metrics", { headers: { authorization } });
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain("astrolabe_");
  }
  expect((await ask("/metrics", { method: "POST" })).status).toBe(405);
  expect((await ask("/")).status).toBe(404);
  // On the port that people reach there is none.
  const open = await app.server.inject({ method: "GET", url: "/metrics", headers: { accept: "application/json" } });
  expect(open.body).not.toContain("astrolabe_");
});

test("requests are counted by their routes, never by what was asked for", async () => {
  const { cookie } = await aUser(app);
  await app.server.inject({ method: "GET", url: "/api/user", headers: { cookie } });
  await app.server.inject({ method: "GET", url: "/healthz" });
  for (const made of ["one", "two", "three"])
    await app.server.inject({ method: "GET", url: `/api/made-up-${made}`, headers: { cookie } });
  const counted = samples(await page(), "astrolabe_http_requests_total");
  expect(counted.get('{method="GET",route="/healthz",status="200"}')).toBeGreaterThan(0);
  expect([...counted.keys()].join("\n")).not.toContain("made-up");
});

test("neither people nor addresses are told", async () => {
  const { user } = await aUser(app);
  const text = await page();
  expect(text).not.toContain(user.username);
  expect(text).not.toMatch(/\b[GMS][A-Z2-7]{55,}\b/);
  expect(text).not.toContain(TOKEN);
});

test("every metric that the dashboard and the alarms name is told", async () => {
  const told = new Set([...(await page()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name]) => name));
  const files = [...globSync("grafana/*.json", { cwd: OPS }), "alerts.yaml"];
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const text = await readFile(join(OPS, file), "utf8");
    const named = new Set([...text.matchAll(/\b(?:astrolabe|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name));
    expect(named.size).toBeGreaterThan(10);
    for (const name of named)
      expect(told, `${name} of ${file}`).toContain(name.replace(/(?<=_seconds)_(?:bucket|sum|count)$/, ""));
  }
});

test("what the service is like is told by names that the dashboard or an alarm uses", async () => {
  const own = [...(await page()).matchAll(/^# TYPE (astrolabe_\S+) /gm)].map(([, name]) => name ?? "");
  const used = await Promise.all(
    ["grafana/astrolabe.json", "alerts.yaml"].map((file) => readFile(join(OPS, file), "utf8")),
  );
  const unused = own.filter((name) => !used.join("\n").includes(name));
  expect(unused).toEqual(["astrolabe_ingested_ledger"]);
});

test("a port that is taken is named, and ends nothing else", async () => {
  const { port } = new URL(origin);
  const taken = { host: "127.0.0.1", port: Number(port), token: null };
  const nothing = { contentType: "text/plain; version=0.0.4; charset=utf-8", read: () => Promise.resolve("") };
  await expect(serveMetrics(taken, nothing, app.runtime.log)).rejects.toThrow(/METRICS_PORT \d+ cannot be listened on/);
  await page();
});

test("without a database a scraper is told that, and of the process itself", async () => {
  const away = {
    state: () => Promise.reject(new Error("the database is away")),
    sockets: () => 3,
    marketLag: () => 0,
    log: createLog("silent"),
  };
  const text = await new Exposition(away).read();
  expect(samples(text, "astrolabe_database_up").get("")).toBe(0);
  expect(samples(text, "astrolabe_sockets").get("")).toBe(3);
  expect(samples(text, "astrolabe_submissions").size).toBe(0);
  expect(samples(text, "process_cpu_seconds_total").size).toBe(1);
});
