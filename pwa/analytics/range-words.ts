import { select, t } from "@lingui/core/macro";
import type { PriceRange } from "#schemas/markets.ts";

/** Of flows, in which prices their worths are. */
export function pricesWords(range: PriceRange): string {
  return t`At the prices of the time, ${select(range, {
    "1d": "in the last 24 hours",
    "7d": "in the last 7 days",
    "30d": "in the last 30 days",
    "1y": "in the last year",
    other: "of all time",
  })}.`;
}

export function nothingMovedWords(range: PriceRange): string {
  return t`Nothing came in or went out ${select(range, {
    "1d": "in the last 24 hours",
    "7d": "in the last 7 days",
    "30d": "in the last 30 days",
    "1y": "in the last year",
    other: "of all time",
  })}.`;
}

/** To whom fees were paid. */
export function feesWords(range: PriceRange): string {
  return t`To the network and the operator, ${select(range, {
    "1d": "in the last 24 hours",
    "7d": "in the last 7 days",
    "30d": "in the last 30 days",
    "1y": "in the last year",
    other: "of all time",
  })}.`;
}

/** Why there is no curve. */
export function noValueWords(range: PriceRange): string {
  return t`It is worked out from your movements and the prices of their time, and there is none of the one or of the other ${select(
    range,
    {
      "1d": "in the last 24 hours",
      "7d": "in the last 7 days",
      "30d": "in the last 30 days",
      "1y": "in the last year",
      other: "of all time",
    },
  )}.`;
}

export function gapWords(range: PriceRange): string {
  return t`Where the curve has a gap, the value ${select(range, {
    "1d": "in the last 24 hours",
    "7d": "in the last 7 days",
    "30d": "in the last 30 days",
    "1y": "in the last year",
    other: "of all time",
  })} is not known: a price or a movement is missing.`;
}

/** What a saved picture says below its title: "$20.00 on Mar 3, 2027, in the last 7 days". */
export function pictureWords(value: string, day: string, range: PriceRange): string {
  return t`${value} on ${day}, ${select(range, {
    "1d": "in the last 24 hours",
    "7d": "in the last 7 days",
    "30d": "in the last 30 days",
    "1y": "in the last year",
    other: "of all time",
  })}`;
}
