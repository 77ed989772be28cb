import { execFile } from "node:child_process";
import { copyFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import type { Db, MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connect, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const BACKUP = new URL(import.meta.resolve("#server/embedded/mongo/backup.ts")).pathname;

type Entry = { _id: string; n?: number; bytes?: Buffer };

const [folder, target, restored] = [temporaryFolder(), temporaryFolder(), temporaryFolder()] as const;
let server: TestServer;
let client: MongoClient;

beforeAll(async () => {
  server = await startServer(folder);
  client = await connect(server);
});
afterAll(async () => {
  await client.close();
  await stopServer(server);
  for (const one of [folder, target, restored]) removeFolder(one);
});

/** Writes pairs in transactions until told to stop; answers all that were acknowledged, in order. */
function keepWriting(db: Db): { acked: string[]; stop: () => Promise<void> } {
  const acked: string[] = [];
  const state = { isOver: false };
  const work = async (): Promise<void> => {
    for (let index = 0; !state.isOver; index += 1) {
      await client.withSession((session) =>
        session.withTransaction(async () => {
          await db.collection<Entry>("pairs").insertOne({ _id: `${index}-a`, n: index }, { session });
          await db.collection<Entry>("pairs").insertOne({ _id: `${index}-b`, n: index }, { session });
        }),
      );
      acked.push(String(index));
    }
  };
  const done = work();
  return {
    acked,
    stop: async () => {
      state.isOver = true;
      await done;
    },
  };
}

/** What the backup says to a person, and with which exit code. */
async function backUp(to: string): Promise<{ code: number; said: string }> {
  return promisify(execFile)(process.execPath, [BACKUP, "--to", to, "--data", folder]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  );
}

test("a backup under load is whole, holds all that was acknowledged before it, and nobody waits for it", async () => {
  const db = client.db("load");
  await db.collection<Entry>("pairs").createIndex({ n: 1 });
  await db
    .collection<Entry>("ballast")
    .insertMany(
      Array.from({ length: 10 }, (_, index) => ({ _id: String(index), bytes: Buffer.alloc(1_000_000, index) })),
    );
  const writer = keepWriting(db);
  const file = join(target, "copy.sqlite");
  const before = writer.acked.length;
  const { bytes } = await client.db("admin").command({ backupTo: file });
  const during = writer.acked.length - before;
  await writer.stop();
  expect(during).toBeGreaterThan(0);
  expect(Number(bytes)).toBe(statSync(file).size);
  expect(readdirSync(target)).toEqual(["copy.sqlite"]);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  copyFileSync(file, join(restored, "mongo.sqlite"));
  const sql = new DatabaseSync(join(restored, "mongo.sqlite"), { readOnly: true });
  expect(sql.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  sql.close();
  const second = await startServer(restored);
  const reader = await connect(second);
  const pairs = reader.db("load").collection<Entry>("pairs");
  const ids = (await pairs.find().toArray()).map((entry) => entry._id);
  const found = new Set(ids);
  for (const index of writer.acked.slice(0, before)) expect(found.has(`${index}-a`), index).toBe(true);
  for (const id of ids) expect(found.has(id.replace(/.$/, id.endsWith("a") ? "b" : "a")), id).toBe(true);
  expect((await pairs.find().hint({ n: 1 }).toArray()).length).toBe(ids.length);
  expect(await reader.db("load").collection("ballast").countDocuments()).toBe(10);
  await reader.close();
  await stopServer(second);
});

test("the folder stays locked after a backup", async () => {
  expect(await backUp(join(target, "locked.sqlite"))).toMatchObject({ code: 0 });
  await expect(startServer(folder)).rejects.toThrow(/is in use by another process/);
});

test("a backup overwrites nothing and says in one sentence what is wrong", async () => {
  for (const [to, sentence] of [
    [target, /^The backup failed: .* is there already and was left as it is\n$/],
    [
      join(target, "nowhere", "copy.sqlite"),
      /^The backup failed: .*nowhere\/copy\.sqlite could not be written: [^\n]+\n$/,
    ],
    [join("/proc", "copy.sqlite"), /^The backup failed: \/proc\/copy\.sqlite could not be written: [^\n]+\n$/],
  ] as const) {
    const { code, said } = await backUp(to);
    expect(said).toMatch(sentence);
    expect(code).toBe(1);
  }
});

test("of two backups at once the second is refused", async () => {
  const [first, second] = await Promise.allSettled([
    client.db("admin").command({ backupTo: join(target, "first.sqlite") }),
    client.db("admin").command({ backupTo: join(target, "second.sqlite") }),
  ]);
  expect([first.status, second.status].toSorted()).toEqual(["fulfilled", "rejected"]);
  const refused = first.status === "rejected" ? first : second;
  expect(refused).toMatchObject({ reason: { code: 117 } });
  expect(readdirSync(target).filter((name) => name.startsWith("."))).toEqual([]);
});
