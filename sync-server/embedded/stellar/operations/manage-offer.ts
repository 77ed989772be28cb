import { xdr } from "@stellar/stellar-sdk";
import type {
  AssetWire,
  ClaimAtomWire,
  LedgerEntryExtWire,
  LedgerEntryWire,
  ManageOfferSuccessResultWire,
  ManageSellOfferResultWire,
  OfferEntryWire,
  PriceWire,
} from "@stellar/stellar-sdk/xdr";
import { adjustedOfferAmount } from "#schemas/values/exchange.ts";
import { comparePrices } from "#schemas/values/money.ts";
import { convert } from "#server/embedded/stellar/exchange.ts";
import { availableBalance, receivable } from "#server/embedded/stellar/ledger/accounts.ts";
import { isAssetValid } from "#server/embedded/stellar/ledger/assets.ts";
import { offerKey, sameAccount, sameAsset } from "#server/embedded/stellar/ledger/keys.ts";
import { MAX_OFFERS_TO_CROSS } from "#server/embedded/stellar/ledger/limits.ts";
import {
  isLineAuthorized,
  lineAvailable,
  lineBalance,
  lineReceivable,
  peekLine,
} from "#server/embedded/stellar/ledger/lines.ts";
import {
  acquireLiabilities,
  buyableAmount,
  releaseLiabilities,
  sellableAmount,
} from "#server/embedded/stellar/ledger/offers.ts";
import { mustLoad, releaseEntry, reserveForNewEntry } from "#server/embedded/stellar/ledger/sponsorship.ts";
import { Refusal } from "./operation.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { credit, debit } from "./transfer.ts";

const Code = xdr.ManageSellOfferResultCode.schema;
const PASSIVE = 1;

/** A change to the book, in terms of the offer that sells "sheep" for "wheat". */
export interface OfferChange {
  readonly selling: AssetWire;
  readonly buying: AssetWire;
  /** Buying per selling. */
  readonly price: PriceWire;
  /** 0 for a new offer. */
  readonly offerId: bigint;
  readonly isPassive: boolean;
  readonly isDeletion: boolean;
  readonly hasValidAmount: boolean;
  /** What the whole offer would bind. */
  readonly liabilities: () => { readonly selling: bigint; readonly buying: bigint };
  /** Reduces what may still be traded to what was asked for. */
  readonly limit: (
    maximum: { readonly send: bigint; readonly receive: bigint },
    traded: { readonly sent: bigint; readonly received: bigint },
  ) => { readonly send: bigint; readonly receive: bigint };
}

/** Codes are those of ManageSellOfferResult; ManageBuyOfferResult has the same ones. */
export type OfferRefusal = Exclude<ManageSellOfferResultWire["code"], 0>;
export type OfferOutcome =
  | { readonly kind: "success"; readonly success: ManageOfferSuccessResultWire }
  | { readonly kind: "refused"; readonly code: OfferRefusal }
  | { readonly kind: "outer"; readonly outcome: Outcome };

export function isOfferMalformed(change: OfferChange): boolean {
  const { selling, buying, price, offerId } = change;
  return (
    !isAssetValid(selling) ||
    !isAssetValid(buying) ||
    sameAsset(selling, buying) ||
    !change.hasValidAmount ||
    price.d <= 0 ||
    price.n <= 0 ||
    (offerId === 0n && change.isDeletion) ||
    offerId < 0n
  );
}

export function changeOffer(change: OfferChange, context: OperationContext): OfferOutcome {
  const obstacle = change.isDeletion ? undefined : whyNotTrade(change, context);
  if (obstacle !== undefined) return refused(obstacle);
  const place = change.offerId === 0n ? newPlace(change, context) : existingPlace(change, context);
  if ("kind" in place) return place;
  const traded = change.isDeletion ? { trail: [], amount: 0n } : trade(change, place, context);
  if ("kind" in traded) return traded;
  return settle(change, place, traded, context);
}

/** Where the offer stands or will stand: its flags and who pays its reserve. */
interface OfferPlace {
  readonly isNew: boolean;
  readonly flags: number;
  readonly ext: LedgerEntryExtWire;
}

function whyNotTrade({ selling, buying }: OfferChange, { state, source }: OperationContext): OfferRefusal | undefined {
  if (selling.type !== 0) {
    const line = peekLine(state, source, selling);
    if (!line) return Code.manageSellOfferSellNoTrust;
    if (lineBalance(line) === 0n) return Code.manageSellOfferUnderfunded;
    if (!isLineAuthorized(line)) return Code.manageSellOfferSellNotAuthorized;
  }
  if (buying.type !== 0) {
    const line = peekLine(state, source, buying);
    if (!line) return Code.manageSellOfferBuyNoTrust;
    if (!isLineAuthorized(line)) return Code.manageSellOfferBuyNotAuthorized;
  }
  return undefined;
}

function existingPlace(change: OfferChange, { state, source }: OperationContext): OfferPlace | OfferOutcome {
  const key = offerKey(source, change.offerId);
  const entry = state.load(key);
  if (entry?.data.type !== 2) return refused(Code.manageSellOfferNotFound);
  releaseLiabilities(state, entry.data.offer);
  // Out of the book while it trades, but its reserve stays taken.
  state.erase(key);
  return { isNew: false, flags: entry.data.offer.flags, ext: entry.ext };
}

function newPlace(change: OfferChange, { state, source }: OperationContext): OfferPlace | OfferOutcome {
  const place = { isNew: true, flags: change.isPassive ? PASSIVE : 0, ext: { v: 0 } } as const;
  const entry = offerEntry(change, 0n, place, source);
  switch (reserveForNewEntry(state, entry, mustLoad(state, source))) {
    case "low-reserve":
      return refused(Code.manageSellOfferLowReserve);
    case "too-many-subentries":
      return { kind: "outer", outcome: Refusal.tooManySubentries };
    case "too-many-sponsoring":
    case "too-many-sponsored":
      return { kind: "outer", outcome: Refusal.tooManySponsoring };
    case "ok":
      return { ...place, ext: entry.ext };
  }
}

interface Traded {
  readonly trail: readonly ClaimAtomWire[];
  /** What is left for the book. */
  readonly amount: bigint;
}

function trade(change: OfferChange, place: OfferPlace, context: OperationContext): Traded | OfferOutcome {
  const { state, source } = context;
  const { selling, buying, price } = change;
  const shortage = whatIsShort(change, context);
  if (shortage !== undefined) return refused(shortage);
  const maximum = change.limit(tradable(change, context), { sent: 0n, received: 0n });
  if (maximum.receive === 0n) return refused(Code.manageSellOfferLineFull);
  const worst = { n: price.d, d: price.n };
  const isPassive = (place.flags & PASSIVE) !== 0;
  const { end, sent, received, trail } = convert(state, {
    send: selling,
    maxSend: maximum.send,
    receive: buying,
    maxReceive: maximum.receive,
    rounding: "normal",
    maxOffers: MAX_OFFERS_TO_CROSS,
    filter: (offer) => {
      const comparison = comparePrices(offer.price, worst);
      if (comparison > 0 || (isPassive && comparison === 0)) return "stop-bad-price";
      return sameAccount(offer.sellerId, source) ? "stop-cross-self" : "keep";
    },
  });
  if (end === "stop-cross-self") return refused(Code.manageSellOfferCrossSelf);
  if (end === "crossed-too-many") return { kind: "outer", outcome: Refusal.exceededWorkLimit };
  if (received > 0n) {
    if (credit(state, source, buying, received) !== "ok") throw new Error("offer claimed over limit");
    if (debit(state, source, selling, sent) !== "ok") throw new Error("offer sold more than balance");
  }
  if (end === "done") return { trail, amount: 0n };
  const rest = change.limit(tradable(change, context), { sent, received });
  return { trail, amount: adjustedOfferAmount(price, rest.send, rest.receive) };
}

/** Whether limit and balance, without what other offers bind, hold the whole offer. */
function whatIsShort(change: OfferChange, { state, source }: OperationContext): OfferRefusal | undefined {
  const { selling, buying } = change;
  const account = state.peekAccount(source);
  if (!account) throw new Error("source account is missing");
  const wheatLine = buying.type === 0 ? undefined : peekLine(state, source, buying);
  const sheepLine = selling.type === 0 ? undefined : peekLine(state, source, selling);
  const needed = change.liabilities();
  const room = wheatLine ? lineReceivable(wheatLine) : receivable(account);
  if (room < needed.buying) return Code.manageSellOfferLineFull;
  const funds = sheepLine ? lineAvailable(sheepLine) : availableBalance(state.header, account);
  return funds < needed.selling ? Code.manageSellOfferUnderfunded : undefined;
}

function tradable({ selling, buying }: OfferChange, { state, source }: OperationContext) {
  const account = state.peekAccount(source);
  const wheatLine = buying.type === 0 ? undefined : peekLine(state, source, buying);
  const sheepLine = selling.type === 0 ? undefined : peekLine(state, source, selling);
  return {
    send: sellableAmount(state.header, account, selling, sheepLine),
    receive: buyableAmount(account, buying, wheatLine),
  };
}

function settle(
  change: OfferChange,
  place: OfferPlace,
  { trail, amount }: Traded,
  { state, source }: OperationContext,
): OfferOutcome {
  const offersClaimed = [...trail];
  if (amount === 0n) {
    releaseEntry(state, offerEntry(change, 0n, place, source), mustLoad(state, source));
    return { kind: "success", success: { offersClaimed, offer: { effect: 2 } } };
  }
  if (place.isNew) state.header.idPool += 1n;
  const offerId = place.isNew ? state.header.idPool : change.offerId;
  const entry = offerEntry({ ...change, offerId }, amount, place, source);
  if (entry.data.type !== 2) throw new Error("offer entry expected");
  state.create(entry);
  acquireLiabilities(state, entry.data.offer);
  const offer: OfferEntryWire = { ...entry.data.offer };
  return { kind: "success", success: { offersClaimed, offer: { effect: place.isNew ? 0 : 1, offer } } };
}

function offerEntry(
  change: OfferChange,
  amount: bigint,
  { flags, ext }: OfferPlace,
  sellerId: OperationContext["source"],
): LedgerEntryWire {
  const { selling, buying, price, offerId } = change;
  return {
    lastModifiedLedgerSeq: 0,
    data: { type: 2, offer: { sellerId, offerId, selling, buying, amount, price, flags, ext: { v: 0 } } },
    ext,
  };
}

function refused(code: OfferRefusal): OfferOutcome {
  return { kind: "refused", code };
}
