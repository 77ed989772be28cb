import { MongoClient } from "mongodb";
import * as v from "valibot";
import { emptyTally, makeLanes } from "./lanes.ts";
import type { Lane } from "./lanes.ts";
import { LoadOrderSchema } from "./messages.ts";
import type { Paused, Tally } from "./messages.ts";
import { seeded } from "./random.ts";

/** A client process: works on all its lanes at once from "work" to "pause", across restarts of the server. */
const [url = "", who = "", seed = "0"] = process.argv.slice(2);
const clients: MongoClient[] = [];
const lanes = makeLanes(openClient, who, seeded(Number(seed)));
const turns = new Map<string, number>();
const state = { isPaused: true };
let running: Promise<Map<string, Tally>> = Promise.resolve(new Map());

process.on("message", (message) => {
  const order = v.parse(LoadOrderSchema, message);
  state.isPaused = order.kind === "pause";
  if (order.kind === "work") running = workAll(order.db);
  else void pause();
});
process.on("disconnect", () => {
  for (const client of clients) void client.close(true);
});

/**
 * One for each lane, which learns of a kill by its own work: the driver tries a write again only when no other
 * connection of the same client was the first to fail.
 */
function openClient(): MongoClient {
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: 20_000,
    maxPoolSize: 1,
    serverMonitoringMode: "poll",
  });
  clients.push(client);
  return client;
}

async function pause(): Promise<void> {
  const paused: Paused = { kind: "paused", tallies: Object.fromEntries(await running) };
  process.send?.(paused);
}

async function workAll(db: string): Promise<Map<string, Tally>> {
  const done = [...lanes].map(async ([name, lane]) => [name, await workOn(name, lane, db)] as const);
  return new Map(await Promise.all(done));
}

async function workOn(name: string, lane: Lane, db: string): Promise<Tally> {
  const tally = emptyTally();
  while (!state.isPaused) {
    const turn = (turns.get(name) ?? 0) + 1;
    turns.set(name, turn);
    try {
      tally.acked.push(await lane.work(lane.client.db(db), turn));
    } catch {
      tally.unsure.push(lane.name(turn));
    }
  }
  return tally;
}
