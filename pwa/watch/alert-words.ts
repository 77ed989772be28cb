import { t } from "@lingui/core/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import type { PairFigures } from "#pwa/parts/watchlist/watched.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import type { PriceAlertFields } from "#schemas/price-alerts.ts";
import { readPrice } from "#schemas/values/price.ts";

export type PriceAlert = LocalRow<"price_alerts">;
type Terms = Pick<PriceAlertFields, "base" | "quote" | "direction" | "price">;

/** "XLM / USDC at or above 0.3". */
export function termsWords({ base, quote, direction, price }: Terms): string {
  const pair = `${codeOf(base)} / ${codeOf(quote)}`;
  return direction === "above" ? t`${pair} at or above ${price}` : t`${pair} at or below ${price}`;
}

/** What the server made of it, and what comes next. */
export function stateWords({ state, repeats }: Pick<PriceAlert, "state" | "repeats">): string {
  switch (state) {
    case "new":
      return t`Not looked at by the service yet.`;
    case "waiting":
      return repeats ? t`Waits for the price, and tells you each time.` : t`Waits for the price, and tells you once.`;
    case "there":
      return t`The price is there. You are told once it has left and come back.`;
    case "told":
      return t`Over: it was told once.`;
    case "unlisted":
      return t`This market is not listed here, so that nothing can be told of it.`;
  }
}

/** The price that decides, as it is known: what somebody pays, or what somebody sells for. */
export function decidingOf(figures: PairFigures | null, direction: Terms["direction"]): string | null {
  return (direction === "above" ? figures?.bid : figures?.ask) ?? null;
}

/** Whether a price as it is known is there already; false where one of them is not known. */
export function isThereAlready(seen: string | null, { direction, price }: Pick<Terms, "direction" | "price">): boolean {
  const [now, wanted] = [seen === null ? null : readPrice(seen), readPrice(price)];
  if (now === null || wanted === null) return false;
  const beyond = now.n * wanted.d - wanted.n * now.d;
  return direction === "above" ? beyond >= 0n : beyond <= 0n;
}
