import { Asset, type Keypair, Memo, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { accountCollection } from "./account.ts";
import { GapFiller } from "./fill-gaps.ts";
import { followOn } from "./follow.ts";
import { OwnAccounts } from "./own-accounts.ts";

const RETAINED = 5;
const KEPT = 48;
const ANA = 1;
let world: World;
let stranger: Keypair;
let ana: Keypair;

beforeAll(async () => {
  world = await startWorld({ retainLedgers: RETAINED, keepHistory: KEPT, hasHorizon: true });
  stranger = await world.stranger();
  ana = await world.ours(ANA);
  await follow();
});
afterAll(() => world.stop());

function pay(amount: string): Promise<string> {
  const payment = Operation.payment({ destination: ana.publicKey(), asset: Asset.native(), amount });
  return world.apply([stranger], [payment], Memo.text(`of ${amount}`));
}

/** Ingests as a process that was just started does, with gaps and all. */
async function follow(): Promise<void> {
  const network = openRpcNetwork(world.runtime.config.stellar);
  const own = new OwnAccounts();
  const filler = new GapFiller();
  while (await followOn({ runtime: world.runtime, network, parts: INGEST_PARTS }, own, filler));
}

test("what the embedded network has forgotten is told to be missing; what it kept is filled, and the balance is right", async () => {
  const forgotten = await pay("11");
  for (let closed = 0; closed < KEPT + 16; closed += 1) await world.close();
  const kept = await pay("22");
  for (let closed = 0; closed < 2 * RETAINED; closed += 1) await world.close();
  await follow();
  const rows = await world.rows(ANA);
  expect(rows.filter(({ hash }) => hash === forgotten)).toEqual([]);
  expect(rows.filter(({ hash }) => hash === kept)).toMatchObject([{ type: "receive", amount: "22.0000000" }]);
  expect(await world.database.collection("system_issues").findOne({ checkId: "ingestion-gap-missing" })).not.toBeNull();
  const account = await accountCollection(world.database).findOne({ userId: ANA });
  expect(account?.balance).toBe(String(10_033n * 10_000_000n));
});
