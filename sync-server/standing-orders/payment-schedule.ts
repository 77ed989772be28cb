import { ANNOUNCED_AHEAD_MS, type KeptPayment, MOST_LATE_MS, NOTICE_MS } from "#schemas/standing-payments.ts";
import { dateAt, datesBy } from "./calendar.ts";
import type { Plan } from "./schedule.ts";

/** The dates of a repeated payment, as they were confirmed: number 1 is the first. */
export interface PaymentDates {
  readonly terms: Pick<KeptPayment, "every" | "times" | "expiresAt">;
  readonly firstDate: Date | null;
}

/** Where a repeated payment stands in them. */
export interface PaymentPlace extends PaymentDates {
  /** The number of the last date that is behind it, whatever became of that. */
  readonly runsBegun: number;
  /** From when on the next may go out: its date, or a day after it was announced if that is later; null until it was. */
  readonly payableFrom?: Date | null;
}

/** The date of a number; null where there is none any more. */
export function paymentDate({ terms, firstDate }: PaymentDates, number: number): Date | null {
  if (firstDate === null) throw new RangeError("a repeated payment has no first date");
  const { every, times, expiresAt } = terms;
  if (times !== null && number > times) return null;
  const date = dateAt(firstDate, every, number - 1);
  return expiresAt !== null && date > new Date(expiresAt) ? null : date;
}

/** What a repeated payment plans, if nothing is left out. */
export function paymentPlan(dates: PaymentDates): Plan {
  const { terms, firstDate } = dates;
  const { every, times, expiresAt } = terms;
  const firstAt = paymentDate(dates, 1);
  if (firstDate === null || firstAt === null) return { runs: 0, firstAt: null, lastAt: null };
  const untilEnd = expiresAt === null ? null : datesBy(firstDate, every, new Date(expiresAt));
  const counts = [times, untilEnd].filter((count) => count !== null);
  if (counts.length === 0) return { runs: null, firstAt, lastAt: null };
  const runs = Math.min(...counts);
  return { runs, firstAt, lastAt: paymentDate(dates, runs) };
}

/** From when on the first may go out that is planned `now`; null where there is time to announce it. */
export function firstPayable(firstAt: Date, now: Date): Date | null {
  return firstAt.getTime() - now.getTime() < ANNOUNCED_AHEAD_MS ? firstAt : null;
}

/** From until when dates are announced that lie ahead. */
export function announcedUntil(now: Date): Date {
  return new Date(now.getTime() + ANNOUNCED_AHEAD_MS);
}

/** From when on a payment may go out that is announced `now`. */
export function payableAfter(date: Date, now: Date): Date {
  return new Date(Math.max(date.getTime(), now.getTime() + NOTICE_MS));
}

export type PaymentFate =
  /** None of its dates has come that is not behind it: then somebody wrote how far it got, or when it goes on. */
  | { readonly kind: "none" }
  | { readonly kind: "wait" }
  | { readonly kind: "pay"; readonly number: number; readonly date: Date }
  /** All dates up to `number` are left out. */
  | { readonly kind: "miss"; readonly number: number; readonly date: Date; readonly why: "late" | "unannounced" };

/**
 * What becomes of a repeated payment `now` by its dates alone. Of dates that were slept through at most the latest is paid, if it was
 * announced a day ahead and is not a day late; whatever is left out is never made up for.
 */
export function paymentFate(place: PaymentPlace, now: Date): PaymentFate {
  const { terms, firstDate, runsBegun, payableFrom = null } = place;
  if (firstDate === null || !Number.isSafeInteger(runsBegun) || runsBegun < 0) return { kind: "none" };
  const { runs } = paymentPlan(place);
  const come = datesBy(firstDate, terms.every, now);
  const number = runs === null ? come : Math.min(come, runs);
  const date = number > runsBegun ? paymentDate(place, number) : null;
  if (date === null) return { kind: "none" };
  if (now.getTime() - date.getTime() > MOST_LATE_MS) return { kind: "miss", number, date, why: "late" };
  // Announced is one at a time: of those that were slept through, nobody was told of any but the first.
  if (number > runsBegun + 1 || payableFrom === null) return { kind: "miss", number, date, why: "unannounced" };
  return now < payableFrom ? { kind: "wait" } : { kind: "pay", number, date };
}
