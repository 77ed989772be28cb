import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { KNOWN_MIGRATIONS, MIGRATIONS } from "#server/all-migrations.ts";
import { GENTLE } from "#server/backup/read-moment.ts";
import { restore } from "#server/backup/restore.ts";
import { writeBackup } from "#server/backup/write-backup.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { startMongo } from "#tests/support/embedded.ts";
import { lineOfResult, quantile, type Result, roundsAndLoad } from "./results.ts";

const CLOSE_INTERVAL_MS = 1000;
const PAYERS = 4;
const SENDS = 60;
const IN_ONE = 1000;
const MEBIBYTE = 1024 * 1024;
const KEY = randomBytes(32);
/** Nobody else uses the database that is restored into. */
const WATCH_MS = 100;
const LIMITED_MS = 1000;

const { values } = parseArgs({ options: { documents: { type: "string", default: "10000" } } });
for (const result of await measureBackup(Number(values.documents))) console.log(lineOfResult(result));

/** How long a backup of so many documents and its restore take, how large it is, and what people who pay meanwhile notice of it. */
async function measureBackup(documents: number): Promise<Result[]> {
  const app = await startTestApp({ closeIntervalMs: CLOSE_INTERVAL_MS });
  const folder = await mkdtemp(join(tmpdir(), "astrolabe-bench-backup-"));
  try {
    await fill(app, documents);
    const people = await register(app);
    const alone = await sendWhile(app, people, Promise.resolve());
    const file = join(folder, "backup");
    const { database, clock } = app;
    const source = { database, clock, passphrase: app.stellar.passphrase, pace: GENTLE };
    const beganMs = performance.now();
    const writing = writeBackup(source, KEY, file);
    let tookMs = 0;
    const written = writing.then((backup) => {
      tookMs = performance.now() - beganMs;
      return backup;
    });
    const beside = await sendWhile(app, people, written);
    const { bytes, manifest } = await written;
    const restoredMs = await restoreInto(app, file);
    const name = `${manifest.documents} documents`;
    const note = roundsAndLoad(1);
    const [p95, p95Beside] = [quantile(alone, 0.95), quantile(beside, 0.95)];
    const goal = { kind: "at most", value: 1.2 } as const;
    return [
      { name: `backup of ${name}`, value: tookMs / 60_000, unit: "min", note },
      {
        name: `backup of ${name}`,
        value: bytes / MEBIBYTE,
        unit: "MB",
        note: `of ${(manifest.bytes / MEBIBYTE).toFixed(1)} MB`,
      },
      { name: `restore of ${name}`, value: restoredMs / 60_000, unit: "min", note },
      {
        name: "p95 of sends during a backup",
        value: p95Beside / p95,
        unit: "times",
        goal,
        note: `${p95Beside.toFixed(0)} beside ${p95.toFixed(0)} ms (${beside.length} and ${alone.length} sends, ${note})`,
      },
    ];
  } finally {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Rows as a history has them. */
async function fill({ database }: TestApp, documents: number): Promise<void> {
  for (let from = 0; from < documents; from += IN_ONE) {
    const rows = Array.from({ length: Math.min(IN_ONE, documents - from) }, (_, index) => ({
      userId: (from + index) % 1000,
      number: from + index,
      hash: randomBytes(32).toString("hex"),
      from: randomBytes(28).toString("hex"),
      to: randomBytes(28).toString("hex"),
      amount: "12.3456789",
      memo: "a payment among many others",
      at: new Date(2030, 0, 1, 0, 0, from + index),
    }));
    await database.collection("bench_rows").insertMany(rows);
  }
}

async function register(app: TestApp): Promise<TestUser[]> {
  const people = await Promise.all(Array.from({ length: PAYERS }, () => aUser(app)));
  const funded = { role: "wallet", exists: true } as const;
  await eventually(async () => (await accountCollection(app.database).countDocuments(funded)) === PAYERS, 120_000);
  return people;
}

/** Everybody pays the next one, one payment after the other, as often as told and for as long as `meanwhile` takes; ms of each. */
async function sendWhile(app: TestApp, people: readonly TestUser[], meanwhile: Promise<unknown>): Promise<number[]> {
  const ending = new AbortController();
  const over = meanwhile.finally(() => ending.abort());
  const took: number[] = [];
  await Promise.all(
    people.map(async (person, index) => {
      const to = people[(index + 1) % people.length]?.user.walletAddress ?? "";
      for (let sent = 0; sent < SENDS || !ending.signal.aborted; sent += 1) {
        const beganMs = performance.now();
        if (await sendOnce(app, person, to)) took.push(performance.now() - beganMs);
        else await delay(LIMITED_MS);
      }
    }),
  );
  await over;
  return took;
}

/** Whether it was accepted: nobody may send without end. */
async function sendOnce({ server }: TestApp, { cookie, password }: TestUser, to: string): Promise<boolean> {
  const payload = { to, assetCode: "XLM", amount: "0.01", idempotencyKey: randomUUID(), password };
  const response = await server.inject({ method: "POST", url: "/api/wallet/send", headers: { cookie }, payload });
  if (response.statusCode === 429) return false;
  if (response.statusCode >= 300) throw new Error(`a payment was refused: ${response.body}`);
  return true;
}

async function restoreInto({ config, clock, stellar }: TestApp, file: string): Promise<number> {
  const mongo = await startMongo();
  const database = await openDatabase(mongo.url, "restored", 10_000);
  try {
    const beganMs = performance.now();
    const ring = openKeyRing(config.vault, clock);
    const fitting = { passphrase: stellar.passphrase, ring, known: KNOWN_MIGRATIONS };
    await restore(file, KEY, {
      ...fitting,
      database,
      clock,
      migrations: MIGRATIONS,
      replaces: false,
      watchMs: WATCH_MS,
    });
    return performance.now() - beganMs;
  } finally {
    await database.close();
    await mongo.stop();
  }
}
