import { AppError } from "#schemas/errors.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { OrderEdit, OrderEditInput } from "#schemas/trading.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type OrderDocument, orderCollection } from "#server/orders/index.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { checkAmount, collect, reach } from "#server/wallet/index.ts";
import type { Records } from "./account-records.ts";
import { offerStep } from "./offer-step.ts";
import { type OfferTerms, offerTerms, readAskedPrice } from "./offer-terms.ts";
import { boundBy, isUnderWay, offeredBy, sidesOf } from "./own-orders.ts";
import { type Wayfarer, withWay } from "./own-way.ts";
import type { OrderPlan } from "./place-order.ts";
import { type ExchangeDeps, planTrade, walletOf } from "./plan-trade.ts";
import { contentOf, recordTrade, type Trader } from "./record-trade.ts";
import { impossible, type Wish } from "./wish.ts";

/**
 * Works out an order with a new amount and price. Throws `wallet-not-ready` and `network-unreachable`; that it
 * has changed since it was looked at, in our records or on the ledger, stands against it as `order-moved`.
 */
export async function planOrderEdit(
  deps: ExchangeDeps,
  userId: number,
  edit: OrderEdit,
  mayTakeBack: Wayfarer["mayTakeBack"],
): Promise<OrderPlan> {
  const account = await walletOf(deps.runtime, userId);
  const row = await openOrder(deps.runtime, userId, edit.offerId);
  if (!row) {
    const wish = impossible("trade", [new AppError("order-unknown")], []);
    return { ...(await planTrade(deps, account, wish)), offers: [] };
  }
  const { given, taken } = sidesOf(row);
  const refusals: AppError[] = [];
  const terms = collect(refusals, () =>
    // What a scaled order placed is from now on an order like any other.
    offerTerms(
      row.kind === "passive" ? "passive" : "limit",
      row.side,
      checkAmount(edit.amount),
      readAskedPrice(edit.price),
    ),
  );
  if (!terms) return { ...(await planTrade(deps, account, impossible("trade", refusals, [given, taken]))), offers: [] };
  const onLedger = await reach(deps.network.offers([{ seller: account._id, offerId: edit.offerId }]));
  const offer = onLedger.byId.get(edit.offerId);
  const hasMoved = offer === undefined || offer.amount !== offeredBy(row);
  const wish = { ...wishOf(account._id, row, terms, hasMoved), against: editRefusals(edit) };
  const onItsWay = await withWay(deps, account, wish, mayTakeBack);
  return { ...(await planTrade(deps, account, onItsWay)), offers: [terms] };
}

/** Accepts a new amount and price of an order; see {@link recordTrade}. */
export function editOrder(
  deps: ExchangeDeps,
  trader: Trader,
  { edit, agreed, takesBack = [], idempotencyKey }: OrderEditInput,
): Promise<SubmissionDocument> {
  const confirmation = { agreed, idempotencyKey, content: contentOf(["edit", edit], takesBack) };
  return recordTrade(deps, trader, confirmation, () =>
    planOrderEdit(deps, trader.userId, edit, (offerId) => takesBack.includes(offerId)),
  );
}

function openOrder({ database }: Runtime, userId: number, offerId: string): Promise<OrderDocument | null> {
  return orderCollection(database).findOne({ userId, uid: offerId, state: "open", deleted: false });
}

/** The operator's fee is taken on what the order gives more than it did. */
function wishOf(source: string, row: OrderDocument, terms: OfferTerms, hasMoved: boolean): Omit<Wish, "against"> {
  const { given, taken } = sidesOf(row);
  const pair = { base: assetOfKey(row.base), quote: assetOfKey(row.quote) };
  const offered = offeredBy(row);
  const more = terms.gives - offered;
  return {
    kind: "trade",
    steps: [offerStep(source, pair, terms, row.offerId)],
    gives: [{ asset: given, amount: terms.gives }],
    takes: [{ asset: taken, amount: terms.takes }],
    through: [],
    freed: {
      given: [{ asset: given, amount: offered }],
      taken: [{ asset: taken, amount: boundBy(row) }],
    },
    reserves: 0,
    charged: { operation: "trade", portions: more > 0n ? [{ asset: given, amount: more }] : [] },
    refusals: hasMoved ? [new AppError("order-moved")] : [],
  };
}

function editRefusals({ offerId, seen }: OrderEdit) {
  return (records: Records): AppError[] => {
    const row = records.open.find((order) => order.offerId === offerId);
    if (!row) return [new AppError("order-moved")];
    const { amount, price, ledger } = row;
    const isAsSeen =
      parseAmount(amount) === parseAmount(seen.amount) &&
      price.n === seen.price.n &&
      price.d === seen.price.d &&
      ledger === seen.ledger;
    if (!isAsSeen) return [new AppError("order-moved")];
    if (isUnderWay(records, offerId, ["manage_sell_offer", "manage_buy_offer", "cancel_offer"]))
      return [new AppError("order-under-way")];
    return [];
  };
}
