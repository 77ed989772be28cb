import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MongoClient, type MongoClientOptions } from "mongodb";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startChildServer } from "#server/child-server.ts";
import { COMMANDS } from "#server/embedded/mongo/commands/registry.ts";
import { type MainProcess, startMain } from "#tests/support/main-process.ts";
import { childrenOf, childRunning, listenersOf, lookAt } from "#tests/support/processes.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const MONGO = join(import.meta.dirname, "../../sync-server/embedded/mongo/cli.ts");
const BACKUP = join(import.meta.dirname, "../../sync-server/embedded/mongo/backup.ts");
const LOOPBACK = "0100007F";
/** What a server has to answer before it can ask for a password. */
const BEFORE_LOGIN = ["hello", "ismaster", "ping", "saslStart", "saslContinue", "logout"];

let dataDir: string;
let compiled: string;
let main: MainProcess;
let port: number;

// The neighbour: another account of the machine, which sees processes and ports and reads no file of ours.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "astrolabe-neighbour-"));
  compiled = await mkdtemp(join(tmpdir(), "astrolabe-neighbour-compiled-"));
  // A folder from before, whose database had no password.
  const before = await startChildServer({ script: MONGO, dataFolder: join(dataDir, "mongo"), onDeath: () => {} });
  const client = await visit(before.port);
  await client.db("astrolabe").collection("kept").insertOne({ n: 1 });
  await client.close();
  await before.stop();
  await chmod(dataDir, 0o755);
  await rm(join(dataDir, "compile-cache"), { recursive: true, force: true });
  main = startMain(dataDir, compiled);
  await main.address();
  const [listener] = await listenersOf(await childRunning(main.pid, "embedded/mongo"));
  port = listener?.port ?? 0;
});
afterAll(async () => {
  await main.kill();
  for (const folder of [dataDir, compiled])
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

function visit(at: number, options: MongoClientOptions = {}): Promise<MongoClient> {
  return new MongoClient(`mongodb://127.0.0.1:${at}/?directConnection=true`, options).connect();
}

test("a neighbour without the password reads nothing and makes nobody an admin", async () => {
  const thief = await visit(port);
  const db = thief.db("astrolabe");
  const users = db.collection("users");
  await expect(users.updateOne({}, { $set: { isAdmin: true } })).rejects.toMatchObject({ code: 13 });
  await expect(users.findOne({})).rejects.toMatchObject({ code: 13 });
  await expect(db.collection("submissions").insertOne({ state: "created" })).rejects.toMatchObject({ code: 13 });
  await expect(db.collection("users").watch().tryNext()).rejects.toMatchObject({ code: 13 });
  await expect(thief.db("admin").command({ listDatabases: 1 })).rejects.toMatchObject({ code: 13 });
  await expect(thief.db("admin").command({ backupTo: join(tmpdir(), "stolen.sqlite") })).rejects.toMatchObject({
    code: 13,
  });
  await thief.close();
});

test("no command is served before the login but what the login takes", async () => {
  const thief = await visit(port);
  const served: string[] = [];
  for (const name of COMMANDS.keys()) {
    // A login without a first message fails by itself, with a code of its own.
    if (BEFORE_LOGIN.includes(name)) continue;
    const outcome = await thief
      .db("admin")
      .command({ [name]: 1 })
      .then(
        () => undefined,
        (error: { code?: unknown }) => error.code,
      );
    if (outcome !== 13) served.push(name);
  }
  expect(served).toEqual([]);
  await thief.close();
});

test("what is told before the login says nothing of what is kept or done", async () => {
  const thief = await visit(port);
  const admin = thief.db("admin");
  const [hello, known, unknown, ping] = await Promise.all([
    admin.command({ hello: 1 }),
    admin.command({ hello: 1, saslSupportedMechs: "admin.astrolabe" }),
    admin.command({ hello: 1, saslSupportedMechs: "admin.nobody" }),
    admin.command({ ping: 1 }),
  ]);
  for (const answer of [hello, ping]) {
    expect(answer).not.toHaveProperty("$clusterTime");
    expect(answer).not.toHaveProperty("operationTime");
    expect(answer).not.toHaveProperty("lastWrite");
  }
  expect(known["saslSupportedMechs"]).toEqual(unknown["saslSupportedMechs"]);
  await thief.close();
});

test.each(["admin", "astrolabe", "root"])("no guessed password opens it as %s", async (username) => {
  for (const password of ["", "astrolabe", "password", username]) {
    const auth = { username, password: password || "x" };
    await expect(visit(port, { auth, serverSelectionTimeoutMS: 3000 })).rejects.toMatchObject({ code: 18 });
  }
});

test("the password stands in no command line and no environment, only in a file for its owner", async () => {
  const file = join(dataDir, "mongo.password");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const password = (await readFile(file, "utf8")).trim();
  expect(password.length).toBeGreaterThanOrEqual(32);
  const seen = [await lookAt(main.pid), ...(await childrenOf(main.pid))];
  expect(seen.length).toBeGreaterThanOrEqual(3);
  for (const { commandLine, environment } of seen) {
    expect(commandLine).not.toContain(password);
    expect(environment).not.toContain(password);
  }
  expect(main.output() + main.complaints()).not.toContain(password);
});

test("who knows the password finds what was kept before there was one", async () => {
  const password = (await readFile(join(dataDir, "mongo.password"), "utf8")).trim();
  const owner = await visit(port, { auth: { username: "astrolabe", password } });
  expect(await owner.db("astrolabe").collection("kept").countDocuments()).toBe(1);
  await owner.close();
});

test("a backup is made with the password that is kept, and is for its owner alone", async () => {
  const to = join(compiled, "copy.sqlite");
  const flags = [BACKUP, "--data", join(dataDir, "mongo"), "--to", to];
  await promisify(execFile)(process.execPath, flags);
  expect((await stat(to)).mode & 0o777).toBe(0o600);
});

test("every port of the embedded servers is the machine's own", async () => {
  for (const { pid, commandLine } of await childrenOf(main.pid)) {
    for (const { address } of await listenersOf(pid)) expect([commandLine, address]).toEqual([commandLine, LOOPBACK]);
  }
});

test("no file of ours can be read by another account", async () => {
  const open: string[] = [];
  const paths = (await readdir(dataDir, { recursive: true })).map((path) => join(dataDir, path));
  for (const path of [dataDir, ...paths]) {
    const found = await lstat(path).catch(() => null);
    if (found && (found.mode & 0o077) !== 0) open.push(path.slice(dataDir.length));
  }
  expect(open).toEqual([]);
});
