import type { StandingTerms } from "#schemas/standing-orders.ts";
import { dateAt, nextDate } from "./calendar.ts";

/** Where an order stands in its plan. */
export interface Place {
  readonly terms: StandingTerms;
  /** From when on it acts, of a recurring buy its first date; null of others from before that was kept. */
  readonly firstDate: Date | null;
  readonly expiresAt: Date | null;
  /** How many runs there were. */
  readonly runsBegun: number;
  /** When the run that begins now was planned; null where a price decided. */
  readonly nextAt: Date | null;
}

/**
 * When the run after the one that begins `now` is planned; null where it was the last. What was overdue is not made up for: a
 * recurring buy goes on with its next date, equal parts at their interval.
 */
export function nextRunAt({ terms, firstDate, expiresAt, runsBegun, nextAt }: Place, now: Date): Date | null {
  switch (terms.kind) {
    case "stop-limit":
    case "take-profit":
    case "trailing-stop":
    case "oco":
      return null;
    case "twap": {
      if (runsBegun + 1 >= terms.slices) return null;
      const intervalMs = terms.intervalSeconds * 1000;
      const planned = (nextAt ?? now).getTime() + intervalMs;
      return new Date(planned > now.getTime() ? planned : now.getTime() + intervalMs);
    }
    case "recurring": {
      if (firstDate === null) throw new RangeError("a recurring buy has no first date");
      if (terms.times !== null && runsBegun + 1 >= terms.times) return null;
      const next = nextDate(firstDate, terms.every, now);
      return expiresAt !== null && next > expiresAt ? null : next;
    }
  }
}

/** Whether its next run is one more than was confirmed, or before its time: then somebody wrote how far it got. */
export function isAheadOfPlan(
  { terms, firstDate, runsBegun }: Omit<Place, "nextAt" | "expiresAt">,
  now: Date,
): boolean {
  if (!Number.isSafeInteger(runsBegun) || runsBegun < 0) return true;
  switch (terms.kind) {
    case "stop-limit":
    case "take-profit":
    case "trailing-stop":
    case "oco":
      return runsBegun >= 1;
    case "twap":
      return runsBegun >= terms.slices;
    case "recurring":
      if (terms.times !== null && runsBegun >= terms.times) return true;
      // No date is after what is none, either.
      return firstDate !== null && !(now >= dateAt(firstDate, terms.every, runsBegun));
  }
}

/** Since when the run that is next has been known: of a recurring buy no longer than its date, before which there is none. */
export function knownSince({
  terms,
  firstDate,
  runsBegun,
}: Pick<Place, "terms" | "firstDate" | "runsBegun">): Date | null {
  return terms.kind === "recurring" && firstDate !== null ? dateAt(firstDate, terms.every, runsBegun) : firstDate;
}

export interface Plan {
  /** Null where it goes on until it is cancelled. */
  readonly runs: number | null;
  readonly firstAt: Date | null;
  /** Null where it is open, or a price decides. */
  readonly lastAt: Date | null;
}

/** What an order placed `now` plans, if nothing comes too late. */
export function planOf(terms: StandingTerms, expiresAt: Date | null, now: Date): Plan {
  switch (terms.kind) {
    case "stop-limit":
    case "take-profit":
    case "trailing-stop":
    case "oco":
      return { runs: 1, firstAt: null, lastAt: null };
    case "twap": {
      const lastAt = new Date(now.getTime() + (terms.slices - 1) * terms.intervalSeconds * 1000);
      return { runs: terms.slices, firstAt: now, lastAt };
    }
    case "recurring": {
      const firstAt = terms.startsAt === null ? now : new Date(terms.startsAt);
      const counts = [terms.times, expiresAt && datesUntil(firstAt, terms.every, expiresAt)].filter(
        (count) => count !== null,
      );
      if (counts.length === 0) return { runs: null, firstAt, lastAt: null };
      const runs = Math.min(...counts);
      return { runs, firstAt, lastAt: dateAt(firstAt, terms.every, runs - 1) };
    }
  }
}

function datesUntil(first: Date, every: Extract<StandingTerms, { kind: "recurring" }>["every"], end: Date): number {
  let count = 0;
  while (dateAt(first, every, count) <= end) count += 1;
  return count;
}
