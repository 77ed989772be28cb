import { EXCHANGE_LIMIT_EXCEEDED } from "./error-cases.ts";

/** What refuses an exchange, an order or a share of a pool. */
export const TRADING_ERRORS = {
  "exchange-limit-exceeded": [403, EXCHANGE_LIMIT_EXCEEDED],
  "exchange-not-allowed": [
    403,
    "This gives away {amount} {unit} more than it surely brings back. While only allowed recipients are paid, nothing is given away: choose a better price, or an asset that is listed here.",
  ],
  "asset-delisted": [
    409,
    "{assetCode} is no longer traded here. You can sell it, send it or remove it, but buy no more of it.",
  ],
  "market-behind": [
    503,
    "Our market data is {ledgers, plural, one {# ledger} other {# ledgers}} behind the network, so no price can be promised. Please try again in a moment.",
  ],
  "market-building": [503, "Our market data is being read in right now. Please try again in a minute."],
  "market-unreachable": [503, "This market cannot be read right now. Please try again in a moment."],
  "market-too-many": [
    409,
    "At most {most, plural, one {# market is} other {# markets are}} watched at once. Close one of them first.",
  ],
  "market-assets-unlisted": [404, "We quote prices only between assets that are listed here, and {asset} is not."],
  "quote-no-path": [409, "Nobody exchanges that much of {send} for {receive} right now. Try a smaller amount."],
  "pool-unknown": [404, "There is no such pool of two assets that are listed here."],
  "order-too-small": [400, "The network cannot trade so little at that price. Enter a larger amount."],
  "order-crosses-own": [
    409,
    "Your own order to {side, select, buy {buy} other {sell}} at {price} is in the way: nobody can trade with themselves. Cancel it first, or choose another price.",
  ],
  "order-unknown": [404, "This order is no longer open: it was filled or cancelled."],
  "order-moved": [409, "This order has changed since you looked at it. Nothing was done; please look at it again."],
  "order-under-way": [409, "This order is being changed at this moment. Please wait until that is done."],
  "trade-own-issue": [409, "You issue {assetCode} yourself, and one's own asset cannot be traded here."],
  "trade-not-authorized": [409, "The issuer of {assetCode} has not authorised your account to trade it."],
  "trade-orders-kept-only": [
    409,
    "The issuer of {assetCode} lets your account keep its open orders, but trade no more of it.",
  ],
  "trade-line-full": [409, "Your account can take {room} {assetCode} more at most; open orders count."],
  "trade-reserve-too-low": [
    409,
    "You need {missing} XLM more: the network keeps {reserve} XLM aside for this, besides its fee.",
  ],
  "trade-entries-full": [409, "An account holds 1,000 orders and assets at most. Cancel or remove some first."],
  "durable-unknown": [404, "There is no such order of yours."],
  "durable-over": [409, "This order has ended already."],
  "durable-too-many": [
    409,
    "At most {most, plural, one {# order waits} other {# orders wait}} at once. Cancel one of them first.",
  ],
  "durable-own-key": [
    409,
    "Your account needs a key of your own to sign, so nothing can be traded for you later. Place the order when its time has come.",
  ],
  "durable-end-wrong": [400, "Choose an end that lies ahead, within {days, plural, one {# day} other {# days}}."],
  "durable-start-wrong": [
    400,
    "Choose a first date that lies ahead, before the end and within {days, plural, one {# day} other {# days}}.",
  ],
  "durable-trigger-met": [
    409,
    "The price is {price} already, so this order would go out at once. Choose another price, or place a limit order.",
  ],
  "durable-legs-crossed": [400, "Set the stop below the take-profit price to sell, and above it to buy."],
  "durable-no-price": [409, "Nobody makes a price here now to follow. Say from which price on it shall follow."],
  "durable-price-beyond": [409, "The market was beyond the price that you set. Nothing was exchanged."],
  "pool-missing": [404, "There is no such pool."],
  "pool-empty": [409, "Nothing is left in this pool."],
  "pool-price-moved": [
    409,
    "The pool's price is outside of the bounds you set. Nothing was done; please look at it again.",
  ],
  "pool-deposit-too-small": [400, "This is too little for a share of the pool. Enter larger amounts."],
  "pool-under-way": [409, "Your shares of this pool are being changed at this moment. Please wait until that is done."],
  "pool-shares-too-low": [409, "You have {shares} shares of this pool."],
  "pool-below-minimum": [
    409,
    "These shares come to less than the least that you set. Nothing was done; please look at it again.",
  ],
} as const satisfies Readonly<Record<string, readonly [status: number, sentence: string]>>;
