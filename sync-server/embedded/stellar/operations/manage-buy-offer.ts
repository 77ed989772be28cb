import { xdr } from "@stellar/stellar-sdk";
import type { ManageBuyOfferOpWire, ManageBuyOfferResultWire, OperationResultTrWire } from "@stellar/stellar-sdk/xdr";
import { buyOfferLiabilities } from "#schemas/values/exchange.ts";
import { changeOffer, isOfferMalformed } from "./manage-offer.ts";
import type { OfferChange } from "./manage-offer.ts";
import { refuse, succeed } from "./operation.ts";
import type { OperationLogic } from "./operation.ts";

const Code = xdr.ManageBuyOfferResultCode.schema;

export function manageBuyOffer(op: ManageBuyOfferOpWire): OperationLogic {
  const { selling, buying, buyAmount, offerId } = op;
  // In the book every offer sells, so the price turns round.
  const price = { n: op.price.d, d: op.price.n };
  const change: OfferChange = {
    selling,
    buying,
    price,
    offerId,
    isPassive: false,
    isDeletion: buyAmount === 0n,
    hasValidAmount: buyAmount >= 0n,
    liabilities: () => buyOfferLiabilities(price, buyAmount),
    limit: ({ send, receive }, { received }) => ({
      send,
      receive: buyAmount - received < receive ? buyAmount - received : receive,
    }),
  };
  return {
    threshold: "medium",
    check: () => (isOfferMalformed(change) ? refuse(result({ code: Code.manageBuyOfferMalformed })) : undefined),
    apply: (context) => {
      const done = changeOffer(change, context);
      if (done.kind === "outer") return done.outcome;
      if (done.kind === "refused") return refuse(result({ code: done.code }));
      return succeed(result({ code: 0, success: done.success }));
    },
  };
}

function result(manageBuyOfferResult: ManageBuyOfferResultWire): OperationResultTrWire {
  return { type: 12, manageBuyOfferResult };
}
