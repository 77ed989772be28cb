import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Db, MongoClient } from "mongodb";
import type { Socket } from "socket.io-client";
import { eventually } from "#tests/support/app.ts";
import { cpuMsOf } from "#tests/support/process-usage.ts";
import { joinReplicas, payOnce, type ReplicaPerson } from "#tests/support/replica-people.ts";
import { type Replicas, startReplicas } from "#tests/support/replicas.ts";
import type { Axis, NoteFigure } from "./growth-table.ts";
import { median } from "./results.ts";
import { connectDevice } from "./sync-processes.ts";

const PEOPLE = 4;
const SENDS = 24;
/** Sends of each process before it is measured. */
const WARM_UP = 16;
/** Edits of each way. */
const ROUNDS = 8;
const IDLE_MS = 10_000;
/** Longer than from one renewal to the next, and shorter than a lease. */
const STILL_MS = 2000;
const TIMEOUT_MS = 120_000;
const LEDGER_MS = 1000;
/** Of which it is asked who holds it: it is never given up by itself. */
const JOB = "ingestion";
const MANY = "999999";
/** Whoever measures comes from one network. */
const ROOMY = {
  REQUESTS_PER_USER: MANY,
  REQUESTS_PER_NETWORK: MANY,
  REGISTRATIONS_PER_NETWORK: MANY,
  SPONSORED_PER_NETWORK: MANY,
};

const FIGURES = {
  send: {
    name: "processor time of all processes for a send, until it is confirmed",
    unit: "ms",
    grows: "flat",
    note: "beyond what they take at rest, the password's hash counted in; each process reads every change",
  },
  rest: {
    name: "processor time of all processes at rest",
    unit: "ms/s",
    grows: "linear",
    note: "each follows the change stream, and asks who holds the leases",
  },
  own: {
    name: "an edit to another device at the same process",
    unit: "ms",
    grows: "flat",
    note: "the slowest process",
  },
  push: {
    name: "an edit to a device at another process",
    unit: "ms",
    grows: "flat",
    note: "the slowest of all ways, which lead over the database's change stream",
  },
  takeover: {
    name: "a killed process's job taken over",
    unit: "s",
    grows: "flat",
    note: "where there is one process, by the next one's start, which is not measured",
  },
} as const;

type Name = keyof typeof FIGURES;

interface LeaseRow {
  readonly _id: string;
  readonly holder: string;
  readonly until: Date;
}

export const PROCESSES: Axis<Name> = {
  what: "processes on one database",
  sizes: [1, 2, 3, 4],
  figures: FIGURES,
  async measure(sizes, at) {
    for (const count of sizes) await measureReplicas(count, at(count));
  },
};

async function measureReplicas(count: number, note: NoteFigure<Name>): Promise<void> {
  const replicas = await startReplicas(count, { closeIntervalMs: LEDGER_MS, environment: ROOMY });
  try {
    const people: ReplicaPerson[] = [];
    while (people.length < PEOPLE) people.push(await joinReplicas(replicas));
    // A process that has sent little yet takes longer over it.
    await sendAll(replicas, people, WARM_UP * count);
    await delay(IDLE_MS);
    const rest = await cpuOver(replicas, () => delay(IDLE_MS));
    note("rest", rest.cpuMs / (rest.ms / 1000));
    const sending = await cpuOver(replicas, () => sendAll(replicas, people, SENDS));
    note("send", Math.max(1, sending.cpuMs - (rest.cpuMs / rest.ms) * sending.ms) / SENDS);
    const ways = await everyWay(replicas, people[0]);
    note("own", Math.max(...ways.own));
    if (count === 1) return;
    note("push", Math.max(...ways.other));
    note("takeover", await takeoverSeconds(replicas));
  } finally {
    await replicas.close();
  }
}

async function cpuOver({ ports, pidOf }: Replicas, work: () => Promise<unknown>) {
  const cpuMs = async () =>
    (await Promise.all(ports.map((port) => cpuMsOf(pidOf(port))))).reduce((sum, each) => sum + each, 0);
  const [before, from] = [await cpuMs(), performance.now()];
  await work();
  return { cpuMs: (await cpuMs()) - before, ms: performance.now() - from };
}

/** In turns through the proxy, so that every process takes its share. */
async function sendAll(replicas: Replicas, people: readonly ReplicaPerson[], count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    const [from, to] = [people[sent % PEOPLE], people[(sent + 1) % PEOPLE]];
    if (!from || !to) throw new Error("nobody pays");
    const answer = await payOnce(replicas, from, to);
    if (!answer.ok) throw new Error(`a payment: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  }
  await withDatabase(replicas, (database) =>
    eventually(
      async () =>
        (await database.collection("submissions").countDocuments({ kind: "send", state: { $ne: "confirmed" } })) === 0,
      TIMEOUT_MS,
    ),
  );
}

/** How long an edit takes from one device to another of the same person, by each two processes that they may be at, in ms: the middle of each. */
async function everyWay({ ports }: Replicas, person: ReplicaPerson | undefined) {
  if (!person) throw new Error("nobody is there");
  const connect = (port: number) => connectDevice(`http://127.0.0.1:${port}`, person.cookie);
  const [here, there] = [await Promise.all(ports.map(connect)), await Promise.all(ports.map(connect))];
  const ways: { readonly own: number[]; readonly other: number[] } = { own: [], other: [] };
  try {
    for (const [at, from] of here.entries())
      for (const [toward, to] of there.entries()) {
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) times.push(await msToHear(from, to));
        ways[at === toward ? "own" : "other"].push(median(times));
      }
  } finally {
    for (const device of [...here, ...there]) device.disconnect();
  }
  return ways;
}

async function msToHear(from: Socket, to: Socket): Promise<number> {
  const beganMs = performance.now();
  const heard = new Promise<number>((resolve) => {
    to.once("changes", () => resolve(performance.now() - beganMs));
  });
  const named = { name: "Carla", stellarAddress: "carla*example.org", uniqueUserId: "", memo: "" };
  const contact = { uid: randomUUID(), id: 0, _deleted: false, ...named, editedAt: { name: 1000 } };
  const rows = [{ newDocumentState: contact }];
  const answer = await from.timeout(TIMEOUT_MS).emitWithAck("push", { collection: "contacts", rows });
  if (Object(answer).error || Object(answer).refused?.length > 0) throw new Error(JSON.stringify(answer));
  return heard;
}

/** From the end of the process that holds a job until another has its lease. */
function takeoverSeconds(replicas: Replicas): Promise<number> {
  return withDatabase(replicas, async (database) => {
    const leases = database.collection<LeaseRow>("leases");
    const read = async () => (await leases.findOne({ _id: JOB })) ?? { holder: "", until: new Date(0) };
    const port = await holdingPort(replicas, async () => (await read()).until.getTime());
    const { holder: former } = await read();
    await replicas.kill(port);
    const from = performance.now();
    await eventually(async () => ![former, ""].includes((await read()).holder), TIMEOUT_MS);
    return (performance.now() - from) / 1000;
  });
}

/** Whoever holds a lease renews it; one that is held still for a moment, and does not lose it by that, shows which one that is. */
async function holdingPort({ ports, pidOf }: Replicas, until: () => Promise<number>): Promise<number> {
  for (const port of ports) {
    process.kill(pidOf(port), "SIGSTOP");
    try {
      // What was on its way is written by then.
      await delay(STILL_MS / 5);
      const before = await until();
      await delay(STILL_MS);
      if ((await until()) === before) return port;
    } finally {
      process.kill(pidOf(port), "SIGCONT");
    }
  }
  throw new Error(`no process holds ${JOB}`);
}

async function withDatabase<T>({ mongoUrl }: Replicas, work: (database: Db) => Promise<T>): Promise<T> {
  const client = await new MongoClient(mongoUrl).connect();
  try {
    return await work(client.db("astrolabe"));
  } finally {
    await client.close();
  }
}
