import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { eventually } from "#tests/support/app.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { LeaseLostError, openLeases } from "./leases.ts";

const FIXTURE = join(import.meta.dirname, "paused-holder.fixture.ts");
const LEASE_MS = 2000;
const clock = { now: () => new Date() };
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

/** A process that holds the lease; `said` waits for its next word. */
async function aHolder() {
  const child = spawn(process.execPath, [FIXTURE, mongo.url, String(LEASE_MS)], { stdio: ["pipe", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const hears = (word: string) => eventually(() => output.includes(word), 20_000);
  await hears("held");
  return { child, hears };
}

test("a process that was paused while another took its job over writes nothing when it goes on", async () => {
  const { child, hears } = await aHolder();
  child.kill("SIGSTOP");
  const leases = openLeases(database, clock);
  const lease = await eventually(() => leases.acquire("paying", LEASE_MS), 20_000);
  await database.transaction(async (session) => {
    await leases.assertHeld(session, lease);
    await database.collection("effects").insertOne({ by: "successor" }, { session });
  });
  child.stdin.write("go\n");
  child.kill("SIGCONT");
  await hears("lost");
  expect(await database.collection("effects").find({}).toArray()).toMatchObject([{ by: "successor" }]);
  expect(lease.token).toBe(2);
}, 60_000);

test("a process that was paused while nobody took over goes on where it was", async () => {
  const { child, hears } = await aHolder();
  child.kill("SIGSTOP");
  child.stdin.write("go\n");
  child.kill("SIGCONT");
  await hears("wrote");
  expect(await database.collection("effects").countDocuments()).toBe(1);
}, 60_000);

test("of many that want a job at once one gets it, and its token grows with every holder", async () => {
  const all = Array.from({ length: 6 }, () => openLeases(database, clock));
  const taken = await Promise.all(all.map((leases) => leases.acquire("job", 60_000)));
  const held = taken.filter((lease) => lease !== null);
  expect(held).toMatchObject([{ token: 1 }]);
  const holder = all[taken.findIndex((lease) => lease !== null)];
  expect(await holder?.acquire("job", 60_000)).toMatchObject({ token: 1 });
  if (held[0]) await holder?.release(held[0]);
  const next = await all.find((leases) => leases !== holder)?.acquire("job", 60_000);
  expect(next).toMatchObject({ token: 2 });
  const former = held[0];
  if (!holder || !former) throw new Error("nobody held the lease");
  await expect(database.transaction((session) => holder.assertHeld(session, former))).rejects.toThrow(LeaseLostError);
});
