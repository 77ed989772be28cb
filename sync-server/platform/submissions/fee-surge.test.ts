import { Keypair, Transaction, TransactionBuilder } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAmount } from "#schemas/values/money.ts";
import { returnSignature } from "#server/multisig/return-signature.ts";
import { stepsOf } from "#server/multisig/rules.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { steer } from "#tests/support/embedded.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { type SubmissionDocument, type SubmissionDraft, submissionCollection } from "./submission.ts";
import type { SubmissionsDeps } from "./deps.ts";
import { insertSubmission } from "./insert-submission.ts";
import { advanceOpen } from "./worker.ts";

const UNIT = 10_000_000n;
const SURGE = 5000n;
let world: World;
let to: string;
let made = 0;

beforeAll(async () => {
  world = await startWorld();
  to = await world.wallet(2);
});
afterAll(() => world.stop());

/** Everything that an account can spend; its reserve stays. */
async function spendable(userId: number): Promise<bigint> {
  const row = await world.database.collection("balances").findOne({ userId, uid: "XLM" });
  return parseAmount(String(row?.["spendable"]));
}

/** A payment of 100 stroops' bid that never arrived. */
async function aSentPayment(
  userId: number,
  left: bigint,
  bound: { readonly feeLimit?: string } = {},
): Promise<SubmissionDocument> {
  const account = await world.wallet(userId);
  const amount = (await spendable(userId)) - 100n - left;
  made += 1;
  const draft = {
    userId,
    idempotencyKey: `key-${made}`,
    fingerprint: "",
    kind: "send",
    account,
    steps: [{ type: "payment", source: account, to, ...NATIVE, amount: String(amount) }],
    memo: "",
    holds: [
      { ...NATIVE, amount: String(amount) },
      { ...NATIVE, amount: "100" },
    ],
    fee: "100",
    feePayer: null,
    viaChannel: false,
    ...bound,
  } as const;
  const { id } = await world.database.transaction((session) => insertSubmission(world.runtime, session, draft));
  await advanceOpen({ ...world.deps, network: losing() });
  return read(id);
}

/** The same, its bounds having passed. */
async function aLostPayment(...payment: Parameters<typeof aSentPayment>): Promise<SubmissionDocument> {
  const { id } = await aSentPayment(...payment);
  await shiftTime(300 * made);
  return read(id);
}

/** A network that takes what it is sent, and forgets it. */
const losing = () => ({ ...world.deps.network, send: () => Promise.resolve({ kind: "accepted" } as const) });

/** A network in which others bid more: what waits has been passed by two ledgers. */
async function passing() {
  for (let ledger = 0; ledger < 3; ledger += 1) await world.close();
  return { ...surging(), send: () => Promise.resolve({ kind: "duplicate" } as const) };
}

async function shiftTime(offset: number): Promise<void> {
  await steer(world.stellar, "/time", { offset });
  await world.close();
}

async function read(id: number): Promise<SubmissionDocument> {
  const submission = await submissionCollection(world.database).findOne({ id });
  if (!submission) throw new Error(`submission ${id} is gone`);
  return submission;
}

const surging = () => ({ ...world.deps.network, feeBid: () => Promise.resolve(SURGE) });

/** What the envelope that was signed last bids. */
function bidOf({ attempt }: SubmissionDocument): string {
  return TransactionBuilder.fromXDR(attempt?.envelopeXdr ?? "", world.stellar.passphrase).fee;
}

test("a payment built anew bids what the network asks for by then, and keeps that much back", async () => {
  const lost = await aLostPayment(11, 10n * UNIT);
  expect(lost).toMatchObject({ state: "submitted", rebuilds: 0 });
  await advanceOpen({ ...world.deps, network: surging() });
  const signed = await read(lost.id);
  expect(signed).toMatchObject({ rebuilds: 1, fee: String(SURGE) });
  expect(bidOf(signed)).toBe(String(SURGE));
  expect(signed.holds.at(-1)).toEqual({ ...NATIVE, amount: String(SURGE - 100n) });
  expect(await spendable(11)).toBe(10n * UNIT - (SURGE - 100n));
  await world.settle();
  expect(await read(lost.id)).toMatchObject({ state: "confirmed", isReserving: false });
  // The network took its base fee only; the rest of the bid is free again.
  expect(await spendable(11)).toBe(10n * UNIT);
});

test("where the payer has no more, the bid stays what it was", async () => {
  const lost = await aLostPayment(12, SURGE - 101n);
  await advanceOpen({ ...world.deps, network: surging() });
  const signed = await read(lost.id);
  expect(signed).toMatchObject({ rebuilds: 1, fee: "100" });
  expect(bidOf(signed)).toBe("100");
  expect(signed.holds).toEqual(lost.holds);
  await world.settle();
  expect(await read(lost.id)).toMatchObject({ state: "confirmed" });
});

test("a bid is never lowered", async () => {
  const lost = await aLostPayment(13, UNIT);
  await advanceOpen({ ...world.deps, network: { ...world.deps.network, feeBid: () => Promise.resolve(10n) } });
  expect(await read(lost.id)).toMatchObject({ rebuilds: 1, fee: "100" });
});

test("a bid is never raised above what was agreed to", async () => {
  const some = await aLostPayment(14, UNIT, { feeLimit: "300" });
  await advanceOpen({ ...world.deps, network: surging() });
  expect(await read(some.id)).toMatchObject({ rebuilds: 1, fee: "300" });
  const none = await aLostPayment(15, UNIT, { feeLimit: "100" });
  await advanceOpen({ ...world.deps, network: surging() });
  const signed = await read(none.id);
  expect(signed).toMatchObject({ rebuilds: 1, fee: "100", holds: none.holds });
  expect(bidOf(signed)).toBe("100");
});

test("a payment that may not proceed any more while its bid is raised stays as it was sent", async () => {
  const sent = await aSentPayment(21, 10n * UNIT);
  const network = await passing();
  let asked = 0;
  const mayProceed: NonNullable<SubmissionsDeps["mayProceed"]> = (_submission, session) => {
    asked += 1;
    return Promise.resolve(session ? { refusal: "frozen meanwhile" } : "go");
  };
  await advanceOpen({ ...world.deps, network, mayProceed });
  expect(asked).toBe(2);
  expect(await read(sent.id)).toMatchObject({
    state: "submitted",
    isReserving: true,
    attempt: { hash: sent.attempt?.hash },
    sends: sent.sends,
    holds: sent.holds,
  });
  await shiftTime(300 * made);
  await advanceOpen(world.deps);
  await world.settle();
  expect(await read(sent.id)).toMatchObject({ state: "confirmed" });
});

test("what was built anew has its bid raised like any other", async () => {
  const lost = await aLostPayment(22, 10n * UNIT);
  await advanceOpen({ ...world.deps, network: losing() });
  expect(await read(lost.id)).toMatchObject({ state: "submitted", rebuilds: 1, fee: "100" });
  await advanceOpen({ ...world.deps, network: await passing() });
  const raised = await read(lost.id);
  expect(raised).toMatchObject({ state: "submitted", rebuilds: 1, fee: String(2n * SURGE) });
  expect(raised.attempt?.innerHash).not.toBeNull();
  await shiftTime(300 * made + 600);
  await world.settle();
  expect(await read(lost.id)).toMatchObject({ state: "confirmed", isReserving: false });
});

/** A payment of a wallet whose owner signs, too, brought back signed. */
async function aReturnedPayment(userId: number, feeLimit?: string): Promise<Returned> {
  const account = await world.wallet(userId);
  const own = Keypair.random();
  const common = { userId, fingerprint: "", account, memo: "", fee: "100", feePayer: null, viaChannel: false } as const;
  const insert = (draft: Pick<SubmissionDraft, "idempotencyKey" | "kind" | "steps" | "holds" | "feeLimit">) =>
    world.database.transaction((session) => insertSubmission(world.runtime, session, { ...common, ...draft }));
  const steps = stepsOf("on", { address: account, ours: account, own: own.publicKey() });
  await insert({ idempotencyKey: `on-${userId}`, kind: "multisig", steps, holds: [] });
  await world.settle();
  const { id } = await insert({
    idempotencyKey: `shared-${userId}`,
    kind: "send",
    steps: [{ type: "payment", source: account, to, ...NATIVE, amount: String(UNIT) }],
    holds: [{ ...NATIVE, amount: String(UNIT + 100n) }],
    ...(feeLimit !== undefined && { feeLimit }),
  });
  await advanceOpen(world.deps);
  const bringBack = async () => {
    const waiting = await read(id);
    const transaction = new Transaction(waiting.attempt?.envelopeXdr ?? "", world.stellar.passphrase);
    transaction.sign(own);
    await returnSignature(world.runtime, world.stellar.passphrase, { userId, id, signedXdr: transaction.toXDR() });
    return waiting;
  };
  const first = await bringBack();
  return { id, first, bringBack };
}

interface Returned {
  readonly id: number;
  readonly first: SubmissionDocument;
  readonly bringBack: () => Promise<SubmissionDocument>;
}

test("what an own key signed at a bid that is far too low by now is made anew, for it to sign again", async () => {
  const { id, first, bringBack } = await aReturnedPayment(16);
  expect(bidOf(first)).toBe("100");
  await advanceOpen({ ...world.deps, network: surging() });
  const anew = await read(id);
  expect(anew).toMatchObject({ state: "awaiting-signature", sends: 0, rebuilds: 1, fee: String(SURGE) });
  expect(anew.cosigning?.signature).toBe(null);
  expect(bidOf(anew)).toBe(String(SURGE));
  await bringBack();
  await advanceOpen({ ...world.deps, network: surging() });
  expect((await read(id)).state).toBe("submitted");
  await world.settle();
  expect(await read(id)).toMatchObject({ state: "confirmed", isReserving: false, rebuilds: 1 });
});

test("it is sent as it was signed where no more was agreed to, or hardly more would be bid", async () => {
  const agreed = await aReturnedPayment(17, "150");
  await advanceOpen({ ...world.deps, network: surging() });
  expect(await read(agreed.id)).toMatchObject({ state: "submitted", rebuilds: 0, fee: "100" });
  const close = await aReturnedPayment(18);
  await advanceOpen({ ...world.deps, network: { ...world.network, feeBid: () => Promise.resolve(199n) } });
  expect(await read(close.id)).toMatchObject({ state: "submitted", rebuilds: 0, fee: "100" });
});
