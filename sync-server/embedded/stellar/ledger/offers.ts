import type {
  AccountEntryWire,
  AssetWire,
  LedgerHeaderWire,
  OfferEntryWire,
  PublicKeyWire,
} from "@stellar/stellar-sdk/xdr";
import { adjustedOfferAmount, offerLiabilities } from "#schemas/values/exchange.ts";
import { addAccountBuyingLiabilities, addAccountSellingLiabilities, availableBalance, receivable } from "./accounts.ts";
import { offerKey } from "./keys.ts";
import {
  addLineBuyingLiabilities,
  addLineSellingLiabilities,
  lineAvailable,
  lineReceivable,
  loadLine,
  mayMaintainLiabilities,
} from "./lines.ts";
import type { Line } from "./lines.ts";
import { mustLoad, releaseEntry } from "./sponsorship.ts";
import type { LedgerState } from "./state.ts";

/** Binds what the offer promises on its seller's account and lines. */
export function acquireLiabilities(state: LedgerState, offer: OfferEntryWire): void {
  changeLiabilities(state, offer, 1n);
}

/** Frees what the offer had bound. */
export function releaseLiabilities(state: LedgerState, offer: OfferEntryWire): void {
  changeLiabilities(state, offer, -1n);
}

function changeLiabilities(state: LedgerState, offer: OfferEntryWire, sign: bigint): void {
  const { buying, selling } = offerLiabilities(offer.price, offer.amount);
  const { sellerId } = offer;
  const bought =
    offer.buying.type === 0
      ? addAccountBuyingLiabilities(mustLoad(state, sellerId), sign * buying)
      : addLineBuyingLiabilities(mustLoadLine(state, sellerId, offer.buying), sign * buying);
  const sold =
    offer.selling.type === 0
      ? addAccountSellingLiabilities(state.header, mustLoad(state, sellerId), sign * selling)
      : addLineSellingLiabilities(mustLoadLine(state, sellerId, offer.selling), sign * selling);
  if (!bought || !sold) throw new Error(`liabilities of offer ${offer.offerId} do not fit`);
}

export function mustLoadLine(state: LedgerState, account: PublicKeyWire, asset: AssetWire): Line {
  const line = loadLine(state, account, asset);
  if (!line) throw new Error("trust line is missing");
  return line;
}

/** How much of the asset the account can give away; `line` is undefined for XLM and for assets it has no line for. */
export function sellableAmount(
  header: LedgerHeaderWire,
  account: AccountEntryWire | undefined,
  asset: AssetWire,
  line: Line | undefined,
): bigint {
  if (asset.type === 0) return account ? notNegative(availableBalance(header, account)) : 0n;
  if (!line || (line.kind === "trust" && !mayMaintainLiabilities(line.entry))) return 0n;
  return notNegative(lineAvailable(line));
}

/** How much of the asset the account can take on. */
export function buyableAmount(account: AccountEntryWire | undefined, asset: AssetWire, line: Line | undefined): bigint {
  if (asset.type === 0) return account ? notNegative(receivable(account)) : 0n;
  return line ? notNegative(lineReceivable(line)) : 0n;
}

/** Reduces an offer to what its seller could honour. Its liabilities must have been released. */
export function adjustOffer(
  header: LedgerHeaderWire,
  offer: OfferEntryWire,
  account: AccountEntryWire | undefined,
  sellingLine: Line | undefined,
  buyingLine: Line | undefined,
): void {
  const sellable = sellableAmount(header, account, offer.selling, sellingLine);
  const maxWheatSend = offer.amount < sellable ? offer.amount : sellable;
  offer.amount = adjustedOfferAmount(offer.price, maxWheatSend, buyableAmount(account, offer.buying, buyingLine));
}

/** Takes an offer, whose liabilities have been released, out of the book. */
export function removeOffer(state: LedgerState, offer: OfferEntryWire): void {
  const key = offerKey(offer.sellerId, offer.offerId);
  const entry = state.load(key);
  if (!entry) throw new Error("offer is missing");
  releaseEntry(state, entry, mustLoad(state, offer.sellerId));
  state.erase(key);
}

function notNegative(amount: bigint): bigint {
  return amount < 0n ? 0n : amount;
}
