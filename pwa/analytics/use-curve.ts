import { useEffect, useMemo, useState } from "react";
import { usePriceHistories } from "#pwa/parts/assets/use-price-history.ts";
import { usePrices } from "#pwa/parts/assets/use-prices.ts";
import { startOf } from "#pwa/parts/charts/ranges.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import type { PriceRange } from "#schemas/markets.ts";
import { assetOf, pricedAssetOf } from "#pwa/parts/journal/asset-words.ts";
import type { Entry } from "#pwa/parts/journal/entries.ts";
import { claimEntriesOf, type Hold, holdsOf } from "./holds.ts";
import { type PriceLine, priceLineOf } from "./price-line.ts";
import type { Curve } from "./curve.ts";
import { useSteadyNow } from "#pwa/parts/journal/steady-now.ts";
import { useJournal } from "#pwa/parts/journal/use-journal.ts";
import type { WholeState } from "#pwa/parts/assets/use-whole.ts";
import { spanOf } from "./value-times.ts";

const NO_CURVE: Curve = { points: [], axisFromMs: 0, unpriced: [], missing: [] };

export interface CurveState {
  /** Null while it is worked out for the first time. */
  readonly curve: Curve | null;
  /** When the prices were told, ISO 8601; null where none ever were. */
  readonly pricedAt: string | null;
  /** How many rows of the history were read, of how many. */
  readonly rowsRead: number;
  readonly total: number;
  readonly isReading: boolean;
  readonly problem: string | null;
}

/** What the account was worth over a time: from what it has, its movements and the prices, all as this device has them. */
export function useCurve(range: PriceRange, { whole, isLoading }: WholeState): CurveState {
  const nowMs = useSteadyNow();
  // What lies in a pool is known by all that was put in, however long ago.
  const fromMs = whole.pools.length > 0 ? 0 : startOf(range, nowMs);
  const journal = useJournal(fromMs);
  const { holds, pieces } = usePositions(whole, journal.pieces);
  const isRead = journal.isComplete || journal.floorMs <= fromMs;
  const assets = useMemo(() => assetsOf(holds, isRead ? pieces : []), [holds, isRead, pieces]);
  const { lines, at, isLoading: isPricing } = usePriceLines(assets, range, "today");
  const { isComplete } = journal;
  const worthNow = whole.usd;
  const [curve, setCurve] = useState<Curve | null>(null);
  useEffect(() => {
    if (!isRead || isLoading || isPricing) return undefined;
    const life = { isOver: false };
    const [firstMs, lastMs] = endsOf(pieces);
    // An account of which no movement is known was not worth nothing: nobody knows.
    if (isComplete && firstMs === null) {
      // oxlint-disable-next-line react/set-state-in-effect -- the one outcome that needs no working out.
      setCurve(NO_CURVE);
      return undefined;
    }
    const span = spanOf(range, nowMs, isComplete ? firstMs : null, lastMs);
    const workOut = async (): Promise<void> => {
      const { curveOf } = await import("./curve.ts");
      const found = await curveOf({ pieces, holds, lines, span, worthNow }, () => life.isOver);
      if (found !== null) setCurve(found);
    };
    workOut().catch((error: unknown) => logProblem("The curve could not be worked out", error));
    return () => {
      life.isOver = true;
    };
  }, [isRead, isLoading, isPricing, isComplete, pieces, holds, lines, range, nowMs, worthNow]);
  const { rowsRead, total, problem } = journal;
  return { curve, pricedAt: at, rowsRead, total, isReading: !isRead, problem };
}

/** Today's positions, and all that led to them: what waits to be claimed came when it was set aside. */
export function usePositions(whole: WholeState["whole"], moved: readonly (readonly Entry[])[]) {
  const { holdings, pools, claims, staked } = whole;
  return useMemo(() => {
    const claimed = claimEntriesOf(claims);
    return {
      holds: holdsOf({ holdings, pools, claims, staked }),
      pieces: claimed.length === 0 ? moved : [...moved, claimed],
    };
  }, [holdings, pools, claims, staked, moved]);
}

/** Prices over time by asset; with today's at their end, or those of days alone, which do not change with every minute. */
export function usePriceLines(keys: readonly string[], range: PriceRange, end: "today" | "days") {
  const assets = useMemo(() => [...new Set(keys.flatMap((key) => pricedAssetOf(key) ?? []))], [keys]);
  const { histories, at, isLoading } = usePriceHistories(assets, range);
  const { priceOf } = usePrices();
  const lines = useMemo(
    (): ReadonlyMap<string, PriceLine> =>
      new Map(
        keys.map((key) => {
          const { assetCode, issuer } = assetOf(key);
          const told = histories.get(pricedAssetOf(key) ?? "") ?? [];
          const today = priceOf(assetCode, issuer);
          const isAlone = told.every(({ usd }) => usd === null);
          return [key, priceLineOf(today !== null && (end === "today" || isAlone) ? [...told, today] : told)];
        }),
      ),
    [keys, histories, priceOf, end],
  );
  return { lines, at, isLoading };
}

/** All positions that have a price: those held now, in pools too, and those moved in what was read. */
export function assetsOf(holds: ReadonlyMap<string, Hold>, pieces: readonly (readonly Entry[])[]): readonly string[] {
  const found = new Set(holds.keys());
  for (const { pair } of holds.values()) for (const asset of pair ?? []) found.add(asset);
  for (const piece of pieces) for (const { asset } of piece) found.add(asset);
  return [...found].filter((key) => pricedAssetOf(key) !== null).toSorted();
}

/** When the first entry was, and the last; null where there is none. */
function endsOf(pieces: readonly (readonly Entry[])[]): readonly [number | null, number | null] {
  const firsts = pieces.flatMap((piece) => piece[0]?.atMs ?? []);
  const lasts = pieces.flatMap((piece) => piece.at(-1)?.atMs ?? []);
  return [firsts.length === 0 ? null : Math.min(...firsts), lasts.length === 0 ? null : Math.max(...lasts)];
}
