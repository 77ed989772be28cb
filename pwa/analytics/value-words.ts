import { t } from "@lingui/core/macro";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { RANGES } from "#pwa/parts/charts/ranges.ts";
import type { PriceRange } from "#schemas/markets.ts";
import type { DrawnPoint } from "#pwa/parts/charts/draw-curve.ts";
import { assetOf } from "#pwa/parts/journal/asset-words.ts";
import type { MissingTime } from "#pwa/parts/history/movement.ts";
import { formatAxisDollars, formatDate, formatSeries } from "#pwa/ui/format.ts";
import type { Curve } from "./curve.ts";
import { gapWords } from "./range-words.ts";

/** Dollars for an axis. */
export function writeAxisUsd(value: number): string {
  return formatAxisDollars(value, { notation: "compact", maximumSignificantDigits: 4 });
}

/** A worth in ten-millionths of a dollar as a number to draw by: its place on the screen needs no more digits. */
export function drawn(worth: bigint): number {
  return Number(worth) / 1e7;
}

/** What is drawn of a curve: its axis reaches back as far as was asked for, and before the first movement there is nothing. */
export function drawnPoints({ points, axisFromMs }: Pick<Curve, "points" | "axisFromMs">): DrawnPoint[] {
  const [first] = points;
  const before =
    first === undefined || first.atMs <= axisFromMs
      ? []
      : [{ atMs: axisFromMs, value: null, text: t({ message: "Nothing yet", context: "worth of an account" }) }];
  return [
    ...before,
    ...points.map(({ atMs, worth }) => ({
      atMs,
      value: worth === null ? null : drawn(worth),
      text: worth === null ? t({ message: "Not known", context: "worth of an account" }) : formatUsd(worth),
    })),
  ];
}

/**
 * What changed between the beginning of the time asked for and its end, in ten-millionths of a dollar; null where either is not
 * known, and where the account had not moved anything before that time.
 */
export function changeOf(
  { points, axisFromMs }: Pick<Curve, "points" | "axisFromMs">,
  range: PriceRange,
): bigint | null {
  const [first] = points;
  const last = points.at(-1);
  if (RANGES[range].lengthMs === null || first === undefined || last === undefined || first.atMs > axisFromMs)
    return null;
  return first.worth === null || last.worth === null ? null : last.worth - first.worth;
}

/** Why the curve does not say everything; empty where it does. Of one that says nothing only which movements are missing. */
export function gapsInWords(
  { points, unpriced, missing }: Pick<Curve, "points" | "unpriced" | "missing">,
  range: PriceRange,
): string[] {
  const unknown = points.filter(({ worth }) => worth === null).length;
  const times = missing.map(missingWords);
  if (unknown === points.length) return times;
  const codes = formatSeries([...new Set(unpriced.map((asset) => assetOf(asset).assetCode))]);
  return [
    ...times,
    ...(unknown === 0 ? [] : [gapWords(range)]),
    ...(codes === "" ? [] : [t`${codes} not counted: no price is known.`]),
  ];
}

function missingWords({ sinceMs, untilMs }: MissingTime): string {
  const from = formatDate(sinceMs, { withTime: true });
  const to = formatDate(untilMs, { withTime: true });
  return t`Movements between ${from} and ${to} are missing: what the account was worth before is not known.`;
}
