import { xdr } from "@stellar/stellar-sdk";
import type {
  ClaimAtomWire,
  OperationResultTrWire,
  PathPaymentStrictReceiveOpWire,
  PathPaymentStrictReceiveResultWire,
} from "@stellar/stellar-sdk/xdr";
import { isAssetValid } from "#server/embedded/stellar/ledger/assets.ts";
import { sameAsset } from "#server/embedded/stellar/ledger/keys.ts";
import { INT64_MAX } from "#server/embedded/stellar/ledger/limits.ts";
import { refuse, succeed } from "./operation.ts";
import type { OperationContext, OperationLogic, Outcome } from "./operation.ts";
import { hop, receiverOf } from "./path-payment.ts";
import { credit, debit } from "./transfer.ts";

const Code = xdr.PathPaymentStrictReceiveResultCode.schema;
type RefusalCode = Exclude<PathPaymentStrictReceiveResultWire["code"], 0 | -9>;

export function pathPaymentStrictReceive(op: PathPaymentStrictReceiveOpWire): OperationLogic {
  return {
    threshold: "medium",
    check: () =>
      op.destAmount <= 0n || op.sendMax <= 0n || ![op.sendAsset, op.destAsset, ...op.path].every(isAssetValid)
        ? refuse(result(Code.pathPaymentStrictReceiveMalformed))
        : undefined,
    apply: (context) => apply(op, context),
  };
}

function apply(op: PathPaymentStrictReceiveOpWire, context: OperationContext): Outcome {
  const { state, source } = context;
  const receiver = receiverOf(op, context);
  if (!receiver) return refuse(result(Code.pathPaymentStrictReceiveNoDestination));
  switch (credit(state, receiver, op.destAsset, op.destAmount)) {
    case "no-trust":
      return refuse(result(Code.pathPaymentStrictReceiveNoTrust));
    case "not-authorized":
      return refuse(result(Code.pathPaymentStrictReceiveNotAuthorized));
    case "line-full":
      return refuse(result(Code.pathPaymentStrictReceiveLineFull));
    case "ok":
  }
  let receive = op.destAsset;
  let amount = op.destAmount;
  let offers: readonly ClaimAtomWire[] = [];
  let crossed = 0;
  // From the destination backwards: each hop must yield exactly what the one after it sends.
  for (const send of [...op.path.toReversed(), op.sendAsset]) {
    if (sameAsset(send, receive)) continue;
    const trade = { send, maxSend: INT64_MAX, receive, maxReceive: amount };
    const done = hop(context, trade, "strict-receive", crossed);
    if (done === "cross-self") return refuse(result(Code.pathPaymentStrictReceiveOfferCrossSelf));
    if (done === "too-few-offers") return refuse(result(Code.pathPaymentStrictReceiveTooFewOffers));
    if ("ok" in done) return done;
    offers = [...done.trail, ...offers];
    crossed += done.crossed;
    amount = done.sent;
    receive = send;
  }
  if (amount > op.sendMax) return refuse(result(Code.pathPaymentStrictReceiveOverSendmax));
  switch (debit(state, source, op.sendAsset, amount)) {
    case "no-trust":
      return refuse(result(Code.pathPaymentStrictReceiveSrcNoTrust));
    case "not-authorized":
      return refuse(result(Code.pathPaymentStrictReceiveSrcNotAuthorized));
    case "underfunded":
      return refuse(result(Code.pathPaymentStrictReceiveUnderfunded));
    case "ok":
  }
  const last = { destination: receiver, asset: op.destAsset, amount: op.destAmount };
  return succeed({
    type: 2,
    pathPaymentStrictReceiveResult: { code: 0, success: { offers: [...offers], last } },
  });
}

function result(code: RefusalCode): OperationResultTrWire {
  return { type: 2, pathPaymentStrictReceiveResult: { code } };
}
