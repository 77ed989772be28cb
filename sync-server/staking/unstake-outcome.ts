import { AppError } from "#schemas/errors.ts";
import { earlyFeeOf, isEarlyAt, unpaidOf } from "#schemas/stake-reckoning.ts";
import { MAX_PARTS, type OfferRate } from "#schemas/staking.ts";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import type { AccountState } from "#server/platform/ingest/account.ts";
import { lineOf } from "#server/platform/ingest/spendable.ts";
import { isNative } from "#server/platform/network/assets.ts";
import { payableTo, type HouseSide } from "./house-side.ts";
import type { StakeDocument } from "./store.ts";

/** What taking something out of a stake comes to, in stroops. */
export interface Outcome {
  /** What leaves the vault. */
  readonly amount: bigint;
  readonly isWhole: boolean;
  readonly isEarly: boolean;
  readonly earlyFee: bigint;
  readonly operatorFee: bigint;
  readonly receives: bigint;
  /** Paid by the pool at once, owed by it, and given up. */
  readonly rewards: bigint;
  readonly owed: bigint;
  readonly forfeits: bigint;
  readonly stays: bigint;
}

export interface Asked {
  readonly stake: StakeDocument;
  readonly rates: readonly OfferRate[];
  readonly side: HouseSide;
  /** Null for all of it. */
  readonly amount: bigint | null;
  /** The network's time, in seconds. */
  readonly at: number;
  /** What the operator takes of so much. */
  readonly feeOn: (amount: bigint) => bigint;
}

/** The principal never waits for the pool: what that cannot pay is owed. A fee leaves a stroop at least. */
export function outcomeOf({ stake, rates, side, amount: asked, at, feeOn }: Asked): Outcome {
  const left = parseAmount(stake.left);
  const amount = asked ?? left;
  const isWhole = amount === left;
  const isEarly = isEarlyAt(stake, at);
  const earlyFee = isEarly ? earlyFeeOf(stake, amount) : 0n;
  const rest = amount - earlyFee;
  const fee = feeOn(rest);
  const operatorFee = fee < rest ? fee : rest > 0n ? rest - 1n : 0n;
  const unpaid = unpaidOf(stake, rates, at);
  const due = isWhole && !isEarly ? unpaid : 0n;
  const isPayable = due > 0n && side.book.halted === "" && due <= payableTo(side, stake.terms.lockupDays > 0);
  return {
    amount,
    isWhole,
    isEarly,
    earlyFee,
    operatorFee,
    receives: rest - operatorFee,
    rewards: isPayable ? due : 0n,
    owed: isPayable ? 0n : due,
    forfeits: isEarly ? unpaid : 0n,
    stays: left - amount,
  };
}

export interface Leaving extends Asked {
  readonly account: AccountState;
  readonly address: string;
  /** The least that stays of one that is taken out in part. */
  readonly minimum: bigint;
}

/** Everything that stands against taking it out, the first first. Whether its offer is open, and whether its owner is frozen, is not asked. */
export function unstakeRefusals(leaving: Leaving): AppError[] {
  const { stake, side } = leaving;
  const { assetCode } = stake;
  if (stake.status === "pending" || stake.status === "failed") return [new AppError("stake-not-active")];
  if (stake.status === "withdrawn") return [new AppError("stake-over")];
  if (stake.status === "withdrawing" || stake.claimId !== null) return [new AppError("stake-busy")];
  if (side.book.isShort) return [new AppError("stake-halted", { assetCode })];
  return [...partRefusals(leaving), ...lineRefusals(leaving, outcomeOf(leaving))];
}

function partRefusals({ stake, amount, minimum }: Leaving): AppError[] {
  const left = parseAmount(stake.left);
  const { assetCode } = stake;
  if (amount === null || amount === left) return [];
  if (stake.terms.lockupDays > 0) return [new AppError("stake-whole-only")];
  if (amount > left) return [new AppError("stake-part-large", { amount: formatAmountShort(left), assetCode })];
  if (stake.principals.length >= MAX_PARTS) return [new AppError("stake-parts-many")];
  if (left - amount < minimum)
    return [new AppError("stake-part-leaves-little", { minimum: formatAmountShort(minimum), assetCode })];
  return [];
}

/** Whether its owner's account can take it in. */
export function lineRefusals(
  { stake: { assetCode, issuer }, account, address }: Pick<Leaving, "stake" | "account" | "address">,
  { receives, rewards }: Pick<Outcome, "receives" | "rewards">,
): AppError[] {
  const asset = { assetCode, issuer };
  if (!account.exists) return [new AppError("wallet-not-ready")];
  if (isNative(asset) || issuer === address) return [];
  const line = lineOf(account, asset);
  if (!line) return [new AppError("stake-line-missing", { assetCode })];
  if (!line.isAuthorized) return [new AppError("claim-not-authorized", { assetCode })];
  const room = BigInt(line.limit) - BigInt(line.balance) - BigInt(line.buying);
  return room < receives + rewards ? [new AppError("claim-line-full", { assetCode })] : [];
}
