import { Account, Keypair, MuxedAccount, Operation, Transaction } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maySign } from "#server/may-sign.ts";
import { returnSignature } from "#server/multisig/return-signature.ts";
import { stepsOf } from "#server/multisig/rules.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { ingestPage } from "#server/platform/ingest/ingester.ts";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";
import { gatherEvidence } from "#server/wallet/gather-evidence.ts";
import { protect } from "#tests/support/seals.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { insertSubmission } from "./insert-submission.ts";
import { reservationsOf } from "./reservations.ts";
import { sealMissed } from "./seal-submission.ts";
import type { Step } from "./steps.ts";
import { type SubmissionDocument, type SubmissionDraft, submissionCollection } from "./submission.ts";
import { advanceOpen } from "./worker.ts";

const UNIT = 10_000_000n;
const FEE = 100n;
const ALREADY = "The recipient's account was created by someone else in the meantime. Please send again.";
const NOBODY = "The recipient has no account on the network.";
let world: World;
let opener: Keypair;
let made = 10;

beforeAll(async () => {
  world = await startWorld();
  opener = await world.stranger();
});
afterAll(() => world.stop());

interface Sent {
  readonly id: number;
  readonly from: string;
  readonly before: bigint;
}

/** A payment that was accepted, of a wallet of its own, with nothing signed for it yet. */
async function accepted(
  stepFrom: (source: string) => Step,
  { from: payer, ...fields }: Partial<SubmissionDraft> & { readonly from?: string } = {},
): Promise<Sent> {
  made += 1;
  const userId = made;
  const from = payer ?? (await world.wallet(userId));
  const step = stepFrom(from);
  const amount = "amount" in step ? BigInt(step.amount) : 0n;
  const { id } = await world.database.transaction((session) =>
    insertSubmission(world.runtime, session, {
      userId,
      idempotencyKey: `key-${made}`,
      fingerprint: "",
      kind: "send",
      account: from,
      steps: [step],
      memo: "",
      holds: [{ ...NATIVE, amount: String(amount + FEE) }],
      fee: String(FEE),
      feePayer: null,
      viaChannel: false,
      ...fields,
    }),
  );
  return { id, from, before: await balanceOf(from) };
}

const opens =
  (to: string, amount = 5n * UNIT, muxed?: string) =>
  (source: string): Step => ({
    type: "create_account",
    source,
    to,
    amount: String(amount),
    ...(muxed !== undefined && { muxed }),
  });
const pays =
  (to: string, amount = 5n * UNIT) =>
  (source: string): Step => ({
    type: "payment",
    source,
    to,
    ...NATIVE,
    amount: String(amount),
  });

async function balanceOf(address: string): Promise<bigint> {
  return (await world.network.holdings([{ address, assets: [] }])).accounts.get(address)?.balance ?? 0n;
}

async function read(id: number): Promise<SubmissionDocument> {
  const found = await submissionCollection(world.database).findOne({ id });
  if (!found) throw new Error(`submission ${id} is gone`);
  return found;
}

function opened(to: string, ...more: Parameters<World["apply"]>[1]) {
  return world.apply([opener], [Operation.createAccount({ destination: to, startingBalance: "2" }), ...more]);
}

function closed(keys: Keypair) {
  return world.apply([keys], [Operation.accountMerge({ destination: opener.publicKey() })]);
}

const asking = () => ({
  ...world.deps,
  mayProceed: (submission: SubmissionDocument, session: Parameters<typeof maySign>[2]) =>
    maySign(world.runtime, submission, session),
});

/** Signs and sends what there is, in a ledger, and folds that. */
async function turn(): Promise<void> {
  await advanceOpen(asking());
  await world.close();
  world.clock.advance(6000);
  // What a ledger holds as a miss is left to ingestion.
  await advanceOpen(asking());
  await world.ingest();
}

function told({ reason }: SubmissionDocument): string {
  return wordsIn("en").said(reason);
}

/** That one was paid by a second envelope, what went out and the fees of both told to the stroop. */
async function expectTurned({ id, from, before }: Sent, to: string, amount = 5n * UNIT): Promise<void> {
  const paid = await read(id);
  expect(paid).toMatchObject({ state: "confirmed", isReserving: false, rebuilds: 0 });
  expect(paid.missed).toMatchObject({ feeCharged: String(FEE), hash: paid.formerHashes[0] });
  expect(paid.attempt?.hash).not.toBe(paid.missed?.hash);
  expect(before - (await balanceOf(from))).toBe(amount + 2n * FEE);
  const account = await accountCollection(world.database).findOne({ _id: from });
  expect(account).toMatchObject({ balance: String(before - amount - 2n * FEE), inFlight: null });
  expect(await reservationsOf(world.database, null, from)).toEqual(new Map());
  const rows = await world.database.collection("transactions").find({ hash: paid.missed?.hash }).toArray();
  expect(rows.map(({ fee }) => fee)).toEqual(["0.0000100"]);
  const evidence = await gatherEvidence(world, id);
  expect(evidence.hashes.map(({ isMissed, answer }) => [isMissed, answer.kind])).toEqual([
    [undefined, "found"],
    [true, "found"],
  ]);
  const contradicted = { checkId: "submission-contradicted", subject: String(id) };
  expect(await world.database.collection("system_issues").countDocuments(contradicted)).toBe(0);
  expect(await balanceOf(to)).toBeGreaterThanOrEqual(amount);
}

test("of two who open the same account at once, the second pays it under the same confirmation", async () => {
  const to = Keypair.random().publicKey();
  const both = [await accepted(opens(to)), await accepted(opens(to))];
  await turn();
  const states = (await Promise.all(both.map(({ id }) => read(id)))).map(({ state }) => state);
  expect(states.toSorted()).toEqual(["confirmed", "expired"]);
  const second = both[states.indexOf("expired")];
  if (!second) throw new Error("none missed");
  // What is meant for the recipient and the second fee are kept back still.
  expect(await reservationsOf(world.database, null, second.from)).toEqual(new Map([["XLM", 5n * UNIT + FEE]]));
  await turn();
  await expectTurned(second, to);
  expect(await balanceOf(to)).toBe(10n * UNIT);
  const { userId } = await read(second.id);
  expect(await world.database.collection("notifications").distinct("kind", { userId })).toEqual(["payment-confirmed"]);
});

test("an account that is closed while a payment to it waits is opened with it, where that is enough", async () => {
  const recipient = await world.stranger();
  const sent = await accepted(pays(recipient.publicKey()), { memo: "for rent" });
  await closed(recipient);
  await turn();
  expect(await read(sent.id)).toMatchObject({ state: "expired", isReserving: true });
  await turn();
  await expectTurned(sent, recipient.publicKey());
  expect(await balanceOf(recipient.publicKey())).toBe(5n * UNIT);

  const another = await world.stranger();
  const little = await accepted(pays(another.publicKey(), UNIT - 1n));
  await closed(another);
  await turn();
  const ended = await read(little.id);
  expect(ended).toMatchObject({ state: "failed", isReserving: false });
  expect(told(ended)).toContain("at least 1 XLM");
});

test("a second miss ends it, with the sentence of the ledger", async () => {
  const recipient = Keypair.random();
  const sent = await accepted(opens(recipient.publicKey()));
  await opened(recipient.publicKey());
  await turn();
  expect((await read(sent.id)).state).toBe("expired");
  await closed(recipient);
  await turn();
  const ended = await read(sent.id);
  expect(ended).toMatchObject({ state: "failed", isReserving: false });
  expect(told(ended)).toBe(NOBODY);
  expect(sent.before - (await balanceOf(sent.from))).toBe(2n * FEE);
});

test("a number within an account is paid as it was meant once there is an account, and none is opened for one", async () => {
  const to = Keypair.random().publicKey();
  const muxed = new MuxedAccount(new Account(to, "0"), "77").accountId();
  const sent = await accepted(opens(to, 5n * UNIT, muxed));
  await opened(to);
  await turn();
  await turn();
  await expectTurned(sent, to);
  const { attempt } = await read(sent.id);
  const paid = new Transaction(attempt?.envelopeXdr ?? "", world.stellar.passphrase);
  expect(paid.operations).toMatchObject([{ type: "payment", destination: muxed }]);

  const recipient = await world.stranger();
  const numbered = new MuxedAccount(new Account(recipient.publicKey(), "0"), "5").accountId();
  const other = await accepted(pays(numbered));
  await closed(recipient);
  await turn();
  expect(told(await read(other.id))).toBe(NOBODY);
});

test("an account that was opened and asks for a memo is not paid without one", async () => {
  const recipient = Keypair.random();
  const sent = await accepted(opens(recipient.publicKey()));
  await opened(recipient.publicKey());
  await world.apply([recipient], [Operation.manageData({ name: "config.memo_required", value: "1" })]);
  await turn();
  await turn();
  const ended = await read(sent.id);
  expect(ended).toMatchObject({ state: "failed", isReserving: false });
  expect(JSON.parse(ended.reason)).toMatchObject({ code: "error.memo-required" });
  expect(sent.before - (await balanceOf(sent.from))).toBe(FEE);
});

test("nothing is built anew of whom was frozen meanwhile, and nothing opens an account of ours that was closed", async () => {
  const to = Keypair.random().publicKey();
  const frozen = await accepted(opens(to));
  await opened(to);
  await turn();
  await protect(world.runtime, (await read(frozen.id)).userId, { isFrozen: true });
  await turn();
  expect(await read(frozen.id)).toMatchObject({ state: "failed", isReserving: false });

  made += 1;
  const ours = await world.ours(made);
  const sent = await accepted(pays(ours.publicKey()));
  await closed(ours);
  await turn();
  await turn();
  expect(told(await read(sent.id))).toBe(NOBODY);
});

test("it costs no more than was agreed to, and needs a second fee that is there", async () => {
  const to = Keypair.random().publicKey();
  const bound = await accepted(opens(to), { feeLimit: String(2n * FEE - 1n) });
  const within = await accepted(opens(to), { feeLimit: String(2n * FEE) });
  made += 1;
  const userId = made;
  const poor = await world.wallet(userId);
  const row = await accountCollection(world.database).findOne({ _id: poor });
  const all = BigInt(row?.balance ?? 0) - UNIT - FEE;
  const short = await accepted(opens(to, all), { from: poor, userId });
  await opened(to);
  await turn();
  await turn();
  expect(told(await read(bound.id))).toBe(ALREADY);
  await expectTurned(within, to);
  const ended = await read(short.id);
  expect(ended).toMatchObject({ state: "failed", isReserving: false });
  expect(told(ended)).toBe(ALREADY);
});

test("what its owner's key signs with ours is left to its owner", async () => {
  made += 1;
  const userId = made;
  const from = await world.wallet(userId);
  const own = Keypair.random();
  const steps = stepsOf("on", { address: from, ours: from, own: own.publicKey() });
  const [step] = steps;
  if (!step) throw new Error("there is nothing to turn on");
  await accepted(() => step, { from, userId, kind: "multisig", steps, holds: [] });
  await turn();
  const to = Keypair.random().publicKey();
  const { id, before } = await accepted(opens(to), { from, userId });
  await advanceOpen(asking());
  const transaction = new Transaction((await read(id)).attempt?.envelopeXdr ?? "", world.stellar.passphrase);
  transaction.sign(own);
  await returnSignature(world.runtime, world.stellar.passphrase, { userId, id, signedXdr: transaction.toXDR() });
  await opened(to);
  await turn();
  const ended = await read(id);
  expect(ended).toMatchObject({ state: "failed", isReserving: false });
  expect(told(ended)).toBe(ALREADY);
  expect(before - (await balanceOf(from))).toBe(FEE);
});

test("whatever says that it missed, the ledger alone lets another envelope be signed", async () => {
  const to = Keypair.random().publicKey();
  const sent = await accepted(opens(to));
  await turn();
  const paid = await read(sent.id);
  expect(paid.state).toBe("confirmed");
  const { hash, innerHash, sequence } = paid.attempt ?? { hash: "", innerHash: null, sequence: "0" };
  const said = { hash, innerHash, sequence, ledger: 1, feeCharged: "0", reason: "", at: world.clock.now() };
  const missed = sealMissed(world.database, sent, said);
  await submissionCollection(world.database).updateOne({ id: sent.id }, { $set: { state: "expired", missed } });
  await turn();
  expect(await read(sent.id)).toMatchObject({ state: "expired", attempt: { hash } });
  expect(sent.before - (await balanceOf(sent.from))).toBe(5n * UNIT + FEE);
  const change = { $set: { state: "confirmed" as const }, $unset: { missed: 1 as const } };
  await submissionCollection(world.database).updateOne({ id: sent.id }, change);
});

test("nobody who writes to the database has what failed for good built anew", async () => {
  const to = Keypair.random().publicKey();
  const sent = await accepted(opens(to), { feeLimit: String(FEE) });
  await opened(to);
  await turn();
  const failed = await read(sent.id);
  expect(failed).toMatchObject({ state: "failed", isReserving: false });
  const { hash, innerHash, sequence } = failed.attempt ?? { hash: "", innerHash: null, sequence: "0" };
  const ledger = failed.ledger ?? 0;
  const said = { hash, innerHash, sequence, ledger, feeCharged: "0", reason: "", at: world.clock.now() };
  const { seal } = sealMissed(world.database, { id: sent.id + 1 }, said);
  const forged = { state: "expired" as const, isReserving: true, missed: { ...said, seal } };
  await submissionCollection(world.database).updateOne({ id: sent.id }, { $set: forged });
  await turn();
  expect((await read(sent.id)).attempt?.hash).toBe(hash);
  expect(sent.before - (await balanceOf(sent.from))).toBe(FEE);
  const change = { $set: { state: "failed" as const, isReserving: false }, $unset: { missed: 1 as const } };
  await submissionCollection(world.database).updateOne({ id: sent.id }, change);
});

test("ledgers folded once more change nothing, while it is built anew and afterwards", async () => {
  const to = Keypair.random().publicKey();
  const sent = await accepted(opens(to));
  await opened(to);
  await turn();
  await refold();
  expect(await read(sent.id)).toMatchObject({ state: "expired", isReserving: true });
  await turn();
  await refold();
  await expectTurned(sent, to);
});

async function refold(): Promise<void> {
  await world.database
    .collection<{ _id: string }>("cursors")
    .updateOne({ _id: "ledger" }, { $set: { cursor: String(2n << 32n), ledger: 2 } });
  while (await ingestPage({ ...world.deps, parts: INGEST_PARTS }));
}
