import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "#server/all-migrations.ts";
import { type Finding, worstOf } from "#server/platform/network/checks/finding.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { freePort } from "#tests/support/free-port.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { checkAddress } from "./check-address.ts";
import { checkDatabase } from "./check-database.ts";
import { checkKeys } from "./check-keys.ts";
import { checkMail } from "./check-mail.ts";
import { checkPorts } from "./check-ports.ts";
import { checkSchema } from "./check-stored.ts";
import { checkVersions, PINNED_NODE } from "./check-versions.ts";
import { examine } from "./examine.ts";
import { readEnvironment } from "#server/config.ts";

const MIGRATION_NUMBERS = MIGRATIONS.map(({ number }) => number);
const TIMEOUT_MS = 5000;
let app: TestApp;
let port: number;
let publicUrl: string;
let folder: string;

beforeAll(async () => {
  port = await freePort();
  publicUrl = `http://127.0.0.1:${port}`;
  folder = await mkdtemp(join(tmpdir(), "astrolabe-doctor-"));
  app = await startTestApp({ publicUrl });
  await app.server.listen({ host: "127.0.0.1", port });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

function examineWith(env: Record<string, string>): Promise<Finding[]> {
  return examine({
    env: { HOST: "127.0.0.1", PORT: String(port), PUBLIC_URL: publicUrl, DATA_DIR: folder, ...env },
    versions: { node: `v${PINNED_NODE}`, app: "0.1.0" },
    migrations: MIGRATION_NUMBERS,
    now: () => new Date(),
    timeoutMs: TIMEOUT_MS,
  });
}

function about(findings: readonly Finding[], name: string): Finding[] {
  return findings.filter((finding) => finding.about.startsWith(name));
}

test("a server that runs, and all that it needs, is found to work", async () => {
  const mail = await startMailServer();
  const { stellar } = app.config;
  const findings = await examineWith({
    MONGODB_URL: app.config.mongodbUrl,
    STELLAR_RPC_URL: String(stellar.rpcUrls[0]),
    STELLAR_HORIZON_URL: String(stellar.horizonUrls[0]),
    SMTP_URL: mail.smtpUrl,
  });
  await mail.stop();
  // How quick a database and a network of tests are is a matter of the machine.
  expect(findings.filter(({ severity }) => severity === "wrong")).toEqual([]);
  expect(about(findings, "PORT")).toMatchObject([{ text: "Astrolabe runs on it." }]);
  expect(about(findings, "MONGODB_URL").map(({ text }) => text)).toEqual(
    expect.arrayContaining([expect.stringContaining("replica set"), expect.stringContaining("a majority")]),
  );
  expect(about(findings, "The stored data")).toMatchObject([{ severity: "fine" }]);
  expect(about(findings, "TRUSTED_PROXIES")).toMatchObject([{ text: "the server sees us as 127.0.0.1." }]);
  expect(about(findings, "Sockets")).toMatchObject([{ severity: "fine" }]);
  expect(about(findings, "SMTP_URL")).toMatchObject([{ severity: "fine" }]);
  expect(await app.database.collection("doctor_probes").countDocuments()).toBe(0);
});

test("without a server nothing is wrong, and the first one has all before it", async () => {
  const free = String(await freePort());
  const findings = await examineWith({
    PORT: free,
    PUBLIC_URL: `http://localhost:${free}`,
    DATA_DIR: join(folder, "new"),
  });
  expect(worstOf(findings)).toBe("note");
  expect(about(findings, "vault.key")[0]?.text).toContain("makes it");
});

test("one setting that is wrong is told by its own sentence, without its value", async () => {
  const findings = await examineWith({ VAULT_KEY: "a-secret-of-the-wrong-form" });
  expect(worstOf(findings)).toBe("wrong");
  expect(JSON.stringify(findings)).toContain("VAULT_KEY must be 32 bytes");
  expect(JSON.stringify(findings)).not.toContain("a-secret");
});

test("what does not answer is told, without the passwords in its address", async () => {
  const nobody = await freePort();
  const findings = await examineWith({
    MONGODB_URL: `mongodb://name:pass-word-1@127.0.0.1:${nobody}/astrolabe?serverSelectionTimeoutMS=500`,
    SMTP_URL: `smtp://name:pass-word-2@127.0.0.1:${nobody}`,
    STELLAR_RPC_URL: `http://127.0.0.1:${nobody}`,
    STELLAR_HORIZON_URL: `http://127.0.0.1:${nobody}`,
  });
  for (const name of ["MONGODB_URL", "SMTP_URL", "STELLAR_RPC_URL"])
    expect(about(findings, name), name).toMatchObject([{ severity: "wrong" }]);
  expect(JSON.stringify(findings)).not.toContain("pass-word");
});

test("a port that somebody else has is told", async () => {
  const other = createSocketServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nhello"));
  const taken = await freePort();
  await new Promise<void>((resolve) => void other.listen(taken, "127.0.0.1", resolve));
  const { findings, isRunning } = await checkPorts({ host: "127.0.0.1", port: taken, metrics: null }, TIMEOUT_MS);
  other.close();
  expect(isRunning).toBe(false);
  expect(findings).toMatchObject([{ severity: "wrong", fix: expect.stringContaining("another PORT") }]);
  const elsewhere = await checkPorts({ host: "192.0.2.1", port: taken, metrics: null }, TIMEOUT_MS);
  expect(elsewhere.findings).toMatchObject([{ about: "HOST 192.0.2.1", severity: "wrong" }]);
});

test("keys that are damaged, or that others may read, are told", async () => {
  const dataDir = join(folder, "keys");
  await mkdir(dataDir, { mode: 0o755 });
  await chmod(dataDir, 0o755);
  await writeFile(join(dataDir, "vault.key"), "not a key", { mode: 0o600 });
  await writeFile(join(dataDir, "session.key"), "ab".repeat(32), { mode: 0o644 });
  const token = join(dataDir, "metrics_token");
  await writeFile(token, "a".repeat(32), { mode: 0o640 });
  const env = { DATA_DIR: dataDir, METRICS_TOKEN_FILE: token, BACKUP_KEY: "cd".repeat(32), VAULT_KEY_FILE: "" };
  const findings = await checkKeys(readEnvironment(env), env);
  const told = Object.fromEntries(findings.map((finding) => [finding.about, finding]));
  expect(told["DATA_DIR"]).toMatchObject({ severity: "warning", fix: `chmod 700 ${dataDir}` });
  expect(told["The vault's key"] ?? told["vault.key"]).toMatchObject({ severity: "wrong" });
  expect(told["session.key"]).toMatchObject({ severity: "warning" });
  expect(told["METRICS_TOKEN_FILE"]).toMatchObject({ severity: "warning", fix: `chmod 600 ${token}` });
  expect(told["BACKUP_KEY"]).toMatchObject({ severity: "note" });
});

test("a clock that is apart from the database's is told", async () => {
  const late = await checkDatabase(app.database, () => new Date(Date.now() + 60_000));
  expect(about(late, "Clocks")).toMatchObject([{ severity: "wrong", text: expect.stringMatching(/60\.\d s apart/) }]);
});

test("data of a newer version is told, and what is open of a former one", async () => {
  const newest = Math.max(...MIGRATION_NUMBERS);
  const older = MIGRATION_NUMBERS.filter((number) => number !== newest);
  expect(await checkSchema(app.database, older)).toMatchObject({
    severity: "wrong",
    text: expect.stringContaining("newer"),
  });
  expect(await checkSchema(app.database, [...MIGRATION_NUMBERS, newest + 1])).toMatchObject({ severity: "note" });
});

test("a mail server that refuses the name is told apart from one that is not there", async () => {
  const refusing = createSocketServer((socket) => {
    socket.write("220 test\r\n");
    socket.on("data", (part) => {
      const text = part.toString();
      socket.write(text.startsWith("EHLO") ? "250-test\r\n250 AUTH PLAIN\r\n" : "535 no\r\n");
    });
    socket.on("error", () => socket.destroy());
  });
  const at = await freePort();
  await new Promise<void>((resolve) => void refusing.listen(at, "127.0.0.1", resolve));
  const finding = await checkMail({ smtpUrl: `smtp://name:wrong@127.0.0.1:${at}`, isProduction: true }, TIMEOUT_MS);
  refusing.close();
  expect(finding).toMatchObject({ severity: "wrong", text: "the mail server refuses the name or the password." });
  expect(await checkMail({ smtpUrl: null, isProduction: true }, TIMEOUT_MS)).toMatchObject({ severity: "warning" });
});

test.each([
  [{ address: "203.0.113.9", protocol: "http" }, [], "TRUSTED_PROXIES", "warning"],
  [{ address: "10.0.0.7", protocol: "http" }, [], "TRUSTED_PROXIES", "warning"],
  [{ address: "10.0.0.7", protocol: "http" }, ["10.0.0.0/8"], "TRUSTED_PROXIES", "fine"],
  [{ address: "198.51.100.4", protocol: "http" }, ["10.0.0.0/8"], "TRUSTED_PROXIES", "fine"],
  [{ hello: "from somebody else" }, [], "PUBLIC_URL", "wrong"],
] as const)("a server that says %j behind %j: %s is %s", async (seen, trustedProxies, name, severity) => {
  const { server, url } = await answering(JSON.stringify(seen));
  const findings = await checkAddress({ publicUrl: url, trustedProxies }, true, TIMEOUT_MS);
  server.close();
  expect(about(findings, name).at(-1)).toMatchObject({ severity });
  // It knows no sockets, as a proxy that passes on no upgrade.
  if (name !== "PUBLIC_URL") expect(about(findings, "Sockets")).toMatchObject([{ severity: "wrong" }]);
});

/** A server that is none of ours, by a name that is none of this machine's own. */
async function answering(body: string): Promise<{ server: Server; url: string }> {
  const at = await freePort();
  const server = createServer((_request, response) => response.setHeader("content-type", "application/json").end(body));
  await new Promise<void>((resolve) => void server.listen(at, "127.0.0.2", resolve));
  return { server, url: `http://127.0.0.2:${at}` };
}

test("the version of node that is asked for is the one that the container has", async () => {
  const dockerfile = await readFile(join(import.meta.dirname, "../../Dockerfile"), "utf8");
  expect(dockerfile).toContain(`FROM node:${PINNED_NODE}-`);
  expect(worstOf(checkVersions({ node: "v24.1.0", app: "1" }))).toBe("warning");
});
