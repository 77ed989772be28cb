import { xdr } from "@stellar/stellar-sdk";
import type { MuxedAccountWire, OperationBodyWire, OperationWire } from "@stellar/stellar-sdk/xdr";
import type { Price } from "#schemas/values/money.ts";
import { accountOf, addressOf, muxedAddressOf } from "./addresses.ts";
import type { AssetName } from "./assets.ts";
import { nameOf } from "./market-entries.ts";

/** What an operation asked of the exchange; amounts in stroops. */
export type AskedTrade =
  /** An `offerId` of "0" makes a new offer, and an amount of zero takes one back. */
  | {
      readonly type: "sell" | "passive";
      readonly selling: AssetName;
      readonly buying: AssetName;
      readonly amount: bigint;
      /** Units of `buying` for one of `selling`. */
      readonly price: Price;
      readonly offerId: string;
    }
  | {
      readonly type: "buy";
      readonly selling: AssetName;
      readonly buying: AssetName;
      /** Of what is bought. */
      readonly amount: bigint;
      /** Units of `selling` for one of `buying`. */
      readonly price: Price;
      readonly offerId: string;
    }
  | { readonly type: "path"; readonly send: AssetName; readonly receive: AssetName; readonly destination: string };

/** Each operation of an envelope (base64 XDR): whose (G...) it is, and what it asked of the exchange; null for any other. */
export function readAskedTrades(
  envelopeXdr: string,
): readonly { readonly source: string; readonly asked: AskedTrade | null }[] {
  return operationsOf(envelopeXdr).map(({ source, body }) => ({ source, asked: askedBy(body) }));
}

/** The operations of an envelope (base64 XDR), and whose (G...) each is. */
export function operationsOf(
  envelopeXdr: string,
): readonly { readonly source: string; readonly body: OperationBodyWire }[] {
  const envelope = xdr.TransactionEnvelope.schema.decode(Buffer.from(envelopeXdr, "base64"));
  if (envelope.type === 0) {
    const { sourceAccountEd25519, operations } = envelope.v0.tx;
    const source = addressOf({ type: 0, ed25519: sourceAccountEd25519 });
    return operations.map((operation) => ({ source: sourceOf(operation) ?? source, body: operation.body }));
  }
  const { tx } = envelope.type === 5 ? envelope.feeBump.tx.innerTx.v1 : envelope.v1;
  const source = plainAddress(tx.sourceAccount);
  return tx.operations.map((operation) => ({ source: sourceOf(operation) ?? source, body: operation.body }));
}

function sourceOf({ sourceAccount }: OperationWire): string | null {
  return sourceAccount ? plainAddress(sourceAccount) : null;
}

function plainAddress(account: MuxedAccountWire): string {
  return accountOf(muxedAddressOf(account));
}

function askedBy(body: OperationBodyWire): AskedTrade | null {
  switch (body.type) {
    case 3:
      return { type: "sell", ...offerOf(body.manageSellOfferOp), offerId: String(body.manageSellOfferOp.offerId) };
    case 4:
      return { type: "passive", ...offerOf(body.createPassiveSellOfferOp), offerId: "0" };
    case 12: {
      const { buyAmount: amount, offerId, ...rest } = body.manageBuyOfferOp;
      return { type: "buy", ...offerOf({ ...rest, amount }), offerId: String(offerId) };
    }
    case 2:
      return pathOf(body.pathPaymentStrictReceiveOp);
    case 13:
      return pathOf(body.pathPaymentStrictSendOp);
    default:
      return null;
  }
}

type AssetEntry = Parameters<typeof nameOf>[0];

interface OfferWire {
  readonly selling: AssetEntry;
  readonly buying: AssetEntry;
  readonly amount: bigint;
  readonly price: Price;
}

function offerOf({ selling, buying, amount, price: { n, d } }: OfferWire) {
  return { selling: nameOf(selling), buying: nameOf(buying), amount, price: { n, d } };
}

interface PathWire {
  readonly sendAsset: AssetEntry;
  readonly destAsset: AssetEntry;
  readonly destination: MuxedAccountWire;
}

function pathOf({ sendAsset, destAsset, destination }: PathWire): AskedTrade {
  return {
    type: "path",
    send: nameOf(sendAsset),
    receive: nameOf(destAsset),
    destination: plainAddress(destination),
  };
}
