import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { poolKeyOf, poolOfKey } from "#pwa/parts/journal/asset-words.ts";
import type { Entry } from "#pwa/parts/journal/entries.ts";
import { parseAmount, STROOPS_PER_UNIT as ONE } from "#schemas/values/money.ts";
import { bookOf } from "./book.ts";
import { type Hold, NO_HOLD } from "./holds.ts";
import type { Method } from "./lots.ts";
import type { PriceLine } from "./price-line.ts";
import { type Realised, type RealisedInput, realisedOf, yearsOf } from "./realised.ts";
import { disposalTable, uncountedTable } from "./realised-table.ts";
import { toCsv } from "./save-report.ts";
import { bookAfter, DAY_MS, START_MS, steps } from "./whole-book.fixture.ts";

type Facts = Pick<RealisedInput, "pieces" | "holds" | "lines">;

async function realised(facts: Facts, year: number, method: Method): Promise<Realised> {
  const found = await realisedOf({ ...facts, year, method }, () => false);
  if (found === null) throw new Error("nobody stopped it");
  return found;
}

/** The same history in slow motion: a step every `days`, so that it goes over years. */
function slowed(facts: Facts, days: number): Facts {
  const slow = (atMs: number): number => START_MS + (atMs - START_MS) * days;
  const legsOf = new Map<readonly Entry[], Entry[]>();
  const entryOf = (entry: Entry): Entry => {
    const { legs, ...rest } = entry;
    if (legs === undefined) return { ...rest, atMs: slow(rest.atMs) };
    const made = legsOf.get(legs) ?? [];
    if (!legsOf.has(legs)) {
      legsOf.set(legs, made);
      for (const leg of legs) made.push({ ...leg, atMs: slow(leg.atMs), legs: made });
    }
    return made[legs.indexOf(entry)] ?? entry;
  };
  const lines = new Map<string, PriceLine>(
    [...facts.lines].map(([key, line]) => [
      key,
      // A price every step, and one just before what happens then: none reaches further than a week.
      line.flatMap((point) => [
        { ...point, atMs: slow(point.atMs) },
        { ...point, atMs: slow(point.atMs + 3_600_000) - 1 },
      ]),
    ]),
  );
  return { holds: facts.holds, lines, pieces: facts.pieces.map((piece) => piece.map(entryOf)) };
}

const csvSum = (rows: readonly Record<string, string>[], column: string): bigint =>
  rows.reduce((sum, row) => {
    const text = row[column] ?? "";
    return sum + (text.startsWith("-") ? -parseAmount(text.slice(1)) : parseAmount(text));
  }, 0n);

async function fileOf(found: Realised) {
  const text = await toCsv(disposalTable(found, () => ({ type: "trade", hash: "ab" })));
  const rows = parse<Record<string, string>>(text, { columns: true });
  return { rows: rows.slice(0, -1), total: rows.at(-1) };
}

test("the rows of all years' files are the realised gains of all time, asset by asset, and each file sums up to what is shown", async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 60 }), async (history, days) => {
      const facts = slowed((await bookAfter(history)).facts, days);
      const nowMs = START_MS + (history.length + 1) * days * DAY_MS;
      const book = await bookOf({ ...facts, fromMs: 0, nowMs }, () => false);
      const byAsset = new Map<string, bigint>();
      for (const year of yearsOf(facts.pieces, nowMs)) {
        const found = await realised(facts, year, "average");
        expect(found.uncounted).toEqual([]);
        for (const { asset, atMs, gain, proceeds, cost } of found.disposals) {
          expect(new Date(atMs).getUTCFullYear()).toBe(year);
          expect(gain).toBe(proceeds - cost);
          byAsset.set(asset, (byAsset.get(asset) ?? 0n) + gain);
        }
        const { rows, total } = await fileOf(found);
        expect(rows).toHaveLength(found.disposals.length);
        expect(csvSum(rows, "gain")).toBe(found.totals.gain);
        expect(csvSum(total === undefined ? [] : [total], "gain")).toBe(found.totals.gain);
      }
      for (const { asset, gain } of book?.gains ?? []) expect(byAsset.get(asset) ?? 0n, asset).toBe(gain?.realised);
    }),
    { numRuns: 60 },
  );
});

test("both methods bring the same, and once all is gone the same gains", async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 60 }), async (history, days) => {
      const played = slowed((await bookAfter(history)).facts, days);
      const nowMs = START_MS + (history.length + 1) * days * DAY_MS;
      // Everything but shares of pools and what waits to be claimed is sold at the end.
      const sold = [...played.holds].flatMap(([asset, { amount }]): Entry[] => {
        const isPlain = poolOfKey(asset) === null && !asset.startsWith("claim:");
        if (!isPlain || amount === 0n) return [];
        return [{ uid: `end ${asset}`, atMs: nowMs, asset, kind: "moved", change: -amount }];
      });
      const gone = sold.map(({ asset }): [string, Hold] => [asset, NO_HOLD]);
      const facts: Facts = {
        pieces: [...played.pieces, sold],
        holds: new Map([...played.holds, ...gone]),
        lines: new Map(
          [...played.lines].map(([key, line]) => [key, [...line, { atMs: nowMs, n: 3n, d: 10n }]] as const),
        ),
      };
      const sums = { average: new Map<string, bigint>(), fifo: new Map<string, bigint>() };
      for (const year of yearsOf(facts.pieces, nowMs)) {
        const [average, fifo] = [await realised(facts, year, "average"), await realised(facts, year, "fifo")];
        expect(fifo.totals.proceeds).toBe(average.totals.proceeds);
        for (const { disposals, method } of [average, fifo])
          for (const { asset, gain, cost } of disposals) {
            expect(cost >= 0n, `${asset} cost ${cost}`).toBe(true);
            sums[method].set(asset, (sums[method].get(asset) ?? 0n) + gain);
          }
      }
      for (const { asset } of sold) expect(sums.fifo.get(asset), asset).toBe(sums.average.get(asset));
    }),
    { numRuns: 150 },
  );
});

const at = (day: string): number => Date.parse(`${day}T12:00:00.000Z`);
const line: PriceLine = [
  { atMs: at("2024-03-01"), n: 1n, d: 1n },
  { atMs: at("2024-09-01"), n: 3n, d: 1n },
  { atMs: at("2025-03-01"), n: 5n, d: 1n },
];
const moved = (uid: string, day: string, units: bigint, asset = "XLM"): Entry => {
  return { uid, atMs: at(day), asset, kind: "moved", change: units * ONE };
};
const bought = [moved("1", "2024-03-01", 10n), moved("2", "2024-09-01", 10n)];

function facts(entries: readonly Entry[], units: bigint, asset = "XLM"): Facts {
  return {
    pieces: [entries],
    holds: new Map([[asset, { ...NO_HOLD, amount: units * ONE }]]),
    lines: new Map([["XLM", line]]),
  };
}

test("first in first out takes the oldest at its own cost, the average takes the average, and both say when it was acquired", async () => {
  const known = facts([...bought, moved("3", "2025-03-01", -5n), moved("4", "2025-03-01", -10n)], 5n);
  const fifo = await realised(known, 2025, "fifo");
  // 5 of those at 1; then 5 at 1 and 5 at 3.
  expect(fifo.disposals.map(({ cost }) => cost)).toEqual([5n * ONE, 20n * ONE]);
  const average = await realised(known, 2025, "average");
  expect(average.disposals.map(({ cost }) => cost)).toEqual([10n * ONE, 20n * ONE]);
  expect(average.totals).toEqual({ proceeds: 75n * ONE, cost: 30n * ONE, gain: 45n * ONE });
  const told = ({ rows }: Awaited<ReturnType<typeof fileOf>>) =>
    rows.map((row) => [row["acquired"], row["holding_days"], row["method"]]);
  expect(told(await fileOf(fifo))).toEqual([
    ["2024-03-01T12:00:00.000Z", "365", "First in, first out (FIFO)"],
    ["various", "181 to 365", "First in, first out (FIFO)"],
  ]);
  expect(told(await fileOf(average))).toEqual([
    ["various", "181 to 365", "Average cost"],
    ["various", "181 to 365", "Average cost"],
  ]);
  expect((await realised(known, 2024, "fifo")).disposals).toEqual([]);
});

test("what has no price stands apart, with no worth at all, and leaves the years before it as they were", async () => {
  const odd = moved("5", "2025-12-01", 7n);
  const known = facts([...bought, moved("3", "2025-03-01", -5n), odd, moved("6", "2026-02-01", -2n)], 20n);
  const before = await realised(known, 2025, "average");
  expect(before.totals.gain).toBe(15n * ONE);
  expect(before.uncounted).toMatchObject([{ uid: "5", change: 7n * ONE, why: "unpriced" }]);
  const after = await realised(known, 2026, "average");
  expect(after.disposals).toEqual([]);
  const text = await toCsv(uncountedTable(after, () => ({ type: "send", hash: "=cd" })));
  const [row] = parse<Record<string, string>>(text, { columns: true });
  expect(row).toMatchObject({ what: "paid", change: "-2.0000000", why: "no price known", asset: "XLM" });
  expect(Object.keys(row ?? {})).not.toContain("gain");
});

test("an asset of which movements are missing is counted nowhere, by whichever method", async () => {
  const entries = [...bought, moved("3", "2025-03-01", -5n)];
  for (const method of ["average", "fifo"] as const) {
    // The balance says that something else went.
    const short = await realised(facts(entries, 14n), 2025, method);
    expect(short).toMatchObject({ disposals: [], totals: { gain: 0n }, uncounted: [{ why: "history-missing" }] });
    // More went than ever came.
    const more = await realised(facts([...entries, moved("4", "2025-03-02", -16n)], -1n), 2025, method);
    expect(more.disposals).toEqual([]);
    expect(more.uncounted.map(({ uid, why }) => [uid, why])).toEqual([
      ["3", "history-missing"],
      ["4", "history-missing"],
    ]);
  }
});

test("what rounding leaves of a share's cost goes with the last of it, in the year in which that went", async () => {
  const pool = poolKeyOf("ab");
  const legs: Entry[] = [];
  const leg = (day: string, asset: string, change: bigint): Entry => {
    return { uid: day, atMs: at(day), asset, kind: "traded", change };
  };
  const deposit = [leg("2024-03-01", "XLM", -10n * ONE), leg("2024-03-01", pool, 10n * ONE)];
  const withdrawal = [leg("2024-09-01", "XLM", 9n * ONE), leg("2024-09-01", pool, -10n * ONE + 50n)];
  for (const group of [deposit, withdrawal]) {
    const all = group.map((one) => ({ ...one, legs: [] as Entry[] }));
    for (const one of all) one.legs.push(...all);
    legs.push(...all);
  }
  const entries = [moved("0", "2024-03-01", 10n), ...legs];
  const known = { ...facts(entries, 9n), pieces: [entries] };
  const book = await bookOf({ ...known, fromMs: 0, nowMs: at("2025-01-01") }, () => false);
  const gain = book?.gains.find(({ asset }) => asset === pool)?.gain;
  for (const method of ["average", "fifo"] as const) {
    const found = await realised(known, 2024, method);
    const [share] = found.disposals.filter(({ asset }) => asset === pool);
    expect(share).toMatchObject({ cost: 10n * ONE, proceeds: 27n * ONE, gain: gain?.realised });
  }
});

test("a fee brings nothing: what it had cost is a loss", async () => {
  const fee: Entry = { uid: "3", atMs: at("2025-03-01"), asset: "XLM", kind: "fee", change: -ONE };
  const found = await realised(facts([...bought, fee], 19n), 2025, "fifo");
  expect(found.totals).toEqual({ proceeds: 0n, cost: ONE, gain: -ONE });
  const { rows, total } = await fileOf(found);
  expect(rows[0]).toMatchObject({ what: "network fee", gain: "-1.0000000", price_source: "a fee brings nothing" });
  expect(total).toMatchObject({ date: "total 2025", gain: "-1.0000000" });
});
