import { AppError } from "#schemas/errors.ts";
import type { TypedMemo } from "#schemas/memo.ts";
import { type SendCheckInput, TAKE_BACK_DAYS } from "#schemas/wallet.ts";
import type { Federation } from "#server/federation/index.ts";
import { activeFees, type OperatorFee, operatorFee } from "#server/fees/index.ts";
import { houseAccount } from "#server/platform/house/accounts.ts";
import { networkFee } from "#server/platform/house/network-fee.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AccountDocument, accountCollection } from "#server/platform/ingest/account.ts";
import { lineOf, spendableOf } from "#server/platform/ingest/spendable.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import { type AssetName, isNative, NATIVE } from "#server/platform/network/assets.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { type Reservations, reservationsOf } from "#server/platform/submissions/reservations.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import type { Hold } from "#server/platform/submissions/submission.ts";
import { type Left, leftAfter } from "./left-after.ts";
import { readPolicy } from "./policy-facts.ts";
import { refusalsOf } from "./policy.ts";
import { findRecipient, lookUpRecipient, reach, readAsset } from "./recipient.ts";
import {
  checkAmount,
  checkFunds,
  checkMemo,
  checkMemoFixed,
  checkMemoRequired,
  checkNetwork,
  checkNotSelf,
  checkRecipient,
  checkSource,
  type PaymentKind,
  SET_ASIDE_RESERVE_STROOPS,
} from "./rules.ts";

const TAKE_BACK_SECONDS = TAKE_BACK_DAYS * 24 * 60 * 60;

/** A payment ready to be recorded, if nothing stands against it. Amounts in stroops. */
export interface PaymentPlan {
  readonly account: string;
  /** G... or M... */
  readonly to: string;
  readonly recipient: { readonly username: string | null; readonly exists: boolean };
  readonly asset: AssetName;
  readonly amount: bigint;
  readonly steps: readonly Step[];
  /** Everything that is kept back, the reserve included. */
  readonly holds: readonly Hold[];
  /** All that leaves the account. */
  readonly total: readonly Hold[];
  readonly isSetAside: boolean;
  /** XLM that the network keeps back for what is set aside; none where it is paid. */
  readonly reserve: bigint;
  /** What the account has afterwards; none where something stands against the payment. */
  readonly left: readonly Left[];
  readonly memo: TypedMemo;
  /** Whether the recipient's name asks for the memo. */
  readonly isMemoFixed: boolean;
  /** The most that the network may charge. */
  readonly fee: bigint;
  /** The house account that pays the network's fee; null where the payer does. */
  readonly feePayer: string | null;
  readonly operatorFee: OperatorFee | null;
  readonly needsPassword: boolean;
  readonly needsApproval: boolean;
  /** Everything that stands against it, the first first. */
  readonly refusals: readonly AppError[];
}

export interface PlanDeps {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
  readonly federation: Federation;
}

/**
 * Works out a payment and everything that stands against it; nothing is recorded. Throws what keeps it from being worked
 * out at all: what keeps a name from being resolved, `recipient-unknown`, `address-malformed`, `asset-unknown`, `wallet-not-ready`, `network-unreachable`.
 */
export async function planPayment(
  { runtime, network, federation }: PlanDeps,
  userId: number,
  input: SendCheckInput,
): Promise<PaymentPlan> {
  const { database } = runtime;
  const refusals: AppError[] = [];
  const asset = readAsset(input.assetCode, input.issuer);
  const recipient = await findRecipient(runtime, input.to, (name) => federation.resolve(userId, name));
  const account = await accountCollection(database).findOne({ userId, role: "wallet" });
  if (!account) throw new AppError("wallet-not-ready");
  const amount = collect(refusals, () => checkAmount(input.amount)) ?? 0n;
  const ownMemo = { type: input.memoType ?? "text", text: input.memo ?? "" };
  const memo = recipient.memo ?? ownMemo;
  const to = recipient.address;
  const [facts, bid, fees, policy, reserved] = await Promise.all([
    lookUpRecipient(network, to, asset),
    reach(network.feeBid()),
    activeFees(database, "send"),
    readPolicy(runtime, { userId, to, asset, amount }),
    database.transaction((session) => reservationsOf(database, session, account._id)),
  ]);
  collect(refusals, () => checkNetwork(input.networkPassphrase, network.passphrase));
  collect(refusals, () => checkMemo(ownMemo));
  collect(refusals, () => checkMemoFixed(ownMemo, recipient.memo));
  collect(refusals, () => checkMemoRequired(to, memo, facts));
  collect(refusals, () => checkNotSelf(account._id, to));
  collect(refusals, () => checkSource(account, asset));
  const operation =
    collect(refusals, () => checkRecipient(to, asset, amount, facts, input.asClaimable === true)) ?? "payment";
  const isSetAside = operation === "create_claimable_balance";
  const reserve = isSetAside ? SET_ASIDE_RESERVE_STROOPS : 0n;
  const fee = operatorFee(fees, asset, amount);
  const cost = await costOf(runtime, { account, asset, bid, reserved, fee, reserve });
  const total = holdsOf(asset, amount, cost);
  const holds = isSetAside ? [...total, { ...NATIVE, amount: String(reserve) }] : total;
  collect(refusals, () => checkFunds(account, asset, amount, holds, reserved, reserve));
  const all = [
    ...refusalsOf(policy.facts, "payer").map(toError),
    ...refusals,
    ...refusalsOf(policy.facts, "payment").map(toError),
  ];
  const source = account._id;
  return {
    ...cost,
    account: source,
    to,
    recipient: { username: recipient.username, exists: facts.exists },
    asset,
    amount,
    steps: [paymentStep(operation, source, to, asset, amount), ...cost.steps],
    holds,
    total,
    isSetAside,
    reserve,
    left: all.length === 0 ? leftAfter(account, asset, total, reserved, reserve) : [],
    memo,
    isMemoFixed: recipient.memo !== null,
    needsPassword: policy.needsPassword,
    needsApproval: policy.needsApproval,
    refusals: all,
  };
}

interface Costed {
  readonly account: AccountDocument;
  readonly asset: AssetName;
  readonly bid: bigint;
  readonly reserved: Reservations;
  readonly fee: OperatorFee | null;
  readonly reserve: bigint;
}

/** What the payment costs beside its amount, and who pays the network: the house, where the payer has no XLM for it. */
async function costOf(runtime: Runtime, { account, asset, bid, reserved, fee, reserve }: Costed) {
  const fees = await houseAccount(runtime.database, "fees");
  const taken = fee && fees && canTake(fees, fee.asset) ? fee : null;
  const steps: Step[] =
    taken && fees
      ? [{ type: "payment", source: account._id, to: fees._id, ...taken.asset, amount: String(taken.amount) }]
      : [];
  const operations = 1 + steps.length;
  // Whoever sends XLM pays with it: where it is short, less of it can be sent.
  const paid = isNative(asset)
    ? { fee: bid * BigInt(operations), feePayer: null }
    : await networkFee(runtime, { bid, operations, spare: spendableOf(account, NATIVE, reserved) - reserve });
  return { steps, operatorFee: taken, ...paid };
}

/** A fee that its account cannot receive is not asked for: it would fail the payment. */
function canTake(fees: AccountDocument, asset: AssetName): boolean {
  return fees.exists && (isNative(asset) || lineOf(fees, asset)?.isAuthorized === true);
}

function holdsOf(
  asset: AssetName,
  amount: bigint,
  cost: { readonly operatorFee: OperatorFee | null; readonly feePayer: string | null; readonly fee: bigint },
): Hold[] {
  return [
    { ...asset, amount: String(amount) },
    ...(cost.operatorFee ? [{ ...cost.operatorFee.asset, amount: String(cost.operatorFee.amount) }] : []),
    ...(cost.feePayer === null ? [{ ...NATIVE, amount: String(cost.fee) }] : []),
  ];
}

function paymentStep(operation: PaymentKind, source: string, to: string, asset: AssetName, amount: bigint): Step {
  // An account that does not exist yet has no numbered sub-addresses to create.
  if (operation === "create_account") return { type: operation, source, to: accountOf(to), amount: String(amount) };
  if (operation === "create_claimable_balance")
    return { type: operation, source, to, ...asset, amount: String(amount), reclaimAfterSeconds: TAKE_BACK_SECONDS };
  return { type: operation, source, to, ...asset, amount: String(amount) };
}

function toError({ code, facts }: { readonly code: AppError["code"]; readonly facts: AppError["facts"] }): AppError {
  return new AppError(code, facts);
}

/** The check's answer, or undefined with its refusal kept. */
function collect<T>(refusals: AppError[], check: () => T): T | undefined {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refusals.push(error);
    return undefined;
  }
}
