import type { OfferRate, StakeRow } from "./staking.ts";
import { accruedAt, type Accrual, DAY_SECONDS, secondsOf, shareOf } from "./values/accrual.ts";
import { parseAmount } from "./values/money.ts";

/** What of a stake says what it earns, in rows and in what the server stores. */
export interface Reckoned extends Pick<
  StakeRow,
  "status" | "terms" | "principals" | "withdrawing" | "left" | "amount" | "paid" | "paying" | "forfeited"
> {
  readonly startDate: string | Date;
  readonly endDate: string | Date | null;
  readonly stoppedAt: string | Date | null;
}

/** By what a stake earns; `rates` are those of its offer, which count for flexible ones. */
export function accrualOf(stake: Reckoned, rates: readonly OfferRate[]): Accrual {
  const { terms, principals, endDate, stoppedAt, withdrawing, left } = stake;
  const isLocked = terms.lockupDays > 0;
  const own = { from: 0, ppm: BigInt(terms.ratePpm) };
  const listed = rates.map(({ from, ratePpm }) => ({ from: secondsOf(from), ppm: BigInt(ratePpm) }));
  const isLeaving = withdrawing !== null && parseAmount(withdrawing.amount) === parseAmount(left);
  const ends = [endDate, stoppedAt, isLeaving ? withdrawing.at : null].filter((end) => end !== null).map(secondsOf);
  return {
    principals: principals.map(({ from, amount }) => ({ from: secondsOf(from), amount: parseAmount(amount) })),
    rates: isLocked || listed.length === 0 ? [own] : listed,
    until: ends.length === 0 ? null : Math.min(...ends),
  };
}

/** All that a stake has earned up to a time (seconds since the epoch), in stroops. */
export function earnedBy(stake: Reckoned, rates: readonly OfferRate[], at: number): bigint {
  return accruedAt(accrualOf(stake, rates), at);
}

/** What of that is not paid, on its way or given up. */
export function unpaidOf(stake: Reckoned, rates: readonly OfferRate[], at: number): bigint {
  const unpaid = earnedBy(stake, rates, at) - settledOf(stake);
  return unpaid > 0n ? unpaid : 0n;
}

function settledOf({ paid, paying, forfeited }: Pick<Reckoned, "paid" | "paying" | "forfeited">): bigint {
  return parseAmount(paid) + parseAmount(paying) + parseAmount(forfeited);
}

/** All that so much earns at a fixed rate over so many days. */
export function totalOver(amount: bigint, ratePpm: number, days: number): bigint {
  const accrual = { principals: [{ from: 0, amount }], rates: [{ from: 0, ppm: BigInt(ratePpm) }], until: null };
  return accruedAt(accrual, days * DAY_SECONDS);
}

/** Whether whoever takes it out now leaves early; `at` in seconds. */
export function isEarlyAt({ endDate }: Pick<Reckoned, "endDate">, at: number): boolean {
  return endDate !== null && at < secondsOf(endDate);
}

/** What an early leaver pays of an amount, in stroops. */
export function earlyFeeOf({ terms }: Pick<Reckoned, "terms">, amount: bigint): bigint {
  return shareOf(amount, BigInt(terms.earlyFeePpm));
}

/**
 * What the pool must have for a stake, in stroops: of a locked one everything to its end, of a flexible one what it had earned by
 * `accrued`. Nothing of one that was left early, or never came to be.
 */
export function owedTo(stake: Reckoned, accrued: bigint): bigint {
  const { status, terms, amount } = stake;
  if (status === "failed") return 0n;
  const isLocked = terms.lockupDays > 0;
  const isOver = status === "withdrawn" || stake.stoppedAt !== null;
  const due =
    isOver || !isLocked
      ? isLocked
        ? earnedBy(stake, [], Number.MAX_SAFE_INTEGER)
        : accrued
      : totalOver(parseAmount(amount), terms.ratePpm, terms.lockupDays);
  const owed = due - settledOf(stake);
  return owed > 0n ? owed : 0n;
}
