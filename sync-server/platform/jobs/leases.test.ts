import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { eventually } from "#tests/support/app.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { LeaseLostError, type Leases, openLeases } from "./leases.ts";

const FIXTURE = join(import.meta.dirname, "paused-holder.fixture.ts");
const LEASE_MS = 1500;
const LONG_MS = 60_000;
const HOUR_MS = 60 * 60 * 1000;
const DEADLINE_MS = 20_000;
let mongo: TestMongo;
let database: Database;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "leases", 10_000);
});
beforeEach(async () => {
  await database.collection("leases").deleteMany({});
  await database.collection("effects").deleteMany({});
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

/** A process that wants the lease, by a clock that may be wrong; `hears` waits for its next word. */
async function aProcess(durationMs: number, skewMs = 0) {
  const child = spawn(process.execPath, [FIXTURE, mongo.url, String(durationMs), String(skewMs)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const hears = (word: string) => eventually(() => output.includes(word), DEADLINE_MS);
  await eventually(() => /held|refused/.test(output), DEADLINE_MS);
  return { child, hears, isHolding: output.includes("held") };
}

async function write(leases: Leases, lease: Parameters<Leases["assertHeld"]>[1]): Promise<void> {
  await database.transaction(async (session) => {
    await leases.assertHeld(session, lease);
    await database.collection("effects").insertOne({ by: "successor" }, { session });
  });
}

test("a process that was paused while another took its job over writes nothing when it goes on", async () => {
  const { child, hears } = await aProcess(LEASE_MS);
  child.kill("SIGSTOP");
  const leases = openLeases(database, LONG_MS);
  const lease = await eventually(() => leases.acquire("paying"), DEADLINE_MS);
  await write(leases, lease);
  child.stdin.write("go\n");
  child.kill("SIGCONT");
  await hears("lost");
  expect(await database.collection("effects").find({}).toArray()).toMatchObject([{ by: "successor" }]);
  expect(lease.token).toBe(2);
  await leases.release(lease);
}, 60_000);

test("a process that was paused while nobody took over goes on where it was", async () => {
  const { child, hears } = await aProcess(LEASE_MS);
  child.kill("SIGSTOP");
  const over = { _id: "paying", $expr: { $lt: ["$until", "$$NOW"] } };
  await eventually(() => database.collection<{ _id: string }>("leases").findOne(over), DEADLINE_MS);
  child.stdin.write("go\n");
  child.kill("SIGCONT");
  await hears("wrote");
  expect(await database.collection("effects").countDocuments()).toBe(1);
}, 60_000);

test("a process whose clock is an hour ahead steals no lease, and keeps none longer", async () => {
  const leases = openLeases(database, LONG_MS);
  const lease = await leases.acquire("paying");
  const thief = await aProcess(LONG_MS, HOUR_MS);
  expect(thief.isHolding).toBe(false);
  if (!lease) throw new Error("nobody holds the lease");
  await write(leases, lease);
  await leases.release(lease);
  thief.child.kill("SIGKILL");
  const { child, isHolding } = await aProcess(LEASE_MS, HOUR_MS);
  expect(isHolding).toBe(true);
  child.kill("SIGKILL");
  const next = await eventually(() => leases.acquire("paying"), DEADLINE_MS);
  expect(next.token).toBe(3);
  await leases.release(next);
}, 60_000);

test("a process whose clock is an hour behind holds what it took", async () => {
  const { child, hears, isHolding } = await aProcess(LONG_MS, -HOUR_MS);
  expect(isHolding).toBe(true);
  expect(await openLeases(database, LONG_MS).acquire("paying")).toBe(null);
  child.stdin.write("go\n");
  await hears("wrote");
}, 60_000);

test("a lease is renewed for as long as it is held, and lost once another has it", async () => {
  const [leases, others] = [openLeases(database, LEASE_MS), openLeases(database, LONG_MS)];
  const lease = await leases.acquire("job");
  if (!lease) throw new Error("nobody holds the lease");
  const stored = () => database.collection<{ _id: string; until: Date }>("leases").findOne({ _id: "job" });
  const first = await stored();
  await eventually(async () => (await stored())?.until.getTime() !== first?.until.getTime());
  expect(await others.acquire("job")).toBe(null);
  await database
    .collection<{ _id: string }>("leases")
    .updateOne({ _id: "job" }, { $set: { holder: "another", until: new Date(0) } });
  await eventually(() => lease.lost.aborted);
  expect(await eventually(() => others.acquire("job"))).toMatchObject({ token: 2 });
  expect(await leases.acquire("job")).toBe(null);
});

test("of many that want a job at once one gets it, and its token grows with every holder", async () => {
  const all = Array.from({ length: 6 }, () => openLeases(database, LONG_MS));
  const taken = await Promise.all(all.map((leases) => leases.acquire("job")));
  const held = taken.filter((lease) => lease !== null);
  expect(held).toMatchObject([{ token: 1 }]);
  const holder = all[taken.findIndex((lease) => lease !== null)];
  const [former] = held;
  if (!holder || !former) throw new Error("nobody held the lease");
  expect(await holder.acquire("job")).toBe(former);
  await holder.release(former);
  // Who was told a moment ago that another holds it believes that for a moment more.
  const next = await eventually(() => all.find((leases) => leases !== holder)?.acquire("job"));
  expect(next).toMatchObject({ token: 2 });
  await expect(database.transaction((session) => holder.assertHeld(session, former))).rejects.toThrow(LeaseLostError);
  expect(former.lost.aborted).toBe(true);
});
