import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { startWorld, type World } from "#tests/support/world.ts";

/** What a pool trades with pays its owner and nobody else, whatever is accepted for it, by mistake or by somebody who got in. */
const OWNER = 1;
const OTHER = 2;
const AMOUNT = "10000000";
let world: World;
let owner: string;
let other: string;
let [first, second]: [string, string] = ["", ""];
let others: string;
let stranger: string;
let made = 0;

beforeAll(async () => {
  world = await startWorld();
  [owner, other] = [await world.wallet(OWNER), await world.wallet(OTHER)];
  [first, second] = [await world.wallet(OWNER, "trading"), await world.wallet(OWNER, "trading")];
  others = await world.wallet(OTHER, "trading");
});
afterAll(() => world.stop());
beforeEach(async () => {
  stranger = (await world.stranger()).publicKey();
});

/** Sealed like everything that comes through the front door. */
async function accepted(steps: readonly Step[], fields: Partial<SubmissionDocument> = {}): Promise<SubmissionDocument> {
  made += 1;
  const { id } = await world.database.transaction((session) =>
    insertSubmission(world.runtime, session, {
      userId: OWNER,
      idempotencyKey: `trading-${made}`,
      fingerprint: "",
      kind: "market-making",
      account: first,
      steps,
      memo: "",
      holds: [],
      fee: String(100 * steps.length),
      feePayer: null,
      viaChannel: false,
      ...fields,
    }),
  );
  await world.settle();
  const after = await submissionCollection(world.database).findOne({ id });
  if (!after) throw new Error("the submission is gone");
  if (after.attempt === null) await submissionCollection(world.database).deleteOne({ id });
  await accountCollection(world.database).updateMany({ inFlight: id }, { $set: { inFlight: null } });
  return after;
}

const pay = (source: string, to: string): Step => ({ type: "payment", source, to, ...NATIVE, amount: AMOUNT });

test("it pays its owner, and another account that trades for them", async () => {
  expect((await accepted([pay(first, owner)])).state).toBe("confirmed");
  expect((await accepted([pay(first, second), pay(second, first)])).state).toBe("confirmed");
});

test("nobody reads its payments in a history, and it has no balances", async () => {
  const { attempt } = await accepted([pay(first, second)]);
  const rows = await world.rows(OWNER);
  expect(rows.filter(({ hash }) => hash === attempt?.hash)).toEqual([]);
  const balances = await world.database.collection("balances").find({ userId: OWNER }).toArray();
  const account = await accountCollection(world.database).findOne({ _id: owner });
  expect(balances.map(({ balance }) => String(balance).replace(".", ""))).toEqual([account?.balance]);
});

const STEPS: Readonly<Record<string, () => Step>> = {
  "pays a stranger": () => pay(first, stranger),
  "pays another person": () => pay(first, other),
  "pays what trades for another person": () => pay(first, others),
  "ends in a stranger's account": () => ({ type: "account_merge", source: first, to: stranger }),
  "ends in another that trades": () => ({ type: "account_merge", source: first, to: second }),
  "opens an account": () => ({ type: "create_account", source: first, to: stranger, amount: AMOUNT }),
  "gives another key a say": () => ({
    type: "set_signer",
    source: first,
    signer: stranger,
    weight: 1,
    masterWeight: null,
  }),
  "sets something aside": () => ({
    type: "create_claimable_balance",
    source: first,
    to: stranger,
    ...NATIVE,
    amount: AMOUNT,
    reclaimAfterSeconds: 60,
  }),
};

test.each(Object.keys(STEPS))("what %s is never signed", async (what) => {
  const step = STEPS[what]?.();
  if (!step) throw new Error(what);
  expect(await accepted([pay(first, owner), step])).toMatchObject({ state: "created", attempt: null });
});

test("nor what another kind of submission has it do, the house, or another person", async () => {
  expect((await accepted([pay(first, owner)], { kind: "send" })).attempt).toBeNull();
  expect((await accepted([pay(first, owner)], { userId: 0, kind: "house" })).attempt).toBeNull();
  expect((await accepted([pay(first, other)], { userId: OTHER })).attempt).toBeNull();
});

test("nor because the accounts say that a stranger trades for its owner, or that it is a wallet itself", async () => {
  const accounts = accountCollection(world.database);
  const [known] = await accounts.find({ _id: second }).toArray();
  if (!known) throw new Error("no account");
  await accounts.insertOne({ ...known, _id: stranger, number: 9000 });
  expect((await accepted([pay(first, stranger)])).attempt).toBeNull();
  await accounts.deleteOne({ _id: stranger });
  await accounts.updateOne({ _id: other }, { $set: { userId: OWNER } });
  expect((await accepted([pay(first, other)])).attempt).toBeNull();
  await accounts.updateOne({ _id: other }, { $set: { userId: OTHER } });
  await accounts.updateOne({ _id: first }, { $set: { role: "wallet" } });
  await expect(accepted([pay(first, stranger)])).rejects.toThrow("the vault holds no wallet key");
  await submissionCollection(world.database).deleteMany({ attempt: null });
  await accounts.updateMany({ _id: first }, { $set: { role: "trading", inFlight: null } });
});
