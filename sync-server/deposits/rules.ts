import { xlmFor } from "#schemas/deposit-amounts.ts";
import type { DepositSettings } from "#schemas/deposits.ts";
import { AppError } from "#schemas/errors.ts";
import { worthAt } from "#schemas/values/price.ts";
import { AmountError, amountText, mulDiv, parseAmount } from "#schemas/values/money.ts";

/** As {@link xlmFor}, for who is told of it. Throws `amount-too-large`. */
export function creditFor(usd: string, rate: string): string {
  try {
    return xlmFor(usd, rate);
  } catch (error) {
    if (error instanceof AmountError) throw new AppError(error.code, {}, { cause: error });
    throw error;
  }
}

/** What is to be credited for what was paid in. */
export interface Credit {
  /** USD, as it was paid in. */
  readonly usd: string;
  readonly xlmCredited: string;
}

/** What decides whether one operator may credit it, read beforehand. `price` is USD for an XLM; null where none is guarded. */
export interface CreditFacts {
  readonly settings: DepositSettings;
  readonly price: string | null;
  /** What the same operator alone credited to the same person within the last day, in stroops of a USD. */
  readonly creditedInDay: bigint;
}

const HUNDREDTHS = 10_000n;

/** What is credited is worth in USD, by the guarded price or else by the configured rate; rounded up. */
export function creditWorth(
  { xlmCredited }: Pick<Credit, "xlmCredited">,
  { settings, price }: Omit<CreditFacts, "creditedInDay">,
): bigint {
  const stroops = parseAmount(xlmCredited);
  return worthAt(stroops, price, "up") ?? atRate(stroops, settings.xlmRate);
}

/** The larger of what was paid in and what is credited for it: what counts towards a second operator's amount. */
export function countedWorth(credit: Credit, facts: Omit<CreditFacts, "creditedInDay">): bigint {
  const [paid, worth] = [parseAmount(credit.usd), creditWorth(credit, facts)];
  return paid > worth ? paid : worth;
}

/** Whether what is credited is worth more than what was paid in, beyond the tolerance. */
export function favoursOwner(credit: Credit, facts: Omit<CreditFacts, "creditedInDay">): boolean {
  return isBeyond(creditWorth(credit, facts), parseAmount(credit.usd), facts.settings);
}

/** Why two operators have to credit this, in one sentence; null where one may. */
export function whyTwoCredit(credit: Credit, facts: CreditFacts): string | null {
  const { secondAbove } = facts.settings;
  const worth = countedWorth(credit, facts);
  if (favoursOwner(credit, facts))
    return `What is credited is worth ${amountText(creditWorth(credit, facts))} USD, for ${amountText(parseAmount(credit.usd))} USD.`;
  if (secondAbove === null) return null;
  if (worth > parseAmount(secondAbove)) return `It is more than ${amountText(parseAmount(secondAbove))} USD.`;
  return worth + facts.creditedInDay > parseAmount(secondAbove)
    ? `With it one operator would credit more than ${amountText(parseAmount(secondAbove))} USD to one person within a day.`
    : null;
}

/** Whether the price fell so far since it was proposed that the credit is worth that much more. */
export function hasAged(formerPrice: string | null, price: string | null, settings: DepositSettings): boolean {
  if (formerPrice === null || price === null) return false;
  const unit = parseAmount("1000");
  const [former, now] = [worthAt(unit, formerPrice, "up"), worthAt(unit, price, "up")];
  return former !== null && now !== null && isBeyond(now, former, settings);
}

/** Why two operators have to set it so, in one sentence; null where one may. `former` is what was last set, if ever. */
export function whyTwoSet(
  to: DepositSettings | null,
  former: DepositSettings | null,
  price: string | null,
): string | null {
  if (to === null) return null;
  if (former?.recipient !== to.recipient) return `People would pay ${to.recipient}.`;
  if (isHigher(former.secondAbove, to.secondAbove)) return "A second operator would be asked for less often.";
  if (parseAmount(percent(to)) > parseAmount(percent(former))) return "Rates could favour people more.";
  const thousand = parseAmount("1000");
  const [before, after] = [former, to].map(({ xlmRate }) => atRate(thousand, xlmRate));
  if (before === undefined || after === undefined || after >= before) return null;
  const worth = worthAt(mulDiv(thousand, thousand, after, "up"), price, "up");
  // Without a guarded price nobody can say whether the better rate is the right one.
  if (worth === null) return `A USD would buy more XLM than before: ${to.xlmRate}.`;
  return isBeyond(worth, thousand, former) ? `A USD would buy XLM worth more than the USD: ${to.xlmRate}.` : null;
}

function percent({ rateTolerance }: DepositSettings): string {
  return rateTolerance;
}

/** Whether a limit lets more through than the former one; null is none at all. */
function isHigher(from: string | null, to: string | null): boolean {
  return from !== null && (to === null || parseAmount(to) > parseAmount(from));
}

function isBeyond(worth: bigint, paid: bigint, { rateTolerance }: DepositSettings): boolean {
  const tolerated = HUNDREDTHS + parseAmount(rateTolerance) / 100_000n;
  return worth * HUNDREDTHS > paid * tolerated;
}

/** USD for so many stroops at a rate of XLM for a USD, rounded up. */
function atRate(stroops: bigint, rate: string): bigint {
  const [whole = "0", places = ""] = rate.split(".");
  return mulDiv(stroops, 10n ** BigInt(places.length), BigInt(whole + places), "up");
}
