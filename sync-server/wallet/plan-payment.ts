import { AppError } from "#schemas/errors.ts";
import type { TypedMemo } from "#schemas/values/memo.ts";
import type { SendCheckInput } from "#schemas/wallet.ts";
import type { Federation } from "#server/federation/index.ts";
import { operatorFee, readFees } from "#server/fees/index.ts";
import { lastPriceOf } from "#server/prices/index.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import type { AssetName } from "#server/platform/network/assets.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import type { AcceptDeps, Planned } from "#server/platform/submissions/accept.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import { allRefusals, type Spending } from "#server/platform/submissions/spending.ts";
import type { Hold } from "#server/platform/submissions/submission.ts";
import { collect } from "./collect.ts";
import { type ComingFees, comingFees } from "./coming-fees.ts";
import { type Left, leftAfter, type Moves } from "./left-after.ts";
import { takeLookUp } from "./look-ups.ts";
import { costOf, type PaymentCost } from "./payment-cost.ts";
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
} from "./rules.ts";

/** A payment ready to be recorded, if nothing stands against it. Amounts in stroops. */
export interface PaymentPlan extends PaymentCost, Planned {
  /** G... or M... */
  readonly to: string;
  readonly recipient: { readonly username: string | null; readonly exists: boolean };
  readonly asset: AssetName;
  readonly amount: bigint;
  /** What the account has afterwards; none where something stands against the payment. */
  readonly left: readonly Left[];
  /** What the operator will take for the same, where that is to change. */
  readonly comingFees: ComingFees | null;
  readonly memo: TypedMemo;
  /** Whether the recipient's name asks for the memo. */
  readonly isMemoFixed: boolean;
}

export interface PlanDeps extends AcceptDeps {
  readonly network: StellarNetwork;
  readonly federation: Federation;
}

/**
 * Works out a payment and everything that stands against it; nothing is recorded. Throws what keeps it from being worked
 * out at all: what keeps a name from being resolved, `recipient-unknown`, `recipient-closed`, `address-malformed`,
 * `asset-unknown`, `wallet-not-ready`, `network-unreachable`, `rate-limited`.
 */
export async function planPayment(
  { runtime, network, federation, guard }: PlanDeps,
  userId: number,
  input: SendCheckInput,
): Promise<PaymentPlan> {
  const { database } = runtime;
  await takeLookUp(runtime, userId);
  const refusals: AppError[] = [];
  const asset = readAsset(input.assetCode, input.issuer);
  const recipient = await findRecipient(runtime, input.to, (name) => federation.resolve(userId, name));
  const account = await accountCollection(database).findOne({ userId, role: "wallet" });
  if (!account) throw new AppError("wallet-not-ready");
  const amount = collect(refusals, () => checkAmount(input.amount)) ?? 0n;
  const ownMemo = { type: input.memoType ?? "text", text: input.memo ?? "" };
  const memo = recipient.memo ?? ownMemo;
  const to = recipient.address;
  const spending: Spending = { kind: "payment", to, memo, paid: { asset, amount } };
  const [facts, bid, fees, [verdict, reserved]] = await Promise.all([
    lookUpRecipient(network, to, asset),
    reach(network.feeBid()),
    readFees(runtime, "send"),
    database.transaction(
      async (session) =>
        [await guard.judge(session, userId, spending), await reservationsOf(database, session, account._id)] as const,
    ),
    // What is held and was never priced is from now on.
    lastPriceOf(runtime, userId, asset),
  ]);
  for (const check of [
    () => checkNetwork(input.networkPassphrase, network.passphrase),
    () => checkMemo(ownMemo),
    () => checkMemoFixed(ownMemo, recipient.memo),
    () => checkMemoRequired(to, memo, facts),
    () => checkNotSelf(account._id, to),
    () => checkSource(account, asset),
  ])
    collect(refusals, check);
  const operation =
    collect(refusals, () => checkRecipient(to, asset, amount, facts, input.asClaimable === true)) ?? "payment";
  const cost = await costOf(runtime, { account, to, asset, amount, operation, bid, fees, reserved });
  const { total, holds, reserve } = cost;
  collect(refusals, () => checkFunds(account, asset, amount, holds, reserved, reserve));
  const isFree = allRefusals(verdict, refusals).length === 0;
  return {
    ...cost,
    account: account._id,
    to,
    recipient: { username: recipient.username, exists: facts.exists },
    asset,
    amount,
    comingFees: await comingFees(runtime, account._id, fees, (rules) =>
      [operatorFee(rules, asset, amount)].filter((fee) => fee !== null),
    ),
    left: isFree ? leftAfter(account, reserved, movesOf(total, reserve)) : [],
    memo,
    isMemoFixed: recipient.memo !== null,
    spending,
    verdict,
    refusals,
  };
}

/** What is paid, and the operator's fee; what is kept aside in the account stays there. */
function movesOf(total: readonly Hold[], reserve: bigint): Moves {
  const leaves = total.map(({ assetCode, issuer, amount }) => ({
    asset: { assetCode, issuer },
    amount: BigInt(amount),
  }));
  return { leaves, comes: [], frees: [], binds: reserve };
}
