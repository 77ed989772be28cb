import { pricePlaces, showPrice } from "#pwa/parts/market-data/figures.ts";
import { formatDate, formatPercent } from "#pwa/ui/format.ts";

/** A price to be read, in about six figures. */
export function priceWords(price: string): string {
  return showPrice(price, pricePlaces(Number(price)));
}

/** A share in millionths as a percentage with two places; `-12345` is "-1.23%". */
export function ppmWords(ppm: number): string {
  return formatPercent((Math.round(ppm / 100) / 100).toFixed(2));
}

/** The same without a sign, for what has an arrow beside it. */
export function ppmSize(ppm: number): string {
  return ppmWords(Math.abs(ppm));
}

export function dateWords(instant: string): string {
  return formatDate(Date.parse(instant), { withTime: true });
}
