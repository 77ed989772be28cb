import type { ClientSession } from "mongodb";
import type { TypedMemo } from "#schemas/memo.ts";
import { parseAmount } from "#schemas/money.ts";
import { lastPriceOf } from "#server/markets/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { isAssetHalted } from "#server/platform/submissions/halts.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import { type AssetName, isNative, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import {
  allowedEntry,
  coolOffUntil,
  payableFrom,
  protectionsOf,
  readOperatorPolicy,
  readSecurity,
} from "#server/security/index.ts";
import { findUserById } from "#server/users/index.ts";
import type { PayerFacts, PolicyFacts } from "./policy.ts";
import { worthFor } from "./worth.ts";

/** What the rules are asked about. `to` is G... or M...; `amount` in stroops. */
export interface PolicySubject {
  readonly userId: number;
  readonly to: string;
  /** What stands beside it on the ledger. */
  readonly memo: TypedMemo;
  readonly asset: AssetName;
  readonly amount: bigint;
}

/** What the rules need, and what follows once they have nothing against it. */
export interface PolicyReading {
  readonly facts: PolicyFacts;
  readonly needsPassword: boolean;
  /** Whether the payment waits for an operator. */
  readonly needsApproval: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Reads from the database everything that decides about a payment. */
export async function readPolicy(runtime: Runtime, subject: PolicySubject): Promise<PolicyReading> {
  const { database, clock } = runtime;
  const { userId, to, memo, asset, amount } = subject;
  const now = clock.now();
  const [policy, security, settings, user, isHalted, sentInDay, price, own] = await Promise.all([
    readOperatorPolicy(database),
    readSecurity(database, userId),
    database.collection("settings").findOne({ userId }),
    findUserById(runtime, userId),
    isAssetHalted(database, asset),
    sentWithin(runtime, userId, asset, new Date(now.getTime() - DAY_MS)),
    lastPriceOf(runtime, userId, asset),
    accountCollection(database).findOne({ _id: accountOf(to), role: "wallet" }, { projection: { _id: 1 } }),
  ]);
  const protections = protectionsOf(security, settings, now);
  const allowed = allowedEntry(security, { to, memo, isOwnersAlone: own !== null });
  const facts: PolicyFacts = {
    now,
    assetCode: asset.assetCode,
    amount,
    isFrozen: security.isFrozen ?? false,
    isHalted,
    isKycRequired: policy.isKycRequired,
    isKycVerified: user?.kycVerified ?? false,
    coolOffUntil: coolOffUntil(security, policy, now),
    worth: worthFor(asset, amount, price, now),
    transactionLimit: protections.transactionLimit,
    dailyLimit: lowest(policy.dailyLimit, protections.dailyLimit),
    sentInDay,
    isAllowListOn: protections.isAllowListOn,
    allowedFrom: allowed ? payableFrom(allowed.addedAt, protections) : null,
  };
  const needsApproval = policy.approveAbove !== null && amount > parseAmount(policy.approveAbove);
  return { facts, needsPassword: protections.requirePasswordForSend, needsApproval };
}

/**
 * Reads what decides whether a user may begin anything with these assets; of several that are halted it names the first. With a
 * session as its transaction sees it.
 */
export async function readPayer(
  runtime: Runtime,
  userId: number,
  assets: readonly AssetName[],
  session?: ClientSession,
): Promise<PayerFacts> {
  const { database, clock } = runtime;
  const now = clock.now();
  const policy = await readOperatorPolicy(database);
  const security = await readSecurity(database, userId, session);
  const user = await findUserById(runtime, userId);
  let halted: AssetName | null = null;
  for (const asset of assets) if (!halted && (await isAssetHalted(database, asset, session))) halted = asset;
  return {
    now,
    assetCode: (halted ?? NATIVE).assetCode,
    isFrozen: security.isFrozen ?? false,
    isHalted: halted !== null,
    isKycRequired: policy.isKycRequired,
    isKycVerified: user?.kycVerified ?? false,
    coolOffUntil: coolOffUntil(security, policy, now),
  };
}

function lowest(one: string | null, other: string | null): bigint | null {
  const limits = [one, other].filter((limit) => limit !== null).map(parseAmount);
  return limits.length === 0 ? null : limits.reduce((low, limit) => (limit < low ? limit : low));
}

/** Stroops of the asset that the user's payments since then moved or are about to. */
async function sentWithin({ database }: Runtime, userId: number, asset: AssetName, since: Date): Promise<bigint> {
  const sent = await submissionCollection(database)
    .find(
      { userId, kind: "send", state: { $ne: "failed" }, createdAt: { $gt: since } },
      { projection: { _id: 0, steps: 1 } },
    )
    .toArray();
  return sent.reduce((sum, { steps: [step] }) => sum + movedBy(step, asset), 0n);
}

function movedBy(step: Step | undefined, asset: AssetName): bigint {
  if (step?.type === "payment" || step?.type === "create_claimable_balance")
    return isSameAsset(step, asset) ? BigInt(step.amount) : 0n;
  return step?.type === "create_account" && isNative(asset) ? BigInt(step.amount) : 0n;
}
