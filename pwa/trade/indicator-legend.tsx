import { plural, t } from "@lingui/core/macro";
import { type Atom, useAtomValue } from "jotai";
import { showPrice } from "#pwa/parts/market-data/figures.ts";
import type { ShownIndicator } from "./indicator-choice.ts";
import type { Told } from "./indicator-lines.ts";

interface IndicatorLegendProps {
  readonly shown: readonly ShownIndicator[];
  /** Of the candle under the pointer, or of the last. */
  readonly told: Atom<Told | null>;
  readonly places: number;
}

/** Names the lines on a chart, each with its value; or with what it waits for. */
export function IndicatorLegend({ shown, told, places }: IndicatorLegendProps) {
  const now = useAtomValue(told);
  return (
    <ul
      dir="ltr"
      aria-label={t`Indicators`}
      className="numeric pointer-events-none absolute top-0 start-0 z-10 me-18 flex flex-wrap gap-x-3 rounded-sm bg-surface/75 text-xs text-ink-2"
    >
      {shown.map(({ name, length, paint }, at) => (
        <li key={paint} className="flex items-center gap-1.5">
          <Swatch paint={paint} />
          {name} {now === null ? null : valueWords(now.reading[at] ?? null, length, now.count, places)}
        </li>
      ))}
    </ul>
  );
}

/** The colour of a line, beside its name. */
export function Swatch({ paint }: { readonly paint: string }) {
  return (
    <span aria-hidden="true" className="h-0.5 w-3 shrink-0 rounded-full" style={{ backgroundColor: `var(${paint})` }} />
  );
}

function valueWords(values: readonly number[] | null, length: number, count: number, places: number): string {
  if (values === null)
    return count < length
      ? plural(length, { one: `needs # candle, has ${count}`, other: `needs # candles, has ${count}` })
      : "–";
  return values.map((value) => showPrice(value.toFixed(places), places)).join(" ");
}
