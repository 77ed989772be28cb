import { type StandingTerms, MAX_STANDING_DAYS } from "#schemas/standing-orders.ts";
import { MAX_PAYMENT_DAYS, type RepeatedPayment } from "#schemas/standing-payments.ts";
import { AppError } from "#schemas/errors.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { readAskedPrice } from "#server/trading/index.ts";
import { checkAmount } from "#server/wallet/index.ts";
import { compare } from "./prices.ts";

const DAY_MS = 86_400_000;
/** A device's clock may be behind. */
const LENIENCY_MS = 60_000;

/**
 * The terms as they are kept: amounts and prices as they were read, dates checked against `now`. Throws what is wrong with an amount,
 * a price or a date.
 */
export function readTerms(terms: StandingTerms, now: Date): StandingTerms {
  const expiresAt = endOf(terms, now);
  switch (terms.kind) {
    case "stop-limit":
    case "take-profit": {
      const { amount, triggerPrice, price } = terms;
      return {
        ...terms,
        amount: amountOf(amount),
        triggerPrice: priceOf(triggerPrice),
        price: priceOf(price),
        expiresAt,
      };
    }
    case "trailing-stop": {
      const { amount, activationPrice } = terms;
      const from = activationPrice === null ? null : priceOf(activationPrice);
      return { ...terms, amount: amountOf(amount), activationPrice: from, expiresAt };
    }
    case "oco": {
      const read = {
        ...terms,
        amount: amountOf(terms.amount),
        triggerPrice: priceOf(terms.triggerPrice),
        price: priceOf(terms.price),
        profitTrigger: priceOf(terms.profitTrigger),
        profitPrice: priceOf(terms.profitPrice),
        expiresAt,
      };
      checkLegs(read);
      return read;
    }
    case "twap": {
      const stroops = checkAmount(terms.amount);
      if (stroops < BigInt(terms.slices)) throw new AppError("order-too-small");
      return { ...terms, amount: formatAmount(stroops), price: priceOf(terms.price), expiresAt };
    }
    case "recurring": {
      const { spend, highestPrice } = terms;
      return {
        ...terms,
        spend: amountOf(spend),
        highestPrice: highestPrice === null ? null : priceOf(highestPrice),
        startsAt: startOf(terms, now),
        expiresAt,
      };
    }
  }
}

/** Between both prices there has to be room for the market. */
function checkLegs({ side, triggerPrice, profitTrigger }: Extract<StandingTerms, { readonly kind: "oco" }>): void {
  const distance = compare(readAskedPrice(profitTrigger), readAskedPrice(triggerPrice));
  if (side === "sell" ? distance <= 0n : distance >= 0n) throw new AppError("durable-legs-crossed");
}

/** The dates of a repeated payment as they are kept. Throws `durable-end-wrong` and `durable-start-wrong`. */
export function readPaymentDates(
  { startsAt, expiresAt }: Pick<RepeatedPayment, "startsAt" | "expiresAt">,
  now: Date,
): Pick<RepeatedPayment, "startsAt" | "expiresAt"> {
  const end = endOf({ expiresAt }, now, MAX_PAYMENT_DAYS);
  return { startsAt: startOf({ startsAt, expiresAt: end }, now, MAX_PAYMENT_DAYS), expiresAt: end };
}

function endOf({ expiresAt }: Pick<StandingTerms, "expiresAt">, now: Date, days = MAX_STANDING_DAYS): string | null {
  if (expiresAt === null) return null;
  const end = new Date(expiresAt);
  if (end <= now || end.getTime() > now.getTime() + days * DAY_MS) throw new AppError("durable-end-wrong", { days });
  return end.toISOString();
}

function startOf(
  { startsAt, expiresAt }: Pick<RepeatedPayment, "startsAt" | "expiresAt">,
  now: Date,
  days = MAX_STANDING_DAYS,
): string | null {
  if (startsAt === null) return null;
  const start = new Date(startsAt);
  const isTooEarly = start.getTime() < now.getTime() - LENIENCY_MS;
  const isTooLate =
    start.getTime() > now.getTime() + days * DAY_MS || (expiresAt !== null && start > new Date(expiresAt));
  if (isTooEarly || isTooLate) throw new AppError("durable-start-wrong", { days });
  return start.toISOString();
}

function amountOf(text: string): string {
  return formatAmount(checkAmount(text));
}

function priceOf(text: string): string {
  readAskedPrice(text);
  return text.trim();
}
