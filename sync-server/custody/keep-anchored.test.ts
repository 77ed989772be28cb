import { afterAll, beforeAll, expect, test } from "vitest";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { NetworkError } from "#server/platform/network/network.ts";
import { HOUSE_USER, submissionCollection } from "#server/platform/submissions/submission.ts";
import { openAuditLog } from "#server/platform/vault/audit-log.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { ANCHOR_PURPOSE } from "./anchor.ts";
import { keepAnchored } from "./keep-anchored.ts";
import { HOUSE_KIND } from "#server/platform/house/accounts.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_ATTEMPTS = 5;
let world: World;
let address = "";

beforeAll(async () => {
  world = await startWorld();
  // Noon, so that no midnight falls into a test.
  world.clock.advance(DAY_MS * 1.5 - (world.clock.now().getTime() % DAY_MS));
  address = await world.wallet(HOUSE_USER, "house");
  const house = { _id: ANCHOR_PURPOSE, address, createdAt: world.clock.now() };
  const houses = world.database.collection<{ _id: string; seal: string }>(HOUSE_KIND.collection);
  await houses.insertOne({ ...house, seal: sealRow(world.database, HOUSE_KIND, house) });
  const event = { action: "sign", address: "G", purpose: "house", payloadHash: "", requestedBy: "test" } as const;
  await openAuditLog(world.database, world.clock).append({ ...event, reason: "a row to vouch for" });
});
afterAll(() => world.stop());

function keep(feeBid: () => Promise<bigint> = () => world.network.feeBid()): Promise<boolean> {
  return keepAnchored(world.runtime, { feeBid });
}

async function openIssues(): Promise<Record<string, number>> {
  const issues = await world.database.collection("system_issues").find({ type: "custody", status: "active" }).toArray();
  return Object.fromEntries(
    issues.map((issue) => [`${issue["checkId"]}-${issue["subject"]}`, Number(issue["occurrences"])]),
  );
}

test("what keeps the day's anchor off the ledger is one issue per cause, over once the ledger has it", async () => {
  const away = () => Promise.reject(new NetworkError("the network is away"));
  await expect(keep(away)).rejects.toThrow("the network is away");
  // Who watches the network tells of that.
  expect(await openIssues()).toEqual({});
  const broken = () => Promise.reject(new Error("nobody thought of this"));
  for (let time = 0; time < 2; time += 1) await expect(keep(broken)).rejects.toThrow("nobody thought of this");
  expect(await openIssues()).toEqual({ "audit-anchor-failing": 2 });

  const accounts = accountCollection(world.database);
  const balance = (await accounts.findOne({ _id: address }))?.balance ?? "";
  await accounts.updateOne({ _id: address }, { $set: { balance: "1" } });
  expect(await keep()).toBe(false);
  expect(await openIssues()).toEqual({ "audit-anchor-failing": 2, "audit-anchor-unaffordable": 1 });
  await accounts.updateOne({ _id: address }, { $set: { balance } });

  expect(await keep()).toBe(true);
  expect(await keep()).toBe(false);
  expect(Object.keys(await openIssues())).toHaveLength(2);
  await world.settle();
  // Nothing is asked of the network on a day that has its anchor.
  expect(await keep(away)).toBe(false);
  expect(await openIssues()).toEqual({});
});

test("an anchor that the network refuses is tried a few times, then told of, and over the next day", async () => {
  world.clock.advance(DAY_MS);
  const isOpen = { kind: "anchor", state: "created" } as const;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    expect(await keep()).toBe(true);
    await submissionCollection(world.database).updateOne(isOpen, { $set: { state: "failed", isReserving: false } });
  }
  expect(await keep()).toBe(false);
  expect(await keep()).toBe(false);
  expect(await openIssues()).toEqual({ "audit-anchor-refused": 2 });
  world.clock.advance(DAY_MS);
  expect(await keep()).toBe(true);
  await world.settle();
  expect(await keep()).toBe(false);
  expect(await openIssues()).toEqual({});
});
