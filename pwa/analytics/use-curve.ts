import { useEffect, useMemo, useState } from "react";
import { usePriceHistories } from "#pwa/parts/assets/use-price-history.ts";
import { usePrices } from "#pwa/parts/assets/use-prices.ts";
import { worthOf } from "#pwa/parts/assets/worth.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { useNow } from "#pwa/ui/now.ts";
import type { PriceRange } from "#schemas/markets.ts";
import { spanOf, startOf } from "#pwa/parts/charts/ranges.ts";
import { assetOf } from "./asset-words.ts";
import type { Entry } from "./entries.ts";
import { type PriceLine, priceLineOf } from "./price-line.ts";
import { type Curve, curveOf, heldOf } from "./report.ts";
import { useJournal } from "./use-journal.ts";

/** A curve moves on by itself as often as this. */
const MOVE_ON_MS = 5 * 60_000;

const NO_CURVE: Curve = { points: [], unpriced: [] };

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

/** What the account was worth over a time: from its balances, its movements and the prices, all as this device has them. */
export function useCurve(range: PriceRange): CurveState {
  const nowMs = useSteadyNow();
  const journal = useJournal(startOf(range, nowMs));
  const { rows: balances, isLoading } = useRows("balances");
  const held = useMemo(() => heldOf(balances), [balances]);
  const isRead = journal.isComplete || journal.floorMs <= startOf(range, nowMs);
  const assets = useMemo(() => assetsOf(held, isRead ? journal.pieces : []), [held, isRead, journal.pieces]);
  const { lines, at, isLoading: isPricing } = usePriceLines(assets, range, "today");
  const { pieces, isComplete } = journal;
  const [curve, setCurve] = useState<Curve | null>(null);
  useEffect(() => {
    if (!isRead || isLoading || isPricing) return undefined;
    const life = { isOver: false };
    const firstMs = firstOf(pieces);
    // An account of which no movement is known was not worth nothing: nobody knows.
    if (isComplete && firstMs === null) {
      // oxlint-disable-next-line react/set-state-in-effect -- the one outcome that needs no working out.
      setCurve(NO_CURVE);
      return undefined;
    }
    const span = spanOf(range, nowMs, isComplete ? firstMs : startOf(range, nowMs));
    const workOut = async (): Promise<void> => {
      const found = await curveOf({ pieces, held, lines, ...span }, () => life.isOver);
      if (found !== null) setCurve(found);
    };
    void workOut();
    return () => {
      life.isOver = true;
    };
  }, [isRead, isLoading, isPricing, isComplete, pieces, held, lines, range, nowMs]);
  const { rowsRead, total, problem } = journal;
  return { curve, pricedAt: at, rowsRead, total, isReading: !isRead, problem };
}

/** The time, in steps: what is drawn of a long history is not drawn anew every half minute. */
export function useSteadyNow(): number {
  const nowMs = useNow();
  return Math.floor(nowMs / MOVE_ON_MS) * MOVE_ON_MS;
}

/** Prices over time by asset; with today's at their end, or those of days alone, which do not change with every minute. */
export function usePriceLines(assets: readonly string[], range: PriceRange, end: "today" | "days") {
  const { histories, at, isLoading } = usePriceHistories(assets, range);
  const { priceOf } = usePrices();
  const lines = useMemo(
    (): ReadonlyMap<string, PriceLine> =>
      new Map(
        assets.map((asset) => {
          const { assetCode, issuer } = assetOf(asset);
          const told = histories.get(asset) ?? [];
          const today = priceOf(assetCode, issuer);
          const isAlone = told.every(({ usd }) => usd === null);
          return [asset, priceLineOf(today !== null && (end === "today" || isAlone) ? [...told, today] : told)];
        }),
      ),
    [assets, histories, priceOf, end],
  );
  return { lines, at, isLoading };
}

/** Today's worth of a holding, in ten-millionths of a dollar; null without a price. */
export function useWorthNow(held: ReadonlyMap<string, bigint>): (asset: string) => bigint | null {
  const { priceOf } = usePrices();
  return useMemo(
    () => (asset) => {
      const { assetCode, issuer } = assetOf(asset);
      return worthOf(held.get(asset) ?? 0n, priceOf(assetCode, issuer), "usd");
    },
    [held, priceOf],
  );
}

/** All assets held now or moved in what was read. */
export function assetsOf(held: ReadonlyMap<string, bigint>, pieces: readonly (readonly Entry[])[]): readonly string[] {
  const found = new Set(held.keys());
  for (const piece of pieces) for (const { asset } of piece) found.add(asset);
  return [...found].toSorted();
}

function firstOf(pieces: readonly (readonly Entry[])[]): number | null {
  return pieces.find((piece) => piece.length > 0)?.[0]?.atMs ?? null;
}
