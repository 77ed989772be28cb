import { createHash } from "node:crypto";
import { AppError } from "#schemas/errors.ts";
import { Settings } from "#schemas/settings.ts";
import type { SendInput } from "#schemas/wallet.ts";
import type { AttemptLimit } from "#server/platform/http/limits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection, takeAccount } from "#server/platform/ingest/account.ts";
import { refreshBalances } from "#server/platform/ingest/balances.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import { type AssetName, NATIVE } from "#server/platform/network/assets.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import {
  insertSubmission,
  type SubmissionDocument,
  submissionCollection,
} from "#server/platform/submissions/submission.ts";
import { verifyPassword } from "#server/users/index.ts";
import { findRecipient, lookUpRecipient, reach, readAsset } from "./recipient.ts";
import {
  checkAmount,
  checkBalance,
  checkLimit,
  checkMemo,
  checkNotSelf,
  checkRecipient,
  checkSource,
} from "./rules.ts";

export interface SendDeps {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
  /** Bounds the passwords a session can try here, by user. */
  readonly passwordLimit: AttemptLimit;
}

/** A payment that passed every rule; amounts in stroops. */
interface CheckedPayment {
  readonly account: string;
  readonly asset: AssetName;
  readonly step: Step;
  readonly memo: string;
  readonly amount: bigint;
  readonly fee: bigint;
}

/**
 * Accepts a payment: every rule first, then one transaction that reserves the money and records the submission. The worker
 * does the rest. The same key and body answer with the same submission; a refusal leaves nothing behind.
 */
export async function sendPayment(deps: SendDeps, userId: number, input: SendInput): Promise<SubmissionDocument> {
  const fingerprint = fingerprintOf(input);
  const former = await submissionCollection(deps.runtime.database).findOne({
    userId,
    idempotencyKey: input.idempotencyKey,
  });
  if (former) return sameOrRefused(former, fingerprint);
  const checked = await checkPayment(deps, userId, input);
  return reserve(deps.runtime, userId, input.idempotencyKey, fingerprint, checked);
}

async function checkPayment(deps: SendDeps, userId: number, input: SendInput): Promise<CheckedPayment> {
  const { runtime, network } = deps;
  const amount = checkAmount(input.amount);
  const memo = input.memo ?? "";
  checkMemo(memo);
  const asset = readAsset(input.assetCode, input.issuer);
  const recipient = await findRecipient(runtime, input.to);
  const account = await accountCollection(runtime.database).findOne({ userId });
  if (!account) throw new AppError("wallet-not-ready");
  checkNotSelf(account._id, recipient.address);
  checkSource(account, asset);
  const [facts, fee] = await Promise.all([lookUpRecipient(network, recipient.address, asset), reach(network.feeBid())]);
  const operation = checkRecipient(recipient.address, asset, amount, facts);
  await runtime.database.transaction(async (session) => {
    checkBalance(account, asset, amount, fee, await reservationsOf(runtime.database, session, account._id));
  });
  await checkPermission(deps, userId, amount, input.password);
  const source = account._id;
  const step: Step =
    operation === "create_account"
      ? // An account that does not exist yet has no numbered sub-addresses to create.
        { type: operation, source, to: accountOf(recipient.address), amount: String(amount) }
      : { type: operation, source, to: recipient.address, ...asset, amount: String(amount) };
  return { account: source, asset, step, memo, amount, fee };
}

const SettingsRules = Settings.schema.entries;

async function checkPermission(
  { runtime, passwordLimit }: SendDeps,
  userId: number,
  amount: bigint,
  password: string | undefined,
): Promise<void> {
  const settings = await runtime.database.collection("settings").findOne({ userId });
  checkLimit(amount, String(settings?.["transactionLimit"] ?? SettingsRules.transactionLimit.default));
  if (settings?.["requirePasswordForSend"] === false) return;
  if (password === undefined || password === "") throw new AppError("password-required");
  const key = String(userId);
  passwordLimit.take(key);
  if (!(await verifyPassword(runtime, userId, password))) throw new AppError("password-wrong");
  passwordLimit.giveBack(key);
}

function reserve(
  { database, clock }: Runtime,
  userId: number,
  idempotencyKey: string,
  fingerprint: string,
  { account: address, asset, step, memo, amount, fee }: CheckedPayment,
): Promise<SubmissionDocument> {
  return database.transaction(async (session) => {
    const account = await takeAccount(database, session, address);
    if (!account) throw new AppError("wallet-not-ready");
    const former = await submissionCollection(database).findOne({ userId, idempotencyKey }, { session });
    if (former) return sameOrRefused(former, fingerprint);
    checkSource(account, asset);
    checkBalance(account, asset, amount, fee, await reservationsOf(database, session, address));
    const submission = await insertSubmission({ database, clock }, session, {
      userId,
      idempotencyKey,
      fingerprint,
      kind: "send",
      account: address,
      steps: [step],
      memo,
      holds: [
        { ...asset, amount: String(amount) },
        { ...NATIVE, amount: String(fee) },
      ],
      fee: String(fee),
      feePayer: null,
      viaChannel: false,
    });
    await refreshBalances(database, session, account);
    return submission;
  });
}

function sameOrRefused(former: SubmissionDocument, fingerprint: string): SubmissionDocument {
  if (former.fingerprint !== fingerprint) throw new AppError("idempotency-key-reused");
  return former;
}

/** Digest of what is paid to whom; the password is no part of it. */
function fingerprintOf({ to, assetCode, issuer, amount, memo }: SendInput): string {
  const content = JSON.stringify([to, assetCode, issuer ?? "", amount, memo ?? ""]);
  return createHash("sha256").update(content).digest("hex");
}
