import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { MongoClient } from "mongodb";
import type { Collection } from "mongodb";
import { startServer, stopServer } from "#server/embedded/mongo/tests/start-server.ts";
import { leaveAsCut, readTrace } from "./disk-trace.ts";
import { seeded } from "./random.ts";

/**
 * Cuts the power without cutting it. strace writes down every write and every finished sync of the server's files while
 * clients write; then, for random moments, a folder is made of what was surely on the disk by then (and of random
 * sectors of the rest), a server is started on it, and what had been acknowledged by then is looked for.
 */
type Entry = { _id: string; bytes?: Buffer; n?: number };
type Ack = { id: string; at: number };

const CLI = new URL(import.meta.resolve("#server/embedded/mongo/cli.ts")).pathname;
const DOCUMENT_BYTES = 20_000;

const { values } = parseArgs({
  options: {
    cuts: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    megabytes: { type: "string", default: "24" },
  },
});
const random = seeded(Number(values.seed));
const base = mkdtempSync(join(tmpdir(), "astrolabe-power-cut-"));
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  rmSync(base, { recursive: true, force: true });
}

async function run(): Promise<boolean> {
  const folder = join(base, "data");
  mkdirSync(folder);
  const trace = join(base, "trace");
  const began = now();
  const { acks, seen } = await workUnderTrace(folder, trace);
  const calls = await readTrace(trace);
  const syncs = calls.filter((call) => call.kind === "sync").length;
  say(
    `${acks.length} journaled writes acknowledged, ${seen.length} changes told, ${calls.length} disk calls, ${syncs} syncs`,
  );
  const ended = Math.max(...acks.map((ack) => ack.at));
  let isRight = true;
  for (let cut = 0; cut < Number(values.cuts); cut += 1) {
    const moment = began + (ended - began) * random();
    // Nothing of what was not synced, nearly all of it, or half of it, in pieces.
    const share = [0, 0.98, 0.5][cut % 3] ?? 0;
    const left = join(base, `cut-${cut}`);
    mkdirSync(left);
    leaveAsCut(calls, moment, left, () => random() < share);
    const faults = await inspect(
      left,
      [...acks, ...seen].filter((ack) => ack.at <= moment),
    );
    for (const fault of faults) say(`cut ${cut}: ${fault}`);
    isRight &&= faults.length === 0;
    rmSync(left, { recursive: true, force: true });
  }
  say(`${values.cuts} cuts, seed ${values.seed}: ${isRight ? "nothing that was acknowledged is lost" : "FAULTS"}`);
  return isRight;
}

async function workUnderTrace(folder: string, trace: string): Promise<{ acks: Ack[]; seen: Ack[] }> {
  const files = ["mongo.sqlite", "mongo.sqlite-wal", "mongo.sqlite-journal"].flatMap((name) => [
    "-P",
    join(folder, name),
  ]);
  const what = "trace=pwrite64,fdatasync,fsync,ftruncate,unlink";
  const flags = ["-f", "-ttt", "-T", "-y", "-xx", "-s", "100000", "-e", what, ...files, "-o", trace];
  const server = spawn("strace", [
    ...flags,
    process.execPath,
    CLI,
    "--port",
    "0",
    "--data",
    folder,
    "--exit-with-parent",
  ]);
  server.stderr.pipe(process.stderr);
  const port = await new Promise<string>((resolve, reject) => {
    server.stdout.on("data", (chunk: Buffer) => resolve(/:(\d+)\n/.exec(chunk.toString())?.[1] ?? ""));
    server.once("exit", () => reject(new Error("the server did not start under strace")));
  });
  const client = await new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`).connect();
  const entries = client.db("power").collection<Entry>("entries");
  await entries.createIndex({ n: 1 });
  const stream = entries.watch();
  await stream.tryNext();
  const seen: Ack[] = [];
  const watching = (async () => {
    for await (const event of stream) {
      if (event.operationType !== "insert") continue;
      seen.push({ id: event.documentKey._id, at: now() });
      if (event.documentKey._id === "last") return;
    }
  })();
  const acks = await work(client, entries);
  await entries.insertOne({ _id: "last" });
  await watching;
  await client.close(true);
  const gone = new Promise((resolve) => {
    server.once("close", resolve);
  });
  server.stdin.end();
  await gone;
  return { acks, seen };
}

/** Journaled inserts, unjournaled ones in between and transactions of two, all at once; answers what was journaled. */
async function work(client: MongoClient, entries: Collection<Entry>): Promise<Ack[]> {
  const acks: Ack[] = [];
  const turns = Math.ceil((Number(values.megabytes) * 1_000_000) / DOCUMENT_BYTES / 8);
  const entry = (_id: string, n: number): Entry => ({ _id, n, bytes: Buffer.alloc(DOCUMENT_BYTES, n) });
  const singles = async (lane: number): Promise<void> => {
    for (let n = 0; n < turns; n += 1) {
      const id = `single-${lane}-${n}`;
      await entries.insertOne(entry(id, n), { writeConcern: { w: 1, j: true } });
      acks.push({ id, at: now() });
    }
  };
  const loose = async (): Promise<void> => {
    for (let n = 0; n < turns; n += 1)
      await entries.insertOne(entry(`loose-${n}`, n), { writeConcern: { w: 1, j: false } });
  };
  const pairs = async (lane: number): Promise<void> => {
    for (let n = 0; n < turns; n += 1) {
      await client.withSession((session) =>
        session.withTransaction(async () => {
          await entries.insertOne(entry(`pair-${lane}-${n}-a`, n), { session });
          await entries.insertOne(entry(`pair-${lane}-${n}-b`, n), { session });
        }),
      );
      acks.push({ id: `pair-${lane}-${n}-a`, at: now() });
    }
  };
  await Promise.all([singles(0), singles(1), singles(2), loose(), pairs(0), pairs(1)]);
  return acks;
}

async function inspect(folder: string, expected: readonly Ack[]): Promise<string[]> {
  const faults: string[] = [];
  let server;
  try {
    server = await startServer(folder);
  } catch (error) {
    return [`the server does not start: ${String(error)}`];
  }
  const client = await new MongoClient(server.url).connect();
  const entries = client.db("power").collection<Entry>("entries");
  const found = (await entries.find({}, { projection: { _id: 1 } }).toArray()).map((entry) => entry._id);
  const ids = new Set(found);
  for (const { id } of expected) if (!ids.has(id)) faults.push(`${id} is lost`);
  for (const id of found) {
    const other = id.endsWith("-a") ? `${id.slice(0, -1)}b` : `${id.slice(0, -1)}a`;
    if (id.startsWith("pair-") && !ids.has(other)) faults.push(`${id} is there without ${other}`);
  }
  if (found.length > 0 && expected.length > 0) {
    const known = await entries
      .find({}, { projection: { _id: 1 } })
      .hint("n_1")
      .toArray();
    if (known.length !== found.length) faults.push(`the index knows ${known.length} documents of ${found.length}`);
  }
  await client.close();
  await stopServer(server);
  const sql = new DatabaseSync(join(folder, "mongo.sqlite"), { readOnly: true });
  const answer = sql.prepare("PRAGMA integrity_check").get()?.["integrity_check"];
  sql.close();
  if (answer !== "ok") faults.push(`the file is damaged: ${String(answer)}`);
  return faults;
}

/** By the clock that strace writes down. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
