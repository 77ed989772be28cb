import { xdr } from "@stellar/stellar-sdk";
import type {
  CreatePassiveSellOfferOpWire,
  ManageSellOfferOpWire,
  ManageSellOfferResultWire,
  OperationResultTrWire,
} from "@stellar/stellar-sdk/xdr";
import { offerLiabilities } from "#schemas/values/exchange.ts";
import { changeOffer, isOfferMalformed } from "./manage-offer.ts";
import type { OfferChange } from "./manage-offer.ts";
import { refuse, succeed } from "./operation.ts";
import type { OperationLogic } from "./operation.ts";

const Code = xdr.ManageSellOfferResultCode.schema;

export function manageSellOffer(op: ManageSellOfferOpWire): OperationLogic {
  return sellOffer(op, false);
}

export function createPassiveSellOffer(op: CreatePassiveSellOfferOpWire): OperationLogic {
  return sellOffer({ ...op, offerId: 0n }, true);
}

function sellOffer(op: ManageSellOfferOpWire, isPassive: boolean): OperationLogic {
  const { selling, buying, amount, price, offerId } = op;
  const change: OfferChange = {
    selling,
    buying,
    price,
    offerId,
    isPassive,
    isDeletion: amount === 0n,
    hasValidAmount: amount >= 0n,
    liabilities: () => offerLiabilities(price, amount),
    limit: ({ send, receive }, { sent }) => ({ send: amount - sent < send ? amount - sent : send, receive }),
  };
  return {
    threshold: "medium",
    check: () => (isOfferMalformed(change) ? refuse(result({ code: Code.manageSellOfferMalformed })) : undefined),
    apply: (context) => {
      const done = changeOffer(change, context);
      if (done.kind === "outer") return done.outcome;
      if (done.kind === "refused") return refuse(result({ code: done.code }));
      return succeed(result({ code: 0, success: done.success }));
    },
  };
}

/** Passive offers answer with this result too, as in stellar-core. */
function result(manageSellOfferResult: ManageSellOfferResultWire): OperationResultTrWire {
  return { type: 3, manageSellOfferResult };
}
