import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { MongoClient } from "mongodb";
import * as v from "valibot";
import { startServer } from "#server/embedded/mongo/tests/start-server.ts";
import type { TestServer } from "#server/embedded/mongo/tests/start-server.ts";
import { findFaults } from "./check.ts";
import type { Ledger } from "./check.ts";
import { emptyTally, prepare } from "./lanes.ts";
import { PausedSchema, SeenSchema } from "./messages.ts";
import type { Paused } from "./messages.ts";
import { seeded } from "./random.ts";

export type RoundsOptions = { rounds: number; seed: number; roundsPerDatabase: number; say: (line: string) => void };

export type RoundsReport = {
  rounds: number;
  kills: number;
  /** Pieces of work by kind, acknowledged and without an answer. */
  acked: Record<string, number>;
  unsure: Record<string, number>;
  events: number;
  faults: string[];
};

const WATCH_DEADLINE_MS = 30_000;
const CLIENTS = ["ann", "bob"];

/** Kills the server in every round while clients in other processes write, and compares what is there with what they were told. */
export async function runRounds(options: RoundsOptions): Promise<RoundsReport> {
  const folder = mkdtempSync(join(tmpdir(), "astrolabe-mongo-crash-"));
  const random = seeded(options.seed);
  const stage = await openStage(folder, options.seed);
  const report: RoundsReport = { rounds: 0, kills: 0, acked: {}, unsure: {}, events: 0, faults: [] };
  try {
    for (let round = 0; round < options.rounds && report.faults.length === 0; round += 1) {
      if (round % options.roundsPerDatabase === 0) await stage.turnPage(`crash${round / options.roundsPerDatabase}`);
      report.kills += await stage.disturb(random);
      report.faults.push(...(await stage.judge(round)));
      report.rounds += 1;
      if ((round + 1) % options.roundsPerDatabase === 0 || round + 1 === options.rounds) {
        stage.count(report);
        report.faults.push(...(await stage.inspectFile(folder)));
        options.say(`${report.rounds} rounds, ${report.kills} kills, ${report.faults.length} faults`);
      }
    }
  } finally {
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return report;
}

class Stage {
  private server: TestServer;
  private readonly folder: string;
  private readonly loads: ChildProcess[];
  private readonly watcher: ChildProcess;
  private readonly client: MongoClient;
  private events: string[] = [];
  private isWatching = false;
  private db = "";
  private ledger: Ledger = { tallies: new Map(), events: [] };

  constructor(server: TestServer, folder: string, seed: number) {
    this.server = server;
    this.folder = folder;
    this.client = new MongoClient(server.url, { serverSelectionTimeoutMS: 20_000 });
    const script = (name: string): string => join(import.meta.dirname, name);
    this.watcher = fork(script("watch.ts"), [server.url]);
    this.watcher.on("message", (message) => {
      const seen = v.parse(SeenSchema, message);
      this.isWatching ||= seen.isWatching;
      this.events.push(...seen.events);
    });
    this.loads = CLIENTS.map((who, index) => fork(script("load.ts"), [server.url, who, String(seed + index)]));
  }

  /** Goes on in a database of its own, so that checking stays cheap; the one before goes. */
  async turnPage(db: string): Promise<void> {
    await this.until(() => this.isWatching);
    if (this.db !== "") await this.client.db(this.db).dropDatabase();
    this.db = db;
    this.events = [];
    this.ledger = { tallies: new Map(), events: this.events };
    await prepare(this.client.db(db));
  }

  /** Lets the clients work, kills the server under them and starts it again; answers how often it was killed. */
  async disturb(random: () => number): Promise<number> {
    for (const load of this.loads) load.send({ kind: "work", db: this.db });
    await delay(20 + random() * 250);
    let kills = await this.kill();
    // Now and then it dies again while it recovers, or right after.
    if (random() < 0.2) {
      const doomed = startServer(this.folder, "--port", String(this.server.port), "--ttl-seconds", "0.1");
      doomed.catch(() => {});
      const early = await Promise.race([doomed, delay(random() * 300)]);
      if (early === undefined) {
        const late = await doomed.catch(() => undefined);
        if (late !== undefined) this.server = late;
      } else this.server = early;
      kills += await this.kill();
    }
    this.server = await startServer(this.folder, "--port", String(this.server.port), "--ttl-seconds", "0.1");
    await delay(random() * 100);
    return kills;
  }

  private async kill(): Promise<number> {
    this.server.process.kill("SIGKILL");
    await this.server.ended;
    return 1;
  }

  /** Lets the clients finish what they are at, and finds what is wrong. */
  async judge(round: number): Promise<string[]> {
    const answers = this.loads.map((load) => pausedOf(load));
    for (const load of this.loads) load.send({ kind: "pause" });
    for (const { tallies } of await Promise.all(answers)) this.add(tallies);
    const db = this.client.db(this.db);
    await db.collection<{ _id: string }>("marks").insertOne({ _id: `mark-${round}` });
    await this.until(() => this.events.includes(`${this.db}/marks insert mark-${round} `));
    return (await findFaults(db, this.ledger)).map((fault) => `round ${round}: ${fault}`);
  }

  private add(tallies: Paused["tallies"]): void {
    for (const [lane, { acked, unsure }] of Object.entries(tallies)) {
      const all = this.ledger.tallies.get(lane) ?? emptyTally();
      all.acked.push(...acked);
      all.unsure.push(...unsure);
      this.ledger.tallies.set(lane, all);
    }
  }

  count(report: RoundsReport): void {
    report.events += this.events.length;
    for (const [lane, { acked, unsure }] of this.ledger.tallies) {
      const [kind = ""] = lane.split(":");
      report.acked[kind] = (report.acked[kind] ?? 0) + acked.length;
      report.unsure[kind] = (report.unsure[kind] ?? 0) + unsure.length;
    }
  }

  /** Has SQLite look through a copy of the file as a kill leaves it. */
  async inspectFile(folder: string): Promise<string[]> {
    await this.kill();
    const copy = mkdtempSync(join(tmpdir(), "astrolabe-mongo-copy-"));
    try {
      cpSync(folder, copy, { recursive: true });
      const sql = new DatabaseSync(join(copy, "mongo.sqlite"));
      const answer = sql.prepare("PRAGMA integrity_check").get()?.["integrity_check"];
      sql.close();
      return answer === "ok" ? [] : [`the file is damaged: ${String(answer)}`];
    } finally {
      rmSync(copy, { recursive: true, force: true });
      this.server = await startServer(folder, "--port", String(this.server.port), "--ttl-seconds", "0.1");
    }
  }

  private async until(isSo: () => boolean): Promise<void> {
    const deadline = performance.now() + WATCH_DEADLINE_MS;
    while (!isSo()) {
      if (performance.now() > deadline) throw new Error("the watcher did not see in time what was written");
      await delay(5);
    }
  }

  async close(): Promise<void> {
    for (const child of [...this.loads, this.watcher]) {
      const gone = new Promise((resolve) => {
        child.once("exit", resolve);
      });
      child.kill("SIGKILL");
      await gone;
    }
    await this.client.close(true);
    this.server.process.kill("SIGKILL");
    await this.server.ended;
  }
}

async function openStage(folder: string, seed: number): Promise<Stage> {
  return new Stage(await startServer(folder, "--ttl-seconds", "0.1"), folder, seed);
}

function pausedOf(load: ChildProcess): Promise<Paused> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error("a client process ended"));
    load.once("exit", fail);
    load.once("message", (message) => {
      load.off("exit", fail);
      resolve(v.parse(PausedSchema, message));
    });
  });
}
