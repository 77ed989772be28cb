import { Asset, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { GapFiller } from "./fill-gaps.ts";
import { followOn } from "./follow.ts";
import { gapCollection } from "./gap-store.ts";
import { OwnAccounts } from "./own-accounts.ts";

const LEDGERS = 10_000;
const EVERY = 1000;
let world: World;

beforeAll(async () => {
  world = await startWorld({ retainLedgers: 100, hasHorizon: true });
});
afterAll(() => world.stop());

test("a gap of 10,000 ledgers is filled, by a new process after every few steps", async () => {
  const [stranger, ana] = [await world.stranger(), await world.ours(1)];
  const payment = Operation.payment({ destination: ana.publicKey(), asset: Asset.native(), amount: "1" });
  const hashes: string[] = [];
  for (let ledger = 0; ledger < LEDGERS; ledger += 1)
    if (ledger % EVERY === 0) hashes.push(await world.apply([stranger], [payment]));
    else await world.close();
  const deps = { runtime: world.runtime, network: world.network, parts: INGEST_PARTS };
  for (let isMore = true; isMore;) {
    const [filler, own] = [new GapFiller(), new OwnAccounts()];
    for (let steps = 0; steps < 7 && isMore; steps += 1) isMore = await followOn(deps, own, filler);
  }
  const rows = (await world.rows(1)).filter(({ type }) => type === "receive");
  expect(rows.map(({ hash }) => hash)).toEqual(hashes);
  expect(await gapCollection(world.database).findOne({})).toMatchObject({
    state: "filled",
    transactions: hashes.length,
  });
}, 240_000);
