export { type Records, readRecords } from "./account-records.ts";
export { openOrders } from "./open-orders.ts";
export { cancelSteps, givenPrice, offeredBy, sidesOf } from "./own-orders.ts";
export { type OfferTerms, readAskedPrice, readOrderTerms } from "./offer-terms.ts";
export { planOrder } from "./place-order.ts";
export {
  assetsOf,
  type ExchangeDeps,
  planTrade,
  refusalsWithin,
  type TradeDeps,
  type TradePlan,
  walletOf,
} from "./plan-trade.ts";
export { checkAgreed, type Confirmation, recordTrade, type Trader } from "./record-trade.ts";
export { offerOutput, registerTradingRoutes, tradeOutput } from "./routes.ts";
export { takeOffersBack } from "./take-offers-back.ts";
export { planSwap } from "./swap.ts";
export { impossible, NOTHING_FREED, type Wish } from "./wish.ts";
