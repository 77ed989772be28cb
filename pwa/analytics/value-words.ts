import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { RANGES } from "#pwa/parts/charts/ranges.ts";
import type { PriceRange } from "#schemas/markets.ts";
import type { DrawnPoint } from "#pwa/parts/charts/draw-curve.ts";
import { assetOf } from "./asset-words.ts";
import type { ValuePoint } from "./value-series.ts";

let axis: Intl.NumberFormat | null = null;

/** Dollars for an axis. */
export function writeAxisUsd(value: number): string {
  // Made when a curve is drawn: it takes a slow phone longer than all else that a screen begins with.
  axis ??= new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: "USD",
    notation: "compact",
    maximumSignificantDigits: 4,
  });
  return axis.format(value);
}

/** A worth in ten-millionths of a dollar as a number to draw by: its place on the screen needs no more digits. */
export function drawn(worth: bigint): number {
  return Number(worth) / 1e7;
}

export function drawnPoints(points: readonly ValuePoint[]): DrawnPoint[] {
  return points.map(({ atMs, worth }) => ({
    atMs,
    value: worth === null ? null : drawn(worth),
    text: worth === null ? "Not known" : formatUsd(worth),
  }));
}

/** What changed between the first and the last known point: null with fewer than two. */
export function changeOf(points: readonly ValuePoint[]): { readonly from: bigint; readonly change: bigint } | null {
  const known = points.flatMap(({ worth }) => (worth === null ? [] : [worth]));
  const [first] = known;
  const last = known.at(-1);
  return first === undefined || last === undefined || known.length < 2 ? null : { from: first, change: last - first };
}

/** Why the curve does not say everything; empty where it does. */
export function gapsInWords(points: readonly ValuePoint[], unpriced: readonly string[], range: PriceRange): string[] {
  const unknown = points.filter(({ worth }) => worth === null).length;
  const codes = unpriced.map((asset) => assetOf(asset).assetCode).join(", ");
  return [
    ...(unknown === 0 || unknown === points.length
      ? []
      : [
          `Where the curve has a gap, the value ${RANGES[range].words} is not known: a price or a movement is missing.`,
        ]),
    ...(codes === "" ? [] : [`${codes} not counted: no price is known.`]),
  ];
}
