import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "#tests/support/app.ts";
import { COMPILED } from "#tests/support/compiled.ts";
import { type MainProcess, startMain as startMainIn } from "#tests/support/main-process.ts";
import { childRunning } from "#tests/support/processes.ts";
import { IS_SHORT } from "#tests/support/short.ts";

const START_TIMEOUT_MS = 75_000;

// Several starts each, which a busy machine takes long over.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 30_000 });

let dataDir: string;
const started: MainProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "astrolabe-start-"));
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.kill()));
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

function startMain(env: Record<string, string>): MainProcess {
  const main = startMainIn(dataDir, COMPILED, env);
  started.push(main);
  return main;
}

test("starts from nothing, prints the admin's password once, answers, and SIGTERM ends it with its children", async () => {
  const first = startMain({});
  const address = await first.address();
  expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: "ok" });
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const password = /^Password: +(\S+)$/m.exec(first.output())?.[1] ?? "";
  const login = await fetch(`${address}/api/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password }),
  });
  expect(await login.json()).toEqual({ isAdmin: true });
  expect(first.complaints()).not.toContain(password);
  for (const name of ["session.key", "vault.key"]) {
    expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
  }
  first.child.kill("SIGTERM");
  // By its own clock it ends with 1 where closing takes longer than a supervisor waits; a test's clock counts the machine's load.
  expect(await first.exit, first.output() + first.complaints()).toBe(0);

  const keys = await readFile(join(dataDir, "vault.key"), "utf8");
  const second = startMain({});
  const again = await second.address();
  const pairs = login.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  const cookie = pairs.join("; ");
  expect((await fetch(`${again}/api/user`, { headers: { cookie } })).status).toBe(200);
  expect(second.output()).not.toContain("Password:");
  expect(await readFile(join(dataDir, "vault.key"), "utf8")).toBe(keys);
});

test.skipIf(IS_SHORT)("the embedded database is started again when it dies, on what it had stored", async () => {
  const main = startMain({ ADMIN_USERNAME: "boss", ADMIN_PASSWORD: "correct horse" });
  const address = await main.address();
  expect(main.output()).not.toContain("Password:");
  const mongoPid = await childRunning(main.pid, "embedded/mongo");
  process.kill(mongoPid, "SIGKILL");
  const body = JSON.stringify({ username: "boss", password: "correct horse" });
  const headers = { "content-type": "application/json" };
  await eventually(async () => {
    const pid = await childRunning(main.pid, "embedded/mongo").catch(() => mongoPid);
    if (pid === mongoPid) return false;
    const response = await fetch(`${address}/api/admin/login`, { method: "POST", headers, body });
    return response.status === 200;
  }, START_TIMEOUT_MS);
});

test("the demo market has its history before the server is ready, and tells so in the log", async () => {
  const first = startMain({ DEMO: "1", DEMO_DAYS: "1" });
  const toml = await (await fetch(`${await first.address()}/.well-known/stellar.toml`)).text();
  expect(toml.match(/^issuer = "G\w{55}"$/gm)).toHaveLength(3);
  expect(first.complaints()).toContain("The embedded stellar makes a market's history of 1 day,");
});

test("a wrong value and a port in use end the start with one sentence", async () => {
  const wrong = startMain({ PORT: "99999" });
  expect(await wrong.exit).toBe(1);
  expect(wrong.complaints()).toBe("PORT must be a port number from 0 to 65535.\n");

  const taken = createServer();
  const port = await new Promise<number>((resolve) => {
    taken.listen(0, "127.0.0.1", () => {
      const address = taken.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  const blocked = startMain({ PORT: String(port), HOST: "127.0.0.1" });
  expect(await blocked.exit).toBe(1);
  expect(blocked.complaints()).toContain(`PORT ${port} is in use by another process; free it or set another PORT.\n`);
  expect(blocked.complaints()).not.toMatch(/\n\s+at /);
  taken.close();
});

test.skipIf(IS_SHORT)(
  "another VAULT_KEY than that of the wallets ends the start with one sentence and touches nothing",
  async () => {
    const right = { VAULT_KEY: "ab".repeat(32), SESSION_KEY: "cd".repeat(32) };
    const first = startMain(right);
    await first.address();
    first.child.kill("SIGTERM");
    expect(await first.exit, first.output() + first.complaints()).toBe(0);

    const second = startMain({ ...right, VAULT_KEY: "ef".repeat(32), ADMIN_USERNAME: "intruder" });
    expect(await second.exit).toBe(1);
    expect(second.complaints()).toBe("VAULT_KEY is not the key that this database's wallets are locked with.\n");
    expect(second.output()).not.toContain("ready");

    const third = startMain(right);
    const address = await third.address();
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    third.child.kill("SIGTERM");
    expect(await third.exit, third.output() + third.complaints()).toBe(0);

    // The embedded ledger has a passphrase of its own by now.
    const strange = startMain({ ...right, STELLAR_NETWORK_PASSPHRASE: "another network" });
    expect(await strange.exit).toBe(1);
    expect(strange.complaints()).toMatch(/^STELLAR_NETWORK_PASSPHRASE [^\n]+\n$/);
  },
);
