import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { parseAmount } from "#schemas/money.ts";
import type { MultisigOffInput, MultisigOnInput, MultisigTurn } from "#schemas/multisig.ts";
import { spendFeeBudget } from "#server/platform/house/network-fee.ts";
import { accountCollection, takeAccount } from "#server/platform/ingest/account.ts";
import { refreshBalances } from "#server/platform/ingest/balances.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import {
  insertSubmission,
  type SubmissionDocument,
  submissionCollection,
} from "#server/platform/submissions/submission.ts";
import { readProof, spendChallenge } from "./challenge.ts";
import { keyOnLedger, ownKeyOf } from "./own-key.ts";
import { type MultisigDeps, planSwitch, refusalsNow, type SwitchPlan } from "./plan-switch.ts";
import { fingerprintOf } from "./returned.ts";
import { stepsOf } from "./rules.ts";

/** A confirmation of a switch. */
interface Request {
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  /** Stroops. */
  readonly feeLimit: bigint;
}

/**
 * Accepts that a person's own key signs from now on, once the signed challenge proves that they hold it. It takes what a
 * payment takes, the second factor in this very request: who could not send the money must not be able to lock it up. Its
 * owner is told at once. The same key and body answer with the same submission; a refusal leaves nothing behind.
 */
export async function turnOn(
  deps: MultisigDeps,
  userId: number,
  { signedXdr, networkFee, idempotencyKey, code }: MultisigOnInput,
): Promise<SubmissionDocument> {
  const request = requestOf("on", networkFee, idempotencyKey, signedXdr);
  const former = await formerOf(deps, userId, request);
  if (former) return former;
  const plan = await planOrRefuse(deps, userId, "on", request);
  const { passphrase } = deps.network;
  const proof = await readProof(deps.runtime, userId, { signedXdr, passphrase });
  await deps.checkSecondFactor(userId, code);
  return record(deps, plan, request, async (session) => {
    await checkOutsider(deps, proof.key, session);
    await spendChallenge(deps.runtime, session, userId, proof.hash);
    await notify(deps.runtime, session, { userId, kind: "multisig-asked" });
    return proof.key;
  });
}

/** Accepts that the person's own key no longer signs; it has to sign this, too. Repeated and refused like {@link turnOn}. */
export async function turnOff(
  deps: MultisigDeps,
  userId: number,
  { networkFee, idempotencyKey }: MultisigOffInput,
): Promise<SubmissionDocument> {
  const request = requestOf("off", networkFee, idempotencyKey);
  const former = await formerOf(deps, userId, request);
  if (former) return former;
  const plan = await planOrRefuse(deps, userId, "off", request);
  const onLedger = await keyOnLedger(deps, plan.address);
  return record(deps, plan, request, async (session) => {
    const own = onLedger ?? (await ownKeyOf(deps.runtime, plan.address, session));
    if (own === null) throw new AppError("multisig-off");
    return own;
  });
}

/** Throws `multisig-key-own` for a key that is an account of the service: nobody but us could sign with it. */
export async function checkOutsider({ runtime }: MultisigDeps, key: string, session?: ClientSession): Promise<void> {
  const options = session ? { session } : {};
  if (await accountCollection(runtime.database).findOne({ _id: key }, options)) throw new AppError("multisig-key-own");
}

function requestOf(turn: MultisigTurn, networkFee: string, idempotencyKey: string, ...parts: string[]): Request {
  return {
    idempotencyKey,
    fingerprint: fingerprintOf("multisig", turn, ...parts),
    feeLimit: parseAmount(networkFee),
  };
}

async function formerOf(
  { runtime }: MultisigDeps,
  userId: number,
  { idempotencyKey, fingerprint }: Request,
  session?: ClientSession,
): Promise<SubmissionDocument | null> {
  const options = session ? { session } : {};
  const former = await submissionCollection(runtime.database).findOne({ userId, idempotencyKey }, options);
  if (former && former.fingerprint !== fingerprint) throw new AppError("idempotency-key-reused");
  return former;
}

async function planOrRefuse(deps: MultisigDeps, userId: number, turn: MultisigTurn, { feeLimit }: Request) {
  const plan = await planSwitch(deps, userId, turn);
  const [refusal] = plan.refusals;
  if (refusal) throw refusal;
  if (plan.feePayer === null && plan.fee > feeLimit) throw new AppError("fees-risen");
  return plan;
}

function record(
  deps: MultisigDeps,
  plan: SwitchPlan,
  request: Request,
  ownKey: (session: ClientSession) => Promise<string>,
): Promise<SubmissionDocument> {
  const { runtime } = deps;
  const { database } = runtime;
  const { turn, userId, address, fee, feePayer, reserve } = plan;
  return database.transaction(async (session) => {
    const wallet = await takeAccount(database, session, address);
    if (!wallet) throw new AppError("wallet-not-ready");
    const former = await formerOf(deps, userId, request, session);
    if (former) return former;
    const [refusal] = await refusalsNow(deps, session, plan, wallet);
    if (refusal) throw refusal;
    const ours = await deps.signerOf(address, session);
    if (ours === null) throw new AppError("multisig-under-way");
    const steps = stepsOf(turn, { address, ours, own: await ownKey(session) });
    // Our key was changed since the look at the fee.
    if (steps.length !== plan.operations) throw new AppError("fees-risen");
    if (feePayer !== null) await spendFeeBudget(runtime, session, fee);
    const held = reserve + (feePayer === null ? fee : 0n);
    const submission = await insertSubmission(runtime, session, {
      userId,
      idempotencyKey: request.idempotencyKey,
      fingerprint: request.fingerprint,
      kind: "multisig",
      account: address,
      steps,
      memo: "",
      holds: held > 0n ? [{ ...NATIVE, amount: String(held) }] : [],
      fee: String(fee),
      feeLimit: String(request.feeLimit),
      feePayer,
      viaChannel: false,
    });
    await refreshBalances(database, session, wallet);
    return submission;
  });
}
