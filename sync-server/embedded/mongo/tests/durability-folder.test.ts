import { chmodSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test, vi } from "vitest";
import { connect, removeFolder, startServer, startServerAs, stopServer, temporaryFolder } from "./start-server.ts";

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) removeFolder(folder);
});

function newFolder(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
}

/** A folder with one acknowledged document in it, and nobody serving it. */
async function filledFolder(): Promise<string> {
  const folder = newFolder();
  const server = await startServer(folder);
  const client = await connect(server);
  await client.db("kept").collection<{ _id: number }>("things").insertOne({ _id: 1 });
  await client.close();
  await stopServer(server);
  return folder;
}

/** Expects one sentence, exit code 1, and every file as it was. */
async function expectRefusal(folder: string, sentence: RegExp): Promise<void> {
  const before = snapshot(folder);
  const outcome = await startServer(folder).then(
    async (server) => {
      await stopServer(server);
      return "it started";
    },
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  expect(outcome).toMatch(sentence);
  expect(outcome).toMatch(/^ended with 1: [^\n]+\.$/);
  expect(snapshot(folder)).toEqual(before);
}

function snapshot(folder: string): Buffer | undefined {
  const file = join(folder, "mongo.sqlite");
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(file) : undefined;
}

test("a database is for its owner alone, also one that once was not", async () => {
  const folder = await filledFolder();
  const file = join(folder, "mongo.sqlite");
  chmodSync(file, 0o644);
  const server = await startServer(folder);
  for (const path of [file, `${file}-wal`]) expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o600]);
  await stopServer(server);
});

test("a file cut short is refused and left as it is", async () => {
  const folder = await filledFolder();
  const file = join(folder, "mongo.sqlite");
  truncateSync(file, statSync(file).size - 4096 * 3);
  await expectRefusal(folder, /is no readable database .* it was left as it is\.$/);
});

test("a file whose tables are overwritten is refused and left as it is", async () => {
  const folder = await filledFolder();
  const file = join(folder, "mongo.sqlite");
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 4096);
  writeFileSync(file, bytes);
  await expectRefusal(folder, /it was left as it is\.$/);
});

test("another program's database is refused and left as it is", async () => {
  const folder = newFolder();
  const sql = new DatabaseSync(join(folder, "mongo.sqlite"));
  sql.exec("CREATE TABLE photos (id INTEGER PRIMARY KEY); INSERT INTO photos VALUES (1)");
  sql.close();
  await expectRefusal(folder, /belongs to another program and was left as it is\.$/);
});

test("a format that is not ours is refused and left as it is", async () => {
  const folder = await filledFolder();
  const sql = new DatabaseSync(join(folder, "mongo.sqlite"));
  sql.exec("PRAGMA journal_mode=DELETE; PRAGMA user_version=99");
  sql.close();
  await expectRefusal(folder, /has format 99, which this version does not read; it was left as it is\.$/);
});

test("a file where the folder should be is refused", async () => {
  const folder = newFolder();
  const file = join(folder, "data");
  writeFileSync(file, "mine");
  await expectRefusal(file, /The data folder .* cannot be used: /);
  expect(readFileSync(file, "utf8")).toBe("mine");
});

test("a log without its database is refused, since the database may only be elsewhere", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "mongo.sqlite-wal"), "x");
  await expectRefusal(folder, /holds mongo\.sqlite-wal and no database of ours, so nothing was written to it\.$/);
});

test("a folder that may not be written is refused", async () => {
  const folder = await filledFolder();
  const file = join(folder, "mongo.sqlite");
  const before = readFileSync(file);
  chmodSync(file, 0o444);
  chmodSync(folder, 0o555);
  // Root may write everywhere, so that root becomes nobody for this.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  try {
    await expect(startServerAs(account, folder)).rejects.toThrow(
      /^ended with 1: The data folder .* cannot be used: EACCES[^\n]+\.$/,
    );
    expect(readFileSync(file)).toEqual(before);
  } finally {
    chmodSync(folder, 0o755);
  }
});

test("a first start that was killed before it wrote anything is no foreign file", async () => {
  for (const leave of [(file: string) => writeFileSync(file, ""), leaveEmptyDatabase]) {
    const folder = newFolder();
    leave(join(folder, "mongo.sqlite"));
    const server = await startServer(folder);
    const client = await connect(server);
    await client.db("kept").collection("things").insertOne({ n: 1 });
    await client.close();
    await stopServer(server);
    rmSync(join(folder, ".address"), { force: true });
  }
});

function leaveEmptyDatabase(file: string): void {
  const sql = new DatabaseSync(file);
  sql.exec("PRAGMA journal_mode=WAL");
  sql.close();
}
