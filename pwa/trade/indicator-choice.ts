import { useCallback, useState } from "react";
import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { westernDigits } from "#pwa/ui/western-digits.ts";
import type { AverageKind } from "#schemas/indicators/running.ts";

/** Candles that an average is of. */
export const LEAST_LENGTH = 2;
export const MOST_LENGTH = 500;

const KINDS = ["sma", "ema"] as const satisfies readonly AverageKind[];

const Average = v.object({
  isShown: v.boolean(),
  kind: v.picklist(KINDS),
  length: v.pipe(v.number(), v.integer(), v.minValue(LEAST_LENGTH), v.maxValue(MOST_LENGTH)),
});
export type Average = Readonly<v.InferOutput<typeof Average>>;

/** What is drawn with the candles. */
const IndicatorChoice = v.object({
  hasVolume: v.boolean(),
  hasBollinger: v.boolean(),
  averages: v.tuple([Average, Average, Average]),
});
export type IndicatorChoice = Readonly<v.InferOutput<typeof IndicatorChoice>>;

export const FIRST_CHOICE: IndicatorChoice = {
  hasVolume: true,
  hasBollinger: false,
  averages: [
    { isShown: true, kind: "sma", length: 20 },
    { isShown: true, kind: "sma", length: 50 },
    { isShown: false, kind: "ema", length: 200 },
  ],
};

/** John Bollinger's own. */
export const BOLLINGER = { length: 20, deviations: 2 } as const;

/** An indicator that is shown: one line, or the three of the bands. */
export type ShownIndicator = { readonly name: string; readonly length: number; readonly paint: IndicatorPaint } & (
  | { readonly kind: AverageKind }
  | { readonly kind: "bollinger" }
);
/** A token of the theme. */
export type IndicatorPaint = "--trend-1" | "--trend-2" | "--trend-3" | "--ink-3";
export const AVERAGE_PAINTS = ["--trend-1", "--trend-2", "--trend-3"] as const satisfies readonly IndicatorPaint[];

/** In the order in which they are drawn and named. */
export function shownIndicators({ averages, hasBollinger }: IndicatorChoice): readonly ShownIndicator[] {
  const lines = averages.flatMap((average, index): ShownIndicator[] => {
    const paint = AVERAGE_PAINTS[index];
    const { kind, length, isShown } = average;
    return isShown && paint !== undefined ? [{ name: averageName(average), kind, length, paint }] : [];
  });
  const { length, deviations } = BOLLINGER;
  const bands = { name: `BB ${length}, ${deviations}`, kind: "bollinger", length, paint: "--ink-3" } as const;
  return hasBollinger ? [bands, ...lines] : lines;
}

export function averageName({ kind, length }: Average): string {
  return `${kind.toUpperCase()} ${length}`;
}

const kept = keptText("astrolabe.indicators", IndicatorChoice, null);

/** What is drawn on the charts of this device. */
export function useIndicatorChoice(): readonly [IndicatorChoice, (choice: IndicatorChoice) => void] {
  const [choice, setChoice] = useState(() => kept.read() ?? FIRST_CHOICE);
  const choose = useCallback((next: IndicatorChoice) => {
    kept.keep(next);
    setChoice(next);
  }, []);
  return [choice, choose];
}

/** The length of an average that was typed; null where it is none. */
export function lengthIn(typed: string): number | null {
  const text = westernDigits(typed.trim());
  const length = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return length >= LEAST_LENGTH && length <= MOST_LENGTH ? length : null;
}
