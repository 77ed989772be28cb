import { AmountError, formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import { AppError } from "#schemas/errors.ts";
import { isSameMemo, memoProblem, type TypedMemo } from "#schemas/values/memo.ts";
import type { AccountState } from "#server/platform/ingest/account.ts";
import { lineOf, spendableOf } from "#server/platform/ingest/spendable.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import { type AssetName, isNative, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS, type LedgerLine, NEW_ACCOUNT_STROOPS } from "#server/platform/network/entries.ts";
import type { Hold } from "#server/platform/submissions/submission.ts";

/** What the network keeps back of whoever sets money aside: a base reserve for each who may claim it, the sender among them. */
export const SET_ASIDE_RESERVE_STROOPS = 2n * BASE_RESERVE_STROOPS;

/** The recipient as the ledger has it. */
export interface RecipientFacts {
  readonly exists: boolean;
  /** Its line to the asset; null where it has none, and for XLM. */
  readonly line: LedgerLine | null;
  /** Whether it takes nothing without a memo (SEP-29). */
  readonly isMemoRequired: boolean;
}

/** Reads the amount. Throws a code of its own for each kind of bad amount. */
export function checkAmount(text: string): bigint {
  const plain = text.trim();
  if (/^-\d/.test(plain)) throw new AppError("amount-not-positive");
  try {
    const stroops = parseAmount(plain);
    if (stroops === 0n) throw new AppError("amount-not-positive");
    return stroops;
  } catch (error) {
    if (error instanceof AmountError) throw new AppError(error.code, {}, { cause: error });
    throw error;
  }
}

/** Throws what keeps a text from being a memo of its kind. */
export function checkMemo(memo: TypedMemo): void {
  const problem = memoProblem(memo);
  if (problem) throw new AppError(problem);
}

/** Throws `memo-fixed` where the sender wants another memo than the one that the recipient's name asks for. */
export function checkMemoFixed(own: TypedMemo, asked: TypedMemo | null): void {
  if (asked && own.text !== "" && !isSameMemo(own, asked)) throw new AppError("memo-fixed", { memo: asked.text });
}

/** Throws `memo-required`. A muxed address has its number in place of a memo (SEP-29). */
export function checkMemoRequired(to: string, memo: TypedMemo, { isMemoRequired }: RecipientFacts): void {
  if (isMemoRequired && memo.text === "" && to === accountOf(to)) throw new AppError("memo-required");
}

/** Throws `request-elsewhere` where the sender was asked to pay on another network. */
export function checkNetwork(asked: string | undefined, ours: string): void {
  if (asked !== undefined && asked !== ours) throw new AppError("request-elsewhere");
}

export function checkNotSelf(from: string, to: string): void {
  if (accountOf(to) === from) throw new AppError("recipient-is-self");
}

/** Throws unless the account is on the network and holds a usable line to the asset. */
export function checkSource(account: AccountState, asset: AssetName): void {
  if (!account.exists) throw new AppError("wallet-not-ready");
  if (isNative(asset)) return;
  const line = lineOf(account, asset);
  if (!line) throw new AppError("asset-unknown", { assetCode: asset.assetCode });
  if (!line.isAuthorized) throw new AppError("asset-not-authorized", { assetCode: asset.assetCode });
}

export type PaymentKind = "payment" | "create_account" | "create_claimable_balance";

/**
 * Decides how the recipient is paid; throws when they cannot be. Where they cannot hold the asset yet it may be set aside
 * for them, if the sender wishes so; for a muxed address it cannot, since its number would be lost.
 */
export function checkRecipient(
  to: string,
  asset: AssetName,
  amount: bigint,
  recipient: RecipientFacts,
  asClaimable: boolean,
): PaymentKind {
  const { assetCode } = asset;
  const canSetAside = asClaimable && !isNative(asset) && to === accountOf(to) && to !== asset.issuer;
  if (canSetAside && !recipient.line) return "create_claimable_balance";
  if (!recipient.exists) {
    if (isNative(asset) && amount >= NEW_ACCOUNT_STROOPS) return "create_account";
    throw new AppError("recipient-not-ready", { minimum: formatAmountShort(NEW_ACCOUNT_STROOPS) });
  }
  if (isNative(asset) || accountOf(to) === asset.issuer) return "payment";
  const { line } = recipient;
  if (!line) throw new AppError("recipient-trustline-missing", { assetCode });
  if (!line.isAuthorized) throw new AppError("recipient-not-authorized", { assetCode });
  if (line.limit - line.balance - line.buying < amount) throw new AppError("recipient-full", { assetCode });
  return "payment";
}

/**
 * Throws `balance-too-low` with the most that could be sent, or `fee-balance-too-low` with the XLM that is missing. `holds`
 * is everything the payment takes: the amount itself and what it costs; `reserve` is the XLM among it that the network keeps
 * back for what is set aside, for want of which it throws `claimable-reserve-too-low`. All in stroops.
 */
export function checkFunds(
  account: AccountState,
  asset: AssetName,
  amount: bigint,
  holds: readonly Hold[],
  reserved: ReadonlyMap<string, bigint>,
  reserve: bigint,
): void {
  const spendable = atLeastZero(spendableOf(account, asset, reserved) - (taken(holds, asset) - amount));
  if (amount > spendable)
    throw new AppError("balance-too-low", { spendable: formatAmountShort(spendable), assetCode: asset.assetCode });
  if (isNative(asset)) return;
  const missing = taken(holds, NATIVE) - spendableOf(account, NATIVE, reserved);
  if (missing <= 0n) return;
  if (reserve === 0n) throw new AppError("fee-balance-too-low", { fee: formatAmountShort(missing) });
  const facts = { reserve: formatAmountShort(reserve), missing: formatAmountShort(missing) };
  throw new AppError("claimable-reserve-too-low", facts);
}

function taken(holds: readonly Hold[], asset: AssetName): bigint {
  return holds.reduce((sum, hold) => (isSameAsset(hold, asset) ? sum + BigInt(hold.amount) : sum), 0n);
}

function atLeastZero(stroops: bigint): bigint {
  return stroops > 0n ? stroops : 0n;
}
