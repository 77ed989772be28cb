import { Account, Asset, type Keypair, Memo, MuxedAccount, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { houseAccounts, makeHouseAccounts, makeOwnAccount, type MakeKey } from "#server/platform/house/accounts.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { suspenseOrder, suspenseSearch } from "#server/platform/ingest/migrations.ts";
import { suspenseCollection } from "#server/platform/ingest/suspense-items.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { sealNames } from "#tests/support/seals.ts";
import { askFriendbot } from "#server/platform/network/friendbot.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { reconcile } from "#server/reconciliation/index.ts";
import { openApprovals } from "#server/approvals/index.ts";
import { createSecurity, oneNamespace } from "#server/users/index.ts";
import { claimAct, claimItem, returnAct, returnItem } from "./decide-item.ts";
import { listItems, readItem } from "./list-items.ts";
import { addOperator } from "#tests/support/operators.ts";

const OPERATOR = 99;
const BY = { operatorId: OPERATOR, reason: "as agreed" };
const ANA = 1;
let world: World;
let treasury: string;
let stranger: Keypair;
let ana: string;

beforeAll(async () => {
  world = await startWorld();
  const { database, deps, clock } = world;
  const makeKey: MakeKey = (session) => deps.vault.createKey(session, { userId: 0, purpose: "house" });
  await makeHouseAccounts(database, makeKey, clock);
  await database.transaction((session) => makeOwnAccount(database, makeKey, session, "channel"));
  for (const { _id } of await accountCollection(database).find({}).toArray())
    expect(await askFriendbot(world.stellar.friendbotUrl, _id)).toBe(true);
  treasury = (await houseAccounts(database)).get("treasury") ?? "";
  stranger = await world.stranger();
  ana = await world.wallet(ANA);
  await database.collection("users").insertOne({ id: ANA, usernameKey: "ana", uniqueUserIdKey: "ana-77" });
  await oneNamespace.run(database, clock.now());
  for (const migration of [suspenseOrder, suspenseSearch]) await migration.run(database, clock.now());
  await sealNames(database);
  for (const operator of [OPERATOR, OPERATOR + 1])
    await database.transaction((session) => createSecurity({ database }, session, operator));
  for (const operator of [OPERATOR, OPERATOR + 1, ANA]) await addOperator(database, operator);
  await world.ingest();
});
afterAll(() => world.stop());

/** Pays an item on, as if whoever has to had agreed. */
async function payOn(id: number): Promise<void> {
  const { assetCode, issuer, amount, from } = await readItem(world.runtime, id);
  const content = { kind: "claim-suspense", itemId: id, userId: ANA, assetCode, issuer, amount, from } as const;
  const carryOut = await claimAct(world.deps, () => undefined).prepare(content);
  await world.database.transaction((session) => carryOut(session, BY));
}

/** Pays an item back, on one operator's word. */
async function giveBack(id: number, by: { readonly operatorId: number; readonly reason: string }): Promise<void> {
  const approvals = openApprovals(world.runtime);
  approvals.define(
    "return-suspense",
    returnAct(world.deps, () => undefined),
  );
  await returnItem(world.deps, approvals, id, by);
}

async function listed(find = "") {
  return (await listItems(world.runtime, { find, show: "" })).items;
}

/** Pays the treasury, and answers with the item that came of it. */
async function arrive(amount: string, memo: Memo = Memo.none(), to = treasury) {
  const payment = Operation.payment({ destination: to, asset: Asset.native(), amount });
  const hash = await world.apply([stranger], [payment], memo);
  await world.ingest();
  return suspenseCollection(world.database).findOne({ hash });
}

async function balanceOf(address: string): Promise<bigint> {
  const { accounts } = await world.network.holdings([{ address, assets: [] }]);
  return accounts.get(address)?.balance ?? 0n;
}

test("opening the house's accounts leaves nothing in suspense", async () => {
  expect(await listed()).toEqual([]);
});

test("what arrives without a match is kept, with whom it may be for; what the house sent itself is not", async () => {
  const plain = await arrive("5");
  expect(plain).toMatchObject({ state: "open", amount: "50000000", from: stranger.publicKey(), memo: "" });
  await arrive("6", Memo.text("Ana-77"));
  const muxed = new MuxedAccount(new Account(treasury, "0"), String(ANA)).accountId();
  await arrive("7", Memo.none(), muxed);
  await arrive("8", Memo.id("4711"));
  expect(await arrive("9", Memo.text("Top-up"))).toBe(null);
  const items = await listed();
  expect(items.map(({ amount, suggestedUserId, to }) => [amount, suggestedUserId, to])).toEqual([
    ["5.0000000", null, treasury],
    ["6.0000000", ANA, treasury],
    ["7.0000000", ANA, muxed],
    ["8.0000000", null, treasury],
  ]);
  const found = async (find: string) => (await listed(find)).map(({ amount }) => amount.slice(0, 1));
  expect(await found("4711")).toEqual(["8"]);
  expect(await found(String(ANA))).toContain("7");
  expect(await found("ana-7")).toEqual(["6"]);
  expect(await found(plain?.hash ?? "")).toEqual(["5"]);
  expect(await found(stranger.publicKey())).toEqual(["5", "6", "7", "8"]);
  expect(await found(muxed)).toEqual(["7"]);
  expect(await found("47")).toEqual([]);
  expect((await reconcile(world.runtime, world.network)).assets.get("XLM")).toMatchObject({ owed: 260_000_000n });
});

test("however many items there are, whom they are for is asked at once", async () => {
  const asked: string[] = [];
  const { database } = world.runtime;
  const counting: typeof database = {
    ...database,
    collection: (name) => {
      asked.push(name);
      return database.collection(name);
    },
  };
  const { items } = await listItems({ ...world.runtime, database: counting }, { find: "", show: "" });
  expect(items.length).toBeGreaterThan(3);
  expect(asked.filter((name) => name === "users")).toHaveLength(2);
  expect(asked.filter((name) => name === "names")).toHaveLength(1);
});

test("the same ledger read again records nothing twice", async () => {
  const items = await suspenseCollection(world.database).countDocuments();
  await world.database
    .collection<{ _id: string }>("cursors")
    .updateOne({ _id: "ledger" }, { $set: { cursor: String(2n << 32n), ledger: 2 } });
  await world.ingest();
  expect(await suspenseCollection(world.database).countDocuments()).toBe(items);
});

test("an item is claimed once, however often and by whomever at once", async () => {
  const item = await arrive("11");
  const before = await balanceOf(ana);
  const decisions = await Promise.allSettled([
    payOn(item?.id ?? 0),
    payOn(item?.id ?? 0),
    giveBack(item?.id ?? 0, { operatorId: OPERATOR + 1, reason: "nobody's" }),
  ]);
  const refused = decisions.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(2);
  for (const refusal of refused) expect(refusal).toMatchObject({ reason: { code: "suspense-decided" } });
  await world.settle();
  const paid = await submissionCollection(world.database).find({ kind: "refund", state: "confirmed" }).toArray();
  expect(paid).toHaveLength(1);
  const decided = await readItem(world.runtime, item?.id ?? 0);
  expect(decided.payment?.state).toBe("confirmed");
  if (decided.state === "claimed") expect((await balanceOf(ana)) - before).toBe(110_000_000n);
  await expect(giveBack(item?.id ?? 0, BY)).rejects.toMatchObject({ code: "suspense-decided" });
  expect((await listed()).some(({ id }) => id === item?.id)).toBe(false);
});

test("an item goes back to its sender, less nothing", async () => {
  const item = await arrive("13");
  const before = await balanceOf(stranger.publicKey());
  await giveBack(item?.id ?? 0, BY);
  await world.settle();
  expect((await balanceOf(stranger.publicKey())) - before).toBe(130_000_000n);
  expect(await readItem(world.runtime, item?.id ?? 0)).toMatchObject({ state: "returned" });
});

test("after its payment failed an item may be decided again, and until then not", async () => {
  const sender = await world.stranger();
  const payment = Operation.payment({ destination: treasury, asset: Asset.native(), amount: "0.5" });
  const hash = await world.apply([sender], [payment]);
  await world.apply([sender], [Operation.accountMerge({ destination: stranger.publicKey() })]);
  await world.ingest();
  const item = await suspenseCollection(world.database).findOne({ hash });
  // Half a lumen does not open the account again.
  await giveBack(item?.id ?? 0, BY);
  await expect(payOn(item?.id ?? 0)).rejects.toMatchObject({
    code: "suspense-decided",
  });
  await world.settle();
  expect((await readItem(world.runtime, item?.id ?? 0)).payment).toMatchObject({ state: "failed" });
  expect((await reconcile(world.runtime, world.network)).differences).toEqual([]);
  const before = await balanceOf(ana);
  await payOn(item?.id ?? 0);
  await world.settle();
  expect((await balanceOf(ana)) - before).toBe(5_000_000n);
});

test("nobody claims for themselves, for nobody, or what is not there", async () => {
  const item = await arrive("1");
  const id = item?.id ?? 0;
  const approvals = openApprovals(world.runtime);
  approvals.define(
    "claim-suspense",
    claimAct(world.deps, () => undefined),
  );
  await expect(claimItem(world.deps, approvals, id, { ...BY, operatorId: ANA, userId: ANA })).rejects.toMatchObject({
    code: "approval-own",
  });
  await expect(claimItem(world.deps, approvals, id, { ...BY, userId: 555 })).rejects.toMatchObject({
    code: "user-unknown",
  });
  await expect(giveBack(12_345, BY)).rejects.toMatchObject({ code: "suspense-unknown" });
  // Its payer named nobody: to whom it goes is no single operator's choice.
  const proposal = await claimItem(world.deps, approvals, id, { ...BY, userId: ANA });
  expect(proposal).toMatchObject({ why: "Its payer named nobody, or somebody else.", userId: ANA, state: "proposed" });
  expect(await readItem(world.runtime, id)).toMatchObject({ state: "open" });
});
