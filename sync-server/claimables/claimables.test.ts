import {
  Asset,
  AuthClawbackEnabledFlag,
  type AuthFlag,
  AuthRevocableFlag,
  Claimant,
  type Keypair,
  Memo,
  Operation,
} from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cursorAfterLedger } from "#server/platform/network/network.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { type ClaimableDocument, claimableCollection, resyncClaimables } from "./claimables.ts";
import { readCursor } from "#server/platform/ingest/cursor.ts";

const ANA = 1;
const BEN = 2;
let world: World;
let issuer: Keypair;
let ana: Keypair;
let ben: Keypair;
let usd: Asset;

beforeAll(async () => {
  world = await startWorld();
  issuer = await world.stranger();
  [ana, ben] = [await world.ours(ANA), await world.ours(BEN)];
  usd = new Asset("USD", issuer.publicKey());
  const setFlags: AuthFlag = (AuthClawbackEnabledFlag | AuthRevocableFlag) as AuthFlag;
  await world.apply([issuer], [Operation.setOptions({ setFlags })]);
  await world.apply([ana], [Operation.changeTrust({ asset: usd })]);
});
afterAll(() => world.stop());

/** Sets 7.5 USD aside, and answers with the ids of what is new to the first claimant. */
async function setAside(by: Keypair, claimants: readonly Claimant[], memo?: Memo): Promise<ClaimableDocument> {
  const create = Operation.createClaimableBalance({ asset: usd, amount: "7.5", claimants: [...claimants] });
  const hash = await world.apply([by], [create], memo);
  await world.ingest();
  const row = await claimableCollection(world.database).findOne({ hash });
  if (!row) throw new Error("no wallet of ours was told");
  return row;
}

function rowOf(userId: number, { uid }: ClaimableDocument) {
  return claimableCollection(world.database).findOne({ userId, uid });
}

async function claim(by: Keypair, { balanceId }: ClaimableDocument) {
  const hash = await world.apply([by], [Operation.claimClaimableBalance({ balanceId })]);
  await world.ingest();
  return hash;
}

test("what is set aside for a wallet is there with its terms, and claimed once it is", async () => {
  const span = Claimant.predicateAnd(
    Claimant.predicateNot(Claimant.predicateBeforeAbsoluteTime("1000")),
    Claimant.predicateBeforeAbsoluteTime("4000000000"),
  );
  const row = await setAside(issuer, [new Claimant(ana.publicKey(), span)], Memo.text("for May"));
  expect(row).toMatchObject({
    userId: ANA,
    assetCode: "USD",
    issuer: issuer.publicKey(),
    amount: "7.5000000",
    from: issuer.publicKey(),
    memo: "for May",
    claimants: [ana.publicKey()],
    windows: [{ from: "1970-01-01T00:16:40.000Z", until: "2096-10-02T07:06:40.000Z" }],
    state: "open",
    takenBy: "",
  });
  expect(row.uid).toMatch(/^B[A-Z2-7]{57}$/);
  expect((await world.rows(ANA)).some(({ hash }) => hash === row.hash)).toBe(false);
  const hash = await claim(ana, row);
  expect(await rowOf(ANA, row)).toMatchObject({ state: "claimed", takenBy: ana.publicKey() });
  const movements = (await world.rows(ANA)).filter((movement) => movement["hash"] === hash);
  expect(movements).toMatchObject([
    { type: "receive", assetCode: "USD", amount: "7.5000000", from: issuer.publicKey(), to: ana.publicKey() },
  ]);
});

test("of two wallets each has its own row, and who was late is told who has it", async () => {
  await world.apply([ben], [Operation.changeTrust({ asset: usd })]);
  const both = [ana, ben].map((keys) => new Claimant(keys.publicKey()));
  const row = await setAside(issuer, both);
  expect(row.claimants).toEqual([ana.publicKey(), ben.publicKey()]);
  await claim(ben, row);
  expect(await rowOf(ANA, row)).toMatchObject({ state: "gone", takenBy: ben.publicKey() });
  expect(await rowOf(BEN, row)).toMatchObject({ state: "claimed", takenBy: ben.publicKey() });
});

test("what the issuer takes back is gone", async () => {
  const row = await setAside(issuer, [new Claimant(ana.publicKey())]);
  await world.apply([issuer], [Operation.clawbackClaimableBalance({ balanceId: row.balanceId })]);
  await world.ingest();
  expect(await rowOf(ANA, row)).toMatchObject({ state: "gone", takenBy: issuer.publicKey() });
});

test("who sets something aside has it in the history, and may get it back", async () => {
  const row = await setAside(ana, [new Claimant(ben.publicKey()), new Claimant(ana.publicKey())]);
  const made = (await world.rows(ANA)).find(({ hash }) => hash === row.hash);
  expect(made).toMatchObject({ type: "claimable", amount: "7.5000000", from: ana.publicKey(), to: ben.publicKey() });
  const hash = await claim(ana, row);
  expect(await rowOf(BEN, row)).toMatchObject({ state: "gone", takenBy: ana.publicKey() });
  const back = (await world.rows(ANA)).find((movement) => movement["hash"] === hash);
  expect(back).toMatchObject({ type: "receive", from: ana.publicKey(), to: ana.publicKey(), amount: "7.5000000" });
});

test("what comes and goes within one page is in its end state, and a replay changes nothing", async () => {
  const { ledger } = await world.network.head().then(({ sequence }) => ({ ledger: sequence }));
  const create = Operation.createClaimableBalance({
    asset: usd,
    amount: "1",
    claimants: [new Claimant(ana.publicKey())],
  });
  const hash = await world.apply([issuer], [create, create]);
  await world.ingest();
  const made = await claimableCollection(world.database)
    .find({ hash }, { sort: { id: 1 } })
    .toArray();
  expect(made).toHaveLength(2);
  const [first] = made;
  if (first) await claim(ana, first);
  const replay = async () => {
    const movedAt = new Date(0);
    const place = { cursor: cursorAfterLedger(ledger), ledger, movedAt };
    await world.database.collection<{ _id: string }>("cursors").updateOne({ _id: "ledger" }, { $set: place });
    await world.ingest();
    expect((await readCursor(world.database, null))?.ledger).toBeGreaterThan(ledger);
    return claimableCollection(world.database)
      .find({ hash }, { sort: { id: 1 } })
      .toArray();
  };
  const rows = await replay();
  expect(rows.map(({ state }) => state)).toEqual(["claimed", "open"]);
  await claimableCollection(world.database).deleteMany({ hash });
  const again = await replay();
  expect(again.map(({ state }) => state)).toEqual(["claimed", "open"]);
});

test("after missed ledgers what is no longer there is gone, whoever has it", async () => {
  const [taken, left] = [
    await setAside(issuer, [new Claimant(ana.publicKey())]),
    await setAside(issuer, [new Claimant(ana.publicKey())]),
  ];
  await world.apply([ana], [Operation.claimClaimableBalance({ balanceId: taken.balanceId })]);
  const { sequence } = await world.network.head();
  const deps = { runtime: world.runtime, network: world.network };
  await expect(resyncClaimables(deps, sequence + 1)).rejects.toThrow("behind");
  await resyncClaimables(deps, sequence);
  expect(await rowOf(ANA, taken)).toMatchObject({ state: "gone", takenBy: "" });
  expect(await rowOf(ANA, left)).toMatchObject({ state: "open" });
});
