import fc from "fast-check";
import { expect, test } from "vitest";
import { dateAt } from "./calendar.ts";
import {
  announcedUntil,
  firstPayable,
  payableAfter,
  paymentDate,
  paymentFate,
  paymentPlan,
  type PaymentPlace,
} from "./payment-schedule.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PLACED = new Date("2027-01-31T12:00:00.000Z");

type Terms = PaymentPlace["terms"];

interface Lived {
  readonly paid: { readonly number: number; readonly at: Date }[];
  readonly missed: { readonly number: number; readonly at: Date }[];
  readonly announced: Map<number, Date>;
  readonly place: PaymentPlace & { readonly nextAt: Date | null };
}

/** Looks at a repeated payment at these instants, as the server does: announces first, then begins what is due. */
function live(terms: Terms, firstAt: Date, looks: readonly Date[]): Lived {
  const lived: Lived = { paid: [], missed: [], announced: new Map(), place: placed(terms, firstAt) };
  let { place } = lived;
  for (const now of looks) {
    const { nextAt } = place;
    if (nextAt === null) break;
    if (nextAt > now && nextAt <= announcedUntil(now) && place.payableFrom === null) {
      expect(lived.announced.has(place.runsBegun + 1)).toBe(false);
      lived.announced.set(place.runsBegun + 1, now);
      place = { ...place, payableFrom: payableAfter(nextAt, now) };
    }
    if (nextAt > now) continue;
    const fate = paymentFate(place, now);
    expect(fate.kind).not.toBe("none");
    if (fate.kind === "none" || fate.kind === "wait") continue;
    const { number } = fate;
    lived[fate.kind === "pay" ? "paid" : "missed"].push({ number, at: now });
    place = { ...place, runsBegun: number, nextAt: paymentDate(place, number + 1), payableFrom: null };
  }
  return { ...lived, place };
}

function placed(terms: Terms, firstAt: Date) {
  return { terms, firstDate: firstAt, runsBegun: 0, nextAt: firstAt, payableFrom: firstPayable(firstAt, PLACED) };
}

/** Instants that many ms after one another. */
function at(steps: readonly number[]): Date[] {
  let ms = PLACED.getTime();
  return steps.map((step) => new Date((ms += step)));
}

const aboutADay = fc.integer({ min: 1, max: 26 * HOUR_MS });
/** Looks follow each other, or come about a day before or after a date some weeks on. */
const step = fc.oneof(
  fc.integer({ min: 1, max: HOUR_MS }),
  aboutADay,
  fc.tuple(fc.integer({ min: 1, max: 3 }), aboutADay).map(([weeks, ms]) => weeks * 7 * DAY_MS - ms),
  fc.tuple(fc.integer({ min: 1, max: 5 }), aboutADay).map(([weeks, ms]) => weeks * 7 * DAY_MS + ms),
  fc.integer({ min: 1, max: 100 * DAY_MS }),
);
const anyTerms = fc.record({
  every: fc.constantFrom("week" as const, "month" as const),
  times: fc.option(fc.integer({ min: 1, max: 12 })),
  expiresAt: fc.option(
    fc.integer({ min: 1, max: 400 }).map((days) => new Date(PLACED.getTime() + days * DAY_MS).toISOString()),
  ),
});

test("whatever is slept through, no date is paid twice, late, unannounced or beyond the plan, and none is made up for", () => {
  fc.assert(
    fc.property(
      anyTerms,
      fc.integer({ min: 0, max: 40 * DAY_MS }),
      fc.array(step, { minLength: 1, maxLength: 120 }),
      (terms, aheadMs, steps) => {
        const firstAt = new Date(PLACED.getTime() + aheadMs);
        if (terms.expiresAt !== null && firstAt > new Date(terms.expiresAt)) return;
        const { paid, missed, announced } = live(terms, firstAt, at(steps));
        const { runs, lastAt } = paymentPlan({ terms, firstDate: firstAt });
        const over = [...paid, ...missed].map(({ number }) => number);
        expect(new Set(over).size).toBe(over.length);
        expect(new Set([...paid, ...missed].map(({ at: now }) => now.getTime())).size).toBe(over.length);
        for (const { number, at: now } of paid) {
          const date = dateAt(firstAt, terms.every, number - 1);
          expect(now.getTime() - date.getTime()).toBeGreaterThanOrEqual(0);
          expect(now.getTime() - date.getTime()).toBeLessThanOrEqual(DAY_MS);
          if (runs !== null) expect(number).toBeLessThanOrEqual(runs);
          if (lastAt !== null) expect(date <= lastAt).toBe(true);
          // The first may be told of as it is set up.
          const told = announced.get(number) ?? (number === 1 ? PLACED : null);
          expect(told).not.toBeNull();
          const ahead = now.getTime() - (told?.getTime() ?? 0);
          const isToldAtOnce = number === 1 && !announced.has(1);
          if (!isToldAtOnce) expect(ahead).toBeGreaterThanOrEqual(DAY_MS);
          else expect(date.getTime() - PLACED.getTime()).toBeLessThan(DAY_MS + HOUR_MS);
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test("looked at every half an hour, each date is announced more than a day ahead and paid within that half an hour", () => {
  const terms = { every: "week", times: 6, expiresAt: null } as const;
  const firstAt = new Date(PLACED.getTime() + 5 * DAY_MS + 17);
  const looks = at(Array.from({ length: 48 * 60 }, () => HOUR_MS / 2));
  const { paid, missed, announced, place } = live(terms, firstAt, looks);
  expect(missed).toEqual([]);
  expect(paid.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
  for (const { number, at: now } of paid) {
    const date = dateAt(firstAt, "week", number - 1);
    expect(now.getTime() - date.getTime()).toBeLessThan(HOUR_MS / 2);
    expect(date.getTime() - (announced.get(number)?.getTime() ?? Infinity)).toBeGreaterThanOrEqual(DAY_MS);
  }
  expect(place.nextAt).toBeNull();
});

const WEEKLY: Terms = { every: "week", times: null, expiresAt: null };

test.each([
  ["one that is announced", 0, 0, "pay", 1],
  ["one that is announced, a day late to the ms", 0, DAY_MS, "pay", 1],
  ["one that is a ms later than that", 0, DAY_MS + 1, "miss", 1],
  ["the third of three that were slept through, an hour after it", 0, 14 * DAY_MS + HOUR_MS, "miss", 3],
  ["one that is not there yet", 1, 7 * DAY_MS - 1, "none", 0],
  ["one that somebody wrote is behind it already", 9, 7 * DAY_MS, "none", 0],
  ["less than none", -1, 0, "none", 0],
  ["half of one", 0.5, 7 * DAY_MS, "none", 0],
] as const)("of %s", (_what, runsBegun, afterMs, kind, number) => {
  const now = new Date(PLACED.getTime() + afterMs);
  const fate = paymentFate({ terms: WEEKLY, firstDate: PLACED, runsBegun, payableFrom: PLACED }, now);
  expect(fate.kind).toBe(kind);
  if (fate.kind === "pay" || fate.kind === "miss") expect(fate.number).toBe(number);
});

test("announced late it waits a day from then; never announced it is left out", () => {
  const place = { terms: WEEKLY, firstDate: PLACED, runsBegun: 0 };
  const late = new Date(PLACED.getTime() - 2 * HOUR_MS);
  const payableFrom = payableAfter(PLACED, late);
  expect(payableFrom.getTime() - late.getTime()).toBe(DAY_MS);
  expect(paymentFate({ ...place, payableFrom }, PLACED).kind).toBe("wait");
  expect(paymentFate({ ...place, payableFrom }, payableFrom).kind).toBe("pay");
  expect(paymentFate({ ...place, payableFrom: null }, PLACED)).toMatchObject({ kind: "miss", why: "unannounced" });
});

test("a plan ends with its number, or with the last date before its end, whichever comes first", () => {
  const planned = (terms: Partial<Terms>) => paymentPlan({ terms: { ...WEEKLY, ...terms }, firstDate: PLACED });
  expect(planned({})).toEqual({ runs: null, firstAt: PLACED, lastAt: null });
  expect(planned({ times: 3 })).toMatchObject({ runs: 3, lastAt: dateAt(PLACED, "week", 2) });
  const expiresAt = dateAt(PLACED, "week", 1).toISOString();
  expect(planned({ times: 3, expiresAt })).toMatchObject({ runs: 2, lastAt: dateAt(PLACED, "week", 1) });
  expect(planned({ every: "month", times: 2 })).toMatchObject({ lastAt: new Date("2027-02-28T12:00:00.000Z") });
});
