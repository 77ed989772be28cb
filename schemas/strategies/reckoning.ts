import type { Candle, Holding } from "./strategy.ts";

const PPM = 1_000_000;
const POINTS = 200;

/** When, what it was worth then, and what holding would have been, in stroops of quote. It is looked at, and nothing is paid by it. */
export type CurvePoint = readonly [at: number, worth: number, held: number];

/** What a run comes to. Shares are in millionths, of what there was. */
export interface Reckoned {
  readonly resultPpm: number;
  /** What buying with everything at the first close, and holding it, would have come to. */
  readonly heldPpm: number;
  /** The deepest fall from a height before it. */
  readonly drawdownPpm: number;
  /** The calendar month (UTC) that lost most; null where none lost anything. */
  readonly worstMonth: { readonly month: string; readonly ppm: number } | null;
  readonly curve: readonly CurvePoint[];
}

export interface Reckoning {
  /** What there is when a candle closes. */
  note(candle: Candle, holding: Holding): void;
  end(): Reckoned;
}

/** Sums a run up as it goes on, over about so many candles: beside it stands whoever bought with everything at the first close and held it. */
export function newReckoning(begun: Holding, first: Candle | undefined, candles: number): Reckoning {
  const price = first?.close ?? 0;
  const before = worthOf(begun, price);
  const bought = price > 0 ? before / price : 0;
  const stride = Math.max(1, Math.ceil(candles / POINTS));
  const curve: CurvePoint[] = [];
  let [count, height, deepest, last, close] = [0, before, 0, before, price];
  let month = first ? monthOf(first.at) : 0;
  let monthBegan = before;
  let worst: { readonly month: number; readonly ppm: number } | null = null;
  const endMonth = (): void => {
    const ppm = change(monthBegan, last);
    if (ppm < (worst?.ppm ?? 0)) worst = { month, ppm };
  };
  return {
    note: (candle, holding) => {
      const now = monthOf(candle.at);
      if (now !== month) {
        endMonth();
        [month, monthBegan] = [now, last];
      }
      ({ close } = candle);
      last = worthOf(holding, close);
      if (last > height) height = last;
      else if (height > 0) deepest = Math.max(deepest, (height - last) / height);
      if (count % stride === 0) curve.push([candle.at, last, bought * close]);
      count += 1;
    },
    end: () => {
      endMonth();
      return {
        resultPpm: change(before, last),
        heldPpm: change(before, bought * close),
        drawdownPpm: Math.round(deepest * PPM),
        worstMonth: worst && { month: monthText(worst.month), ppm: worst.ppm },
        curve,
      };
    },
  };
}

/** In stroops of quote, about. */
export function worthOf({ base, quote }: Holding, price: number): number {
  return Number(quote) + Number(base) * price;
}

function change(from: number, to: number): number {
  return from === 0 ? 0 : Math.round(((to - from) / from) * PPM);
}

let known = { from: 0, until: 0, month: 0 };

/** Months since the epoch (UTC). */
function monthOf(at: number): number {
  if (at >= known.from && at < known.until) return known.month;
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  known = { from: Date.UTC(year, month), until: Date.UTC(year, month + 1), month: (year - 1970) * 12 + month };
  return known.month;
}

function monthText(month: number): string {
  return new Date(Date.UTC(1970, month)).toISOString().slice(0, 7);
}
