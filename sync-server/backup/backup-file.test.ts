import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  type Document,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import type { BackupSource } from "./backup-records.ts";
import { exactDocument } from "./exact-document.ts";
import { networkHash } from "./manifest.ts";
import { readBackup } from "./read-backup.ts";
import { GENTLE, HASTY } from "./read-moment.ts";
import { CHUNK_BYTES } from "./sealed-stream.ts";
import { writeBackup } from "./write-backup.ts";

const KEY = randomBytes(32);
const PASSPHRASE = "Backup Test Network";
const ACCOUNTS = 40;
const EACH = 1000;
let folder: string;
let mongo: TestMongo;
let database: Database;
let source: BackupSource;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-backup-"));
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "backed-up", 10_000);
  source = { database, clock: { now: () => new Date() }, passphrase: PASSPHRASE, pace: HASTY };
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
  await rm(folder, { recursive: true, force: true });
});

const NUMBERED = new Map<string, unknown>([
  ["2", new Map([["1", "deep"]])],
  ["1", "x"],
]);

/** One of everything that BSON has and our database holds, and what an object of JavaScript would put in another order. */
const EVERYTHING: Document = {
  _id: new ObjectId(),
  int: new Int32(7),
  long: Long.fromString("9007199254740993"),
  small: Long.fromNumber(7),
  double: new Double(7),
  negativeZero: new Double(-0),
  notANumber: new Double(Number.NaN),
  decimal: Decimal128.fromString("0.1000000"),
  text: "نص, texto, 😀 and \u0000 within",
  date: new Date("1969-12-31T23:59:59.999Z"),
  bytes: new Binary(randomBytes(20)),
  uuid: new UUID(),
  pattern: new BSONRegExp("^a", "i"),
  code: new Code("return x", { x: new Int32(1) }),
  symbol: new BSONSymbol("s"),
  timestamp: new Timestamp({ t: 5, i: 7 }),
  ends: [new MinKey(), new MaxKey(), null, true, []],
  sorted: new Map<string, unknown>([
    ["10", new Int32(1)],
    ["9", [NUMBERED]],
    ["a", {}],
  ]),
};

async function backedUp(name: string, pace = HASTY): Promise<string> {
  return (await writeBackup({ ...source, pace }, KEY, join(folder, name))).file;
}

async function documentsOf(file: string, collection: string): Promise<Buffer[]> {
  const found: Buffer[] = [];
  await readBackup(file, KEY, {
    document: (raw, name) => {
      if (name === collection) found.push(Buffer.from(raw));
    },
  });
  return found;
}

test("every kind of value comes back as the bytes it was, whatever its fields are called", async () => {
  await database.collection("everything").insertOne(EVERYTHING);
  const [stored] = await documentsOf(await backedUp("everything"), "everything");
  const copy = database.collection("copy");
  await database.db.command({ insert: "copy", documents: [exactDocument(stored ?? Buffer.alloc(0))] });
  const [again] = await copy.find<Uint8Array & Document>({}, { raw: true }).toArray();
  expect(Buffer.from(again ?? []).equals(stored ?? Buffer.alloc(1))).toBe(true);
});

test("a backup shows one moment, however money moves meanwhile", async () => {
  const accounts = database.collection<{ _id: number; balance: number; padding: string }>("accounts");
  const padding = "x".repeat(10_000);
  await accounts.insertMany(Array.from({ length: ACCOUNTS }, (_, _id) => ({ _id, balance: EACH, padding })));
  const ending = new AbortController();
  let moved = 0;
  const moving = (async () => {
    while (!ending.signal.aborted) {
      const [from, to] = [moved % ACCOUNTS, (moved * 7 + 3) % ACCOUNTS];
      await database.transaction(async (session) => {
        await accounts.updateOne({ _id: from }, { $inc: { balance: -1 } }, { session });
        await accounts.updateOne({ _id: to }, { $inc: { balance: 1 } }, { session });
        await database.collection("moves").insertOne({ from, to }, { session });
      });
      moved += 1;
    }
  })();
  const before = moved;
  const files: string[] = [];
  for (const name of ["first", "second", "third"]) files.push(await backedUp(name, GENTLE));
  ending.abort();
  await moving;
  expect(moved).toBeGreaterThan(before);
  for (const file of files) {
    const balances = new Map(
      (await documentsOf(file, "accounts"))
        .map(exactDocument)
        .map(({ _id, balance }) => [Number(_id), Number(balance)]),
    );
    expect([...balances.values()].reduce((sum, balance) => sum + balance, 0)).toBe(ACCOUNTS * EACH);
    // What accounts and moves say is of the same moment, too: collections are read one after the other.
    for (const raw of await documentsOf(file, "moves")) {
      const { from, to } = exactDocument(raw);
      balances.set(Number(from), (balances.get(Number(from)) ?? 0) + 1);
      balances.set(Number(to), (balances.get(Number(to)) ?? 0) - 1);
    }
    expect([...balances.values()].every((balance) => balance === EACH)).toBe(true);
  }
});

test("a backup says of what it is, and nothing of it can be read without its key", async () => {
  const file = await backedUp("said");
  const { head, manifest } = await readBackup(file, KEY);
  expect(head).toMatchObject({ format: 1, network: networkHash(PASSPHRASE), ledger: 0, migrations: [] });
  expect(manifest.documents).toBe(manifest.parts.reduce((sum, { documents }) => sum + documents, 0));
  const { mode } = await stat(file);
  expect(mode & 0o077).toBe(0);
  const bytes = await readFile(file);
  for (const word of ["accounts", "balance", PASSPHRASE]) expect(bytes.includes(word)).toBe(false);
});

test("a wrong key, another file and a file that is there already are refused in a sentence", async () => {
  const file = await backedUp("guarded");
  await expect(readBackup(file, randomBytes(32))).rejects.toThrow("BACKUP_KEY is not the key that this backup");
  const other = join(folder, "other");
  for (const text of ["", "no backup at all, but long enough for a header of one, which it has none of"]) {
    await writeFile(other, text);
    await expect(readBackup(other, KEY)).rejects.toThrow("This file is no backup of Astrolabe.");
  }
  await expect(readBackup(join(folder, "absent"), KEY)).rejects.toThrow("cannot be read (ENOENT).");
  await expect(writeBackup(source, KEY, file)).rejects.toThrow("is there already and was left as it is.");
  await expect(writeBackup(source, KEY, join(folder, "no", "such"))).rejects.toThrow("cannot be written (ENOENT).");
  expect((await readdir(folder)).filter((name) => name.endsWith(".partial"))).toEqual([]);
});

test("a backup that was cut short anywhere, or changed in any part, is refused", async () => {
  await database.collection("noise").insertMany(Array.from({ length: 6 }, () => ({ bytes: randomBytes(50_000) })));
  const whole = await readFile(await backedUp("whole"));
  const header = 59;
  const borders = [0, 1, 10, header - 1, header, header + 1];
  for (let at = header; at < whole.length; at += CHUNK_BYTES + 16) borders.push(at, at + 1, at - 1);
  borders.push(whole.length - 1, whole.length - 16);
  const damaged = join(folder, "damaged");
  for (const length of borders) {
    await writeFile(damaged, whole.subarray(0, length));
    await expect(readBackup(damaged, KEY), `cut at ${length}`).rejects.toThrow(
      /was cut short or altered|is no backup of/,
    );
  }
  for (const at of [header - 1, header, header + CHUNK_BYTES + 16, whole.length - 1]) {
    const altered = Buffer.from(whole);
    altered.writeUInt8((altered[at] ?? 0) ^ 1, at);
    await writeFile(damaged, altered);
    await expect(readBackup(damaged, KEY), `changed at ${at}`).rejects.toThrow("was cut short or altered");
  }
  const chunk = (index: number) => whole.subarray(header + index * (CHUNK_BYTES + 16)).subarray(0, CHUNK_BYTES + 16);
  await writeFile(
    damaged,
    Buffer.concat([whole.subarray(0, header), chunk(1), chunk(0), whole.subarray(header + 2 * (CHUNK_BYTES + 16))]),
  );
  await expect(readBackup(damaged, KEY)).rejects.toThrow("was cut short or altered");
  await writeFile(damaged, Buffer.concat([whole, randomBytes(100)]));
  await expect(readBackup(damaged, KEY)).rejects.toThrow("was cut short or altered");
});
