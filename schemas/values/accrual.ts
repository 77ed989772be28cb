/** What stakes earn: a pure function of their terms and of time, in whole seconds and stroops. Server and app reckon by it alone. */

/** A year of rewards: 365 days of 86,400 seconds, leap years too. */
export const YEAR_SECONDS = 31_536_000n;
export const DAY_SECONDS = 86_400;
/** Parts of a whole in which rates and fees are kept: a percent is ten thousand of them. */
export const MILLION = 1_000_000n;

/** So much of an asset from a time (seconds since the epoch) on. */
export interface PrincipalFrom {
  readonly from: number;
  /** Stroops. */
  readonly amount: bigint;
}

/** A simple yearly rate from a time (seconds since the epoch) on, in millionths. */
export interface RateFrom {
  readonly from: number;
  readonly ppm: bigint;
}

export interface Accrual {
  /** In order; the first says when it begins. None earns nothing. */
  readonly principals: readonly PrincipalFrom[];
  /** In order; before the first of them, the first counts. */
  readonly rates: readonly RateFrom[];
  /** When it ends; null while nobody knows. */
  readonly until: number | null;
}

/** What so much earns at one rate in so many seconds. */
export function earned(amount: bigint, ppm: bigint, seconds: number): bigint {
  return seconds <= 0 ? 0n : (amount * ppm * BigInt(seconds)) / (YEAR_SECONDS * MILLION);
}

/**
 * All that was earned from the beginning up to `at`, each segment of one amount and one rate rounded down by itself. What was earned
 * between two times is the difference of two of these: so it adds up whatever the times are.
 */
export function accruedAt({ principals, rates, until }: Accrual, at: number): bigint {
  const [first] = principals;
  if (!first) return 0n;
  const end = until === null ? at : Math.min(at, until);
  const changes = [...principals, ...rates].map(({ from }) => from).filter((from) => from > first.from && from < end);
  const cuts = [first.from, ...[...new Set(changes)].toSorted((one, other) => one - other), end];
  let sum = 0n;
  for (const [index, from] of cuts.entries()) {
    const to = cuts[index + 1];
    if (to === undefined) break;
    sum += earned(inForce(principals, from)?.amount ?? 0n, inForce(rates, from)?.ppm ?? 0n, to - from);
  }
  return sum;
}

/** Which of these holds at a time: before all of them, the first. */
export function inForce<T extends { readonly from: number }>(list: readonly T[], at: number): T | undefined {
  return list.findLast(({ from }) => from <= at) ?? list[0];
}

/** A share of an amount, in millionths, rounded down. */
export function shareOf(amount: bigint, ppm: bigint): bigint {
  return (amount * ppm) / MILLION;
}

/** Percent with at most four places as millionths; null for what is none. */
export function ppmOf(percent: string): number | null {
  const parts = /^(\d{1,3})(?:\.(\d{1,4})0*)?$/.exec(percent);
  return parts ? Number(parts[1]) * 10_000 + Number((parts[2] ?? "").padEnd(4, "0")) : null;
}

/** Millionths as percent, without needless zeros. */
export function percentOf(ppm: number): string {
  const places = String(ppm % 10_000)
    .padStart(4, "0")
    .replace(/0+$/, "");
  return `${Math.floor(ppm / 10_000)}${places === "" ? "" : `.${places}`}`;
}

/** Whole seconds since the epoch. */
export function secondsOf(instant: string | Date): number {
  return Math.floor(new Date(instant).getTime() / 1000);
}
