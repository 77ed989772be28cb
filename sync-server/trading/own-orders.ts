import { offerLiabilities } from "#schemas/values/exchange.ts";
import { parseAmount, type Price } from "#schemas/values/money.ts";
import type { OrderDocument } from "#server/orders/index.ts";
import { type AssetName, assetOfKey } from "#server/platform/network/assets.ts";
import { isTradeStep, type TradeStep } from "#server/platform/submissions/trade-steps.ts";
import type { Records } from "./account-records.ts";

/** What an open order gives and takes, of which asset. */
export function sidesOf({ side, base, quote }: OrderDocument): {
  readonly given: AssetName;
  readonly taken: AssetName;
} {
  const [given, taken] = side === "sell" ? [base, quote] : [quote, base];
  return { given: assetOfKey(given), taken: assetOfKey(taken) };
}

/** What an open order gives, in stroops. */
export function offeredBy({ offered }: OrderDocument): bigint {
  return parseAmount(offered);
}

/** What it keeps room for of the other asset, in stroops. */
export function boundBy(row: OrderDocument): bigint {
  return offerLiabilities(givenPrice(row), offeredBy(row)).buying;
}

/** Its price as the ledger has it: units of what it takes for one of what it gives. */
export function givenPrice({ side, price: { n, d } }: Pick<OrderDocument, "side" | "price">): Price {
  return side === "sell" ? { n, d } : { n: d, d: n };
}

/** What takes orders out of the network's book. */
export function cancelSteps(source: string, rows: readonly OrderDocument[]): TradeStep[] {
  return rows.map((row) => {
    const { given, taken } = sidesOf(row);
    return {
      type: "cancel_offer",
      source,
      selling: given,
      buying: taken,
      price: givenPrice(row),
      offerId: row.offerId,
    };
  });
}

/** Whether an operation under way names this offer. */
export function isUnderWay({ underWay }: Records, offerId: string, types: readonly TradeStep["type"][]): boolean {
  return underWay.some(
    (step) => isTradeStep(step) && "offerId" in step && step.offerId === offerId && types.includes(step.type),
  );
}
