import fc from "fast-check";
import { expect, test } from "vitest";
import { aRow } from "#pwa/parts/history/row.fixture.ts";
import { STROOPS_PER_UNIT as ONE } from "#schemas/values/money.ts";
import { entriesOf } from "#pwa/parts/journal/entries.ts";
import { NO_HOLD } from "./holds.ts";
import { missingTimes } from "#pwa/parts/journal/missing-times.ts";
import { movedSince } from "#pwa/parts/journal/moved-since.ts";
import { curveOf } from "./curve.ts";
import { spanOf, timesOf } from "./value-times.ts";
import { changeOf, drawnPoints, gapsInWords } from "./value-words.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.parse("2026-06-01T12:00:00.000Z");
const POOL = "ab".repeat(32);

function ago(ms: number): string {
  return new Date(NOW_MS - ms).toISOString();
}

const CREATED = aRow({ uid: "10", type: "create_account", amount: "100", fee: "0", timestamp: ago(3 * HOUR_MS) });
const RECEIVED = aRow({ uid: "11", amount: "50", fee: "0", timestamp: ago(HOUR_MS) });
const XLM = [{ atMs: NOW_MS - 5 * DAY_MS, n: 1n, d: 1n }];
const LINES = new Map([
  ["XLM", XLM],
  ["USDC-GISSUER", XLM],
]);

async function curveAfter(rows: Parameters<typeof entriesOf>[0], range: "1d" | "30d" | "all", worthNow: bigint) {
  const pieces = [entriesOf(rows, "GME")];
  const first = pieces[0]?.[0]?.atMs ?? null;
  const last = pieces[0]?.at(-1)?.atMs ?? null;
  const held = pieces.flat().reduce((sums, { asset, change }) => {
    return sums.set(asset, (sums.get(asset) ?? 0n) + change);
  }, new Map<string, bigint>());
  const holds = new Map([...held].map(([asset, amount]) => [asset, { ...NO_HOLD, amount }]));
  const span = spanOf(range, NOW_MS, first, last);
  const curve = await curveOf({ pieces, span, holds, lines: LINES, worthNow }, () => false);
  if (curve === null) throw new Error("nobody stopped it");
  return curve;
}

test("a curve begins with the first movement, steps where money moved, and ends with what there is today", async () => {
  for (const range of ["1d", "30d", "all"] as const) {
    const { points, axisFromMs } = await curveAfter([CREATED, RECEIVED], range, 151n * ONE);
    expect(points[0]).toEqual({ atMs: NOW_MS - 3 * HOUR_MS, worth: 100n * ONE });
    // Nothing in between: what was there before the movement, and what there was with it.
    expect(new Set(points.slice(0, -1).map(({ worth }) => worth))).toEqual(new Set([100n * ONE, 150n * ONE]));
    const step = points.findIndex(({ worth }) => worth === 150n * ONE);
    expect(points[step]?.atMs).toBe(NOW_MS - HOUR_MS);
    expect(points[step - 1]?.atMs).toBe(NOW_MS - HOUR_MS - 1);
    expect(points.at(-1)).toEqual({ atMs: NOW_MS, worth: 151n * ONE });
    expect(axisFromMs).toBe({ "1d": NOW_MS - DAY_MS, "30d": NOW_MS - 30 * DAY_MS, all: NOW_MS - 3 * HOUR_MS }[range]);
  }
});

test("an account of a minute has no change of a day, and its axis is of the time that was asked for", async () => {
  const minute = await curveAfter([{ ...CREATED, timestamp: ago(MINUTE_MS) }], "1d", 99n * ONE);
  expect(changeOf(minute, "1d")).toBeNull();
  const drawn = drawnPoints(minute);
  expect(drawn[0]).toEqual({ atMs: NOW_MS - DAY_MS, value: null, text: "Nothing yet" });
  expect(drawn[1]).toMatchObject({ value: 100 });
  // The clock goes in steps, and the account is newer than the last of them.
  const { points } = await curveAfter([{ ...CREATED, timestamp: ago(-MINUTE_MS) }], "1d", 99n * ONE);
  expect(points).toEqual([{ atMs: NOW_MS + MINUTE_MS, worth: 99n * ONE }]);
});

test("an account older than the time asked for has its change", async () => {
  const curve = await curveAfter([{ ...CREATED, timestamp: ago(2 * DAY_MS) }, RECEIVED], "1d", 151n * ONE);
  expect(changeOf(curve, "1d")).toBe(51n * ONE);
  expect(changeOf(await curveAfter([CREATED], "all", 151n * ONE), "all")).toBeNull();
  expect(drawnPoints(curve)[0]?.atMs).toBe(NOW_MS - DAY_MS);
});

test("money that goes into a pool stays in the curve, and so does what comes out", async () => {
  const pool = { fee: "0", from: "GME", to: POOL, type: "pool_deposit" as const, timestamp: ago(2 * HOUR_MS) };
  const usdc = { assetCode: "USDC", issuer: "GISSUER" };
  const back = { ...pool, from: POOL, to: "GME", type: "pool_withdraw" as const, timestamp: ago(HOUR_MS) };
  const rows = [
    { ...CREATED, amount: "1000" },
    aRow({ ...usdc, uid: "11", amount: "250", fee: "0", timestamp: ago(3 * HOUR_MS) }),
    aRow({ ...pool, uid: "20", amount: "800" }),
    aRow({ ...pool, ...usdc, uid: "20-2", amount: "200" }),
    aRow({ ...back, uid: "30", amount: "400" }),
    aRow({ ...back, ...usdc, uid: "30-2", amount: "100" }),
  ];
  const half = await curveAfter(rows, "1d", 1251n * ONE);
  expect(new Set(half.points.slice(0, -1).map(({ worth }) => worth))).toEqual(new Set([1250n * ONE]));
  // Of a pool whose deposits are not known, what came out was in it before.
  const late = await curveAfter([{ ...CREATED, amount: "1000" }, ...rows.slice(4)], "1d", 1501n * ONE);
  expect(new Set(late.points.slice(0, -1).map(({ worth }) => worth))).toEqual(new Set([1500n * ONE]));
});

test("within a day only what came from outside or went there moved", () => {
  const pool = { fee: "0.5", from: "GME", to: POOL, type: "pool_deposit" as const, timestamp: ago(2 * HOUR_MS) };
  const rows = [
    { ...CREATED, timestamp: ago(30 * HOUR_MS) },
    RECEIVED,
    aRow({ ...pool, uid: "20", amount: "80" }),
    aRow({ ...pool, uid: "20-2", assetCode: "USDC", issuer: "GISSUER", amount: "20" }),
  ];
  const moved = movedSince([entriesOf(rows, "GME")], NOW_MS - DAY_MS);
  expect(moved).toEqual(new Map([["XLM", 495n * (ONE / 10n) - ONE / 2n]]));
});

test("times go from one end to the other, in order and each once, however often money moved", () => {
  const moment = fc.integer({ min: NOW_MS - 500 * DAY_MS, max: NOW_MS });
  fc.assert(
    fc.property(
      fc.array(moment, { minLength: 1, maxLength: 1000 }),
      fc.constantFrom("1d" as const, "7d" as const, "30d" as const, "1y" as const, "all" as const),
      (unsorted, range) => {
        const moments = unsorted.toSorted((left, right) => left - right);
        const span = spanOf(range, NOW_MS, moments[0] ?? null, moments.at(-1) ?? null);
        const times = timesOf(span, moments);
        expect(times[0]).toBe(span.fromMs);
        expect(times.at(-1)).toBe(NOW_MS);
        expect(times).toEqual([...new Set(times)].toSorted((left, right) => left - right));
        expect(span.fromMs).toBeGreaterThanOrEqual(span.axisFromMs);
        expect(times.length).toBeLessThan(1300);
        if (moments.length < 100) for (const atMs of moments) if (atMs > span.fromMs) expect(times).toContain(atMs);
      },
    ),
  );
});

test("before movements that are missing nobody knows what the account was worth, and from then on everybody does", async () => {
  const since = ago(2.5 * HOUR_MS);
  const event = { act: "missing", since } as const;
  const missing = aRow({
    uid: "missing-7-9",
    type: "missing",
    amount: "0.0000000",
    fee: "0",
    event,
    timestamp: ago(2 * HOUR_MS),
  });
  const curve = await curveAfter([CREATED, missing, RECEIVED], "all", 151n * ONE);
  const { points } = curve;
  const [before, after] = [
    points.filter(({ atMs }) => atMs < NOW_MS - 2 * HOUR_MS),
    points.filter(({ atMs }) => atMs >= NOW_MS - 2 * HOUR_MS),
  ];
  expect(before.length).toBeGreaterThan(0);
  expect(new Set(before.map(({ worth }) => worth))).toEqual(new Set([null]));
  expect(after.every(({ worth }) => worth !== null)).toBe(true);
  const [words] = gapsInWords(curve, "all");
  expect(words).toMatch(/^Movements between .*2026.* and .*2026.* are missing: what the account was worth before/);
  // Of a day in which something is missing nobody knows the change, and of a time after it everybody does.
  const pieces = [entriesOf([CREATED, missing, RECEIVED], "GME")];
  expect(movedSince(pieces, NOW_MS - DAY_MS)).toBeNull();
  expect(movedSince(pieces, NOW_MS - 1.5 * HOUR_MS)).toEqual(new Map([["XLM", 50n * ONE]]));
  expect(missingTimes(pieces)).toEqual([{ sinceMs: NOW_MS - 2.5 * HOUR_MS, untilMs: NOW_MS - 2 * HOUR_MS }]);
});
