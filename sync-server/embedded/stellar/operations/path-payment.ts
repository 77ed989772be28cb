import type { AssetWire, ClaimAtomWire, MuxedAccountWire, PublicKeyWire } from "@stellar/stellar-sdk/xdr";
import type { ExchangeRounding } from "#schemas/values/exchange.ts";
import { convert } from "#server/embedded/stellar/exchange.ts";
import type { Conversion } from "#server/embedded/stellar/exchange.ts";
import { isIssuer } from "#server/embedded/stellar/ledger/assets.ts";
import { sameAccount, sameAsset } from "#server/embedded/stellar/ledger/keys.ts";
import { MAX_OFFERS_TO_CROSS } from "#server/embedded/stellar/ledger/limits.ts";
import { accountOf } from "#server/embedded/stellar/ledger/transaction.ts";
import { Refusal } from "./operation.ts";
import type { OperationContext, Outcome } from "./operation.ts";

/** What both kinds of path payment say about their way. */
export interface Route {
  readonly sendAsset: AssetWire;
  readonly destination: MuxedAccountWire;
  readonly destAsset: AssetWire;
  readonly path: readonly AssetWire[];
}

export type HopProblem = "too-few-offers" | "cross-self";

export interface Hop {
  readonly sent: bigint;
  readonly received: bigint;
  readonly trail: readonly ClaimAtomWire[];
  /** What it takes of the offers that one operation may cross. */
  readonly crossed: number;
}

/** The account to be paid; undefined where it does not exist and needs to (a credit can always go back to its issuer). */
export function receiverOf(route: Route, { state }: OperationContext): PublicKeyWire | undefined {
  const receiver = accountOf(route.destination);
  const isRedemption =
    route.path.length === 0 && sameAsset(route.sendAsset, route.destAsset) && isIssuer(receiver, route.destAsset);
  return isRedemption || state.peekAccount(receiver) ? receiver : undefined;
}

/** Trades along one hop; `crossed` offers of this operation already count against its limit. */
export function hop(
  context: OperationContext,
  trade: Pick<Conversion, "send" | "maxSend" | "receive" | "maxReceive">,
  rounding: Exclude<ExchangeRounding, "normal">,
  crossed: number,
): Hop | HopProblem | Outcome {
  const {
    end,
    sent,
    received,
    trail,
    crossed: taken,
  } = convert(context.state, {
    ...trade,
    rounding,
    maxOffers: MAX_OFFERS_TO_CROSS - crossed,
    filter: (offer) => (sameAccount(offer.sellerId, context.source) ? "stop-cross-self" : "keep"),
  });
  switch (end) {
    case "stop-cross-self":
      return "cross-self";
    case "crossed-too-many":
      return Refusal.exceededWorkLimit;
    case "done": {
      const isExact = rounding === "strict-send" ? sent === trade.maxSend : received === trade.maxReceive;
      return isExact ? { sent, received, trail, crossed: taken } : "too-few-offers";
    }
    case "partial":
    case "stop-bad-price":
      return "too-few-offers";
  }
}
