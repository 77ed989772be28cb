import { t } from "@lingui/core/macro";
import { MAX_STROOPS, mulDiv } from "#schemas/values/money.ts";
import { plainAmount } from "#pwa/ui/typed-amount.ts";

/** Hundredths of a percent in the whole. */
const WHOLE = 10_000n;
/** More than this is no bound any more. */
const MOST = 5_000n;

export const SLIPPAGES = ["0.1", "0.5", "1"] as const;
export const USUAL_SLIPPAGE = "0.5";

/** Reads a percentage such as "0.5" in hundredths of a percent, or says what is wrong with it. */
export function readSlippage(typed: string): bigint | string {
  const plain = plainAmount(typed.replace("%", ""));
  const match = "problem" in plain ? null : /^(\d{1,3})(?:\.(\d{0,2}))?$/.exec(plain.text);
  if (match === null) return t`Enter a percentage with at most two places, such as 0.5.`;
  const [, whole = "0", fraction = ""] = match;
  const part = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));
  return part > MOST ? t`More than 50 % protects from nothing. Enter less.` : part;
}

/** What a slippage leads to, where a person should know; null where it is usual. */
export function slippageWarning(part: bigint): string | null {
  if (part === 0n) return t`With none at all, the smallest move of the price stops the swap.`;
  if (part > 500n) return t`With so much, you may be given a much worse price than you see.`;
  return part < 10n ? t`With so little, the swap often does not go through.` : null;
}

/** The least that is taken of what a quote promises; never nothing. */
export function leastOf(amount: bigint, part: bigint): bigint {
  const least = mulDiv(amount, WHOLE - part, WHOLE, "up");
  return least > 0n ? least : 1n;
}

/** The most that is given of what a quote asks. */
export function mostOf(amount: bigint, part: bigint): bigint {
  const most = mulDiv(amount, WHOLE + part, WHOLE, "down");
  return most > MAX_STROOPS ? MAX_STROOPS : most;
}

/** By how much `now` differs from `before`, in hundredths of a percent, a loss rounded up. `before` is above zero. */
export function changeOf(before: bigint, now: bigint): bigint {
  return mulDiv((now - before) * WHOLE, 1n, before, now < before ? "up" : "down");
}
