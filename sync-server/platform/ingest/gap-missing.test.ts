import { type Keypair, Asset, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type HorizonProxy, startHorizonProxy } from "#server/platform/network/horizon-proxy.fixture.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { GapFiller } from "./fill-gaps.ts";
import { followOn } from "./follow.ts";
import { gapCollection } from "./gap-store.ts";
import { OwnAccounts } from "./own-accounts.ts";

const RETAINED = 5;
const ANA = 1;
const BEN = 2;
let world: World;
let proxy: HorizonProxy;
let runtime: Runtime;
let stranger: Keypair;
let ana: Keypair;

beforeAll(async () => {
  world = await startWorld({ retainLedgers: RETAINED });
  proxy = await startHorizonProxy(world.stellar.horizonUrl);
  const { config } = world.runtime;
  runtime = { ...world.runtime, config: { ...config, stellar: { ...config.stellar, horizonUrls: [proxy.url] } } };
  stranger = await world.stranger();
  ana = await world.ours(ANA);
  await world.ours(BEN);
});
afterAll(async () => {
  await proxy.stop();
  await world.stop();
});

function deps(database = world.database) {
  return { runtime: { ...runtime, database }, network: openRpcNetwork(runtime.config.stellar), parts: INGEST_PARTS };
}

async function follow(): Promise<void> {
  const [own, filler] = [new OwnAccounts(), new GapFiller()];
  while (await followOn(deps(), own, filler));
}

/** Leaves a gap with a payment in its first ledger, and answers with its bounds. */
async function comeToGap(): Promise<{ readonly first: number; readonly last: number }> {
  const pay = Operation.payment({ destination: ana.publicKey(), asset: Asset.native(), amount: "1" });
  await world.apply([stranger], [pay]);
  for (let closed = 0; closed < 3 * RETAINED; closed += 1) await world.close();
  await followOn(deps(), new OwnAccounts(), new GapFiller());
  const gap = await gapCollection(world.database).findOne({ state: "open" });
  return { first: gap?.first ?? 0, last: gap?.last ?? 0 };
}

function beginsAt(ledger: number): void {
  const late = (_path: string, body: Record<string, unknown>) =>
    "history_elder_ledger" in body ? { ...body, history_elder_ledger: ledger } : body;
  proxy.behave({ alter: late });
}

function diesAfter(commits: number): World["database"]["transaction"] {
  let left = commits;
  return (work) => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error("died")) : world.database.transaction(work);
  };
}

async function told(userId: number): Promise<unknown[]> {
  const rows = await world.database.collection("transactions").find({ userId, type: "missing" }).toArray();
  return rows.map(({ uid }) => uid).toSorted();
}

function resolution(): Promise<Record<string, unknown> | null> {
  return world.database.collection("system_issues").findOne({ checkId: "ingestion-gap" });
}

test("whoever dies while it tells what is missing tells nobody of the same ledgers twice", async () => {
  const { first } = await comeToGap();
  // What is missing is kept, people are told, an issue is opened, and it goes on behind.
  for (const [deaths, commits] of [0, 1, 2].entries()) {
    beginsAt(first + deaths + 1);
    const dying = deps({ ...world.database, transaction: diesAfter(commits) });
    await expect(new GapFiller().step(dying, new OwnAccounts())).rejects.toThrow("died");
  }
  beginsAt(first + 4);
  await follow();
  const expected = [`missing-${first}-${first + 1}`, `missing-${first + 2}-${first + 3}`];
  expect(await told(ANA)).toEqual(expected);
  expect(await told(BEN)).toEqual(expected);
  expect((await resolution())?.["resolution"]).toMatch(
    /^Ledgers \d+ to \d+ were filled from Horizon, but for 4 that its history does not reach back to: 0 transactions/,
  );
});

test("a gap of which Horizon tells nothing any more closes as missing, and is not said to be filled", async () => {
  await world.database.collection("system_issues").deleteMany({});
  proxy.behave({});
  const { first, last } = await comeToGap();
  beginsAt(last + 1);
  await follow();
  expect(await gapCollection(world.database).findOne({ first })).toMatchObject({ state: "missing", transactions: 0 });
  expect(await resolution()).toMatchObject({
    status: "resolved",
    resolution: `Of ledgers ${first} to ${last} none could be filled.`,
  });
  expect(await told(ANA)).toContain(`missing-${first}-${last}`);
});
