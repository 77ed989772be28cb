import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readEnvironment } from "#server/config.ts";
import { runningDatabase } from "#server/settle-config.ts";
import { eventually } from "#tests/support/app.ts";
import { COMPILED } from "#tests/support/compiled.ts";
import { type MainProcess, startMain } from "#tests/support/main-process.ts";
import { IS_SHORT } from "#tests/support/short.ts";

vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 });

const CLI = join(import.meta.dirname, "../sync-server/backup/cli");
const FILLERS = 12_000;

/** What a command said, and how it ended. */
interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly complaints: string;
}

let folder: string;
let served: string;
let keyFile: string;
let main: MainProcess;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-backups-"));
  [served, keyFile] = [join(folder, "served"), join(folder, "backup.key")];
  main = startMain(served, COMPILED);
  await ready(main);
  await fill();
  expect(await run(served, "backup.ts", "--make-key", keyFile)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await main.kill();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** A busy machine takes more than one wait. */
async function ready(server: MainProcess): Promise<void> {
  for (let wait = 0; wait < 3; wait += 1) {
    const isReady = await server.address().then(
      () => true,
      (error: unknown) => {
        if (server.child.exitCode !== null) throw error;
        return false;
      },
    );
    if (isReady) return;
  }
  throw new Error(`the server did not get ready:\n${server.complaints()}`);
}

/** So much that a process can be killed in the middle. */
async function fill(): Promise<void> {
  const url = await runningDatabase(readEnvironment({ DATA_DIR: served }));
  const client = await new MongoClient(url ?? "").connect();
  const texts = Array.from({ length: FILLERS }, (_, index) => ({ index, text: `${index} `.repeat(100) }));
  await client.db("astrolabe").collection("fillers").insertMany(texts);
  await client.close();
}

function environment(dataDir: string): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", DATA_DIR: dataDir, NODE_COMPILE_CACHE: COMPILED, BACKUP_KEY_FILE: keyFile };
}

function run(dataDir: string, script: string, ...args: readonly string[]): Promise<Ended> {
  const { BACKUP_KEY_FILE: key = "", ...rest } = environment(dataDir);
  const env = args[0] === "--make-key" ? rest : { ...rest, BACKUP_KEY_FILE: key };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [join(CLI, script), ...args], { env }, (_, output, complaints) =>
      resolve({ code: child.exitCode, output, complaints }),
    );
    child.stdin?.end();
  });
}

/** Kills the command as soon as it is so far. */
async function killed(
  dataDir: string,
  isSoFar: (output: string) => Promise<boolean>,
  ...args: readonly string[]
): Promise<void> {
  const [script = "", ...rest] = args;
  const env = environment(dataDir);
  const child = spawn(process.execPath, [join(CLI, script), ...rest], { env, stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = new Promise((resolve) => {
    child.once("close", resolve);
  });
  await eventually(() => isSoFar(output), 120_000);
  child.kill("SIGKILL");
  await ended;
}

async function aFolder(name: string): Promise<string> {
  await mkdir(join(folder, name));
  return join(folder, name);
}

/** Another machine, to which the key of the vault was brought. */
async function aMachine(name: string): Promise<string> {
  const dataDir = await aFolder(name);
  await cp(join(served, "vault.key"), join(dataDir, "vault.key"));
  return dataDir;
}

test("beside a running server a backup is made, says what is not in it, and can be tried", async () => {
  const to = await aFolder("made");
  const { code, output, complaints } = await run(served, "backup.ts", "--to", to);
  expect(complaints).toBe("");
  expect(code).toBe(0);
  expect(output).toContain("This backup cannot be used without two keys that are not in it");
  expect(output).toContain(join(served, "vault.key"));
  const key = (await readFile(keyFile, "utf8")).trim();
  expect(output).not.toContain(key);
  const [name = ""] = await readdir(to);
  expect(name).toMatch(/^astrolabe-manual-\d{8}T\d{6}Z\.backup$/);
  const tried = await run(served, "drill.ts", join(to, name));
  expect(tried.complaints).toBe("");
  expect(tried.output).toMatch(
    /can be restored: \d+ documents as they were, their seals, and \d+ rows of the audit log\.\n$/,
  );
});

test("nothing is restored over a running server, without the key of the vault, or without the database's name", async () => {
  const file = join(folder, "refused.backup");
  expect(await run(served, "backup.ts", "--to", file)).toMatchObject({ code: 0 });
  const over = await run(served, "restore.ts", file, "--replace");
  expect(over.code).toBe(1);
  expect(over.complaints).toContain("does not let the embedded mongo server start");
  const elsewhere = await run(await aFolder("keyless"), "restore.ts", file);
  expect(elsewhere.complaints).toBe(
    "This backup cannot be used here: VAULT_KEY is not the key that this database's wallets are locked with.\n",
  );
  const unnamed = await run(await aMachine("unnamed"), "restore.ts", file, "--replace");
  expect(unnamed.complaints).toContain("The name was not typed, and nothing was changed.");
});

test("a backup that was killed leaves nothing that looks like one", async () => {
  const file = join(folder, "killed.backup");
  const isBegun = async () => (await stat(`${file}.partial`).catch(() => null)) !== null;
  await killed(served, isBegun, "backup.ts", "--to", file);
  expect(await stat(file).catch(() => null)).toBeNull();
});

// The same within one process is among the tests of restoring.
test.skipIf(IS_SHORT)(
  "no server starts on a restore that was killed; run again it is whole, and a server starts",
  async () => {
    const file = join(folder, "moved.backup");
    expect(await run(served, "backup.ts", "--to", file)).toMatchObject({ code: 0 });
    const dataDir = await aMachine("moved");
    await killed(dataDir, async (output) => output.includes("Restored: "), "restore.ts", file);
    const refused = startMain(dataDir, COMPILED);
    expect(await refused.exit).toBe(1);
    expect(refused.complaints()).toContain("This database is being restored from");
    const again = await run(dataDir, "restore.ts", file);
    expect(again.complaints).toBe("");
    expect(again.code).toBe(0);
    await main.kill();
    main = startMain(dataDir, COMPILED);
    await ready(main);
    const url = await runningDatabase(readEnvironment({ DATA_DIR: dataDir }));
    const client = await new MongoClient(url ?? "").connect();
    expect(await client.db("astrolabe").collection("fillers").countDocuments()).toBe(FILLERS);
    await client.close();
  },
);
