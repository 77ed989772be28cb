import { t } from "@lingui/core/macro";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { pricePlaces } from "#pwa/parts/market-data/figures.ts";
import { CANDLE_MS } from "#pwa/parts/market-data/pair.ts";
import { tidyPrice } from "#pwa/parts/trading/order-draft.ts";
import type { AutomationTerms } from "#schemas/automated-trading.ts";
import { amountWorth, readPrice } from "#schemas/values/price.ts";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import type { Signal } from "./use-automations.ts";

export function resultWords({ result, isPaper }: Pick<Signal, "result" | "isPaper">): string {
  switch (result) {
    case "open":
      return t({ message: "Waits", context: "result of a signal" });
    case "told":
      return t({ message: "Told", context: "result of a signal" });
    case "done":
      return isPaper
        ? t({ message: "Traded on paper", context: "result of a signal" })
        : t({ message: "Traded", context: "result of a signal" });
    case "missed":
      return t({ message: "Not traded", context: "result of a signal" });
    case "failed":
      return t({ message: "Failed", context: "result of a signal" });
  }
}

export function resultTone({ result, isPaper }: Pick<Signal, "result" | "isPaper">) {
  switch (result) {
    case "open":
    case "told":
      return "accent";
    case "done":
      return isPaper ? "neutral" : "up";
    case "missed":
      return "warn";
    case "failed":
      return "down";
  }
}

/** An order as the form of the trade screen takes it from an address: amounts and prices as texts. */
export interface AskedOrder {
  readonly side: "buy" | "sell";
  readonly price: string;
  /** Empty where it is not known. */
  readonly amount: string;
}

/** A signal by which nobody should trade any more: so long after its candle closed prices have moved on. */
const FRESH_MS = 86_400_000;

/**
 * The order that a signal speaks of, for whoever trades themselves; null where it asks for none, or is too old. Where nothing was traded on
 * paper, a purchase is of as much as a trade may give.
 */
export function orderOf(
  { signalType, isPaper, price, baseAmount, candleAt }: Signal,
  { perTrade, candle }: AutomationTerms,
  atMs = nowMs(),
): AskedOrder | null {
  if (!isPaper || signalType === "hold") return null;
  if (atMs - Date.parse(candleAt) - CANDLE_MS[candle] > FRESH_MS) return null;
  const bought = signalType === "buy" ? amountWorth(parseAmount(perTrade), price) : null;
  const amount = baseAmount ?? (bought === null || bought === 0n ? "" : formatAmountShort(bought));
  return { side: signalType, price: tidied(price, signalType), amount };
}

/** A price in about six figures, on the side on which its owner loses nothing by it. */
function tidied(text: string, side: AskedOrder["side"]): string {
  const price = readPrice(text);
  return price === null ? text : tidyPrice(price, pricePlaces(Number(text)), side === "buy" ? "down" : "up");
}
