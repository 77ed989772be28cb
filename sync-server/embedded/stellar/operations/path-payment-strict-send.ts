import { xdr } from "@stellar/stellar-sdk";
import type {
  ClaimAtomWire,
  OperationResultTrWire,
  PathPaymentStrictSendOpWire,
  PathPaymentStrictSendResultWire,
} from "@stellar/stellar-sdk/xdr";
import { isAssetValid } from "#server/embedded/stellar/ledger/assets.ts";
import { sameAsset } from "#server/embedded/stellar/ledger/keys.ts";
import { INT64_MAX } from "#server/embedded/stellar/ledger/limits.ts";
import { refuse, succeed } from "./operation.ts";
import type { OperationContext, OperationLogic, Outcome } from "./operation.ts";
import { hop, receiverOf } from "./path-payment.ts";
import { credit, debit } from "./transfer.ts";

const Code = xdr.PathPaymentStrictSendResultCode.schema;
type RefusalCode = Exclude<PathPaymentStrictSendResultWire["code"], 0 | -9>;

export function pathPaymentStrictSend(op: PathPaymentStrictSendOpWire): OperationLogic {
  return {
    threshold: "medium",
    check: () =>
      op.sendAmount <= 0n || op.destMin <= 0n || ![op.sendAsset, op.destAsset, ...op.path].every(isAssetValid)
        ? refuse(result(Code.pathPaymentStrictSendMalformed))
        : undefined,
    apply: (context) => apply(op, context),
  };
}

function apply(op: PathPaymentStrictSendOpWire, context: OperationContext): Outcome {
  const { state, source } = context;
  const receiver = receiverOf(op, context);
  if (!receiver) return refuse(result(Code.pathPaymentStrictSendNoDestination));
  switch (debit(state, source, op.sendAsset, op.sendAmount)) {
    case "no-trust":
      return refuse(result(Code.pathPaymentStrictSendSrcNoTrust));
    case "not-authorized":
      return refuse(result(Code.pathPaymentStrictSendSrcNotAuthorized));
    case "underfunded":
      return refuse(result(Code.pathPaymentStrictSendUnderfunded));
    case "ok":
  }
  let send = op.sendAsset;
  let amount = op.sendAmount;
  const offers: ClaimAtomWire[] = [];
  let crossed = 0;
  for (const receive of [...op.path, op.destAsset]) {
    if (sameAsset(send, receive)) continue;
    const trade = { send, maxSend: amount, receive, maxReceive: INT64_MAX };
    const done = hop(context, trade, "strict-send", crossed);
    if (done === "cross-self") return refuse(result(Code.pathPaymentStrictSendOfferCrossSelf));
    if (done === "too-few-offers") return refuse(result(Code.pathPaymentStrictSendTooFewOffers));
    if ("ok" in done) return done;
    offers.push(...done.trail);
    crossed += done.crossed;
    amount = done.received;
    send = receive;
  }
  if (amount < op.destMin) return refuse(result(Code.pathPaymentStrictSendUnderDestmin));
  switch (credit(state, receiver, op.destAsset, amount)) {
    case "no-trust":
      return refuse(result(Code.pathPaymentStrictSendNoTrust));
    case "not-authorized":
      return refuse(result(Code.pathPaymentStrictSendNotAuthorized));
    case "line-full":
      return refuse(result(Code.pathPaymentStrictSendLineFull));
    case "ok":
  }
  const last = { destination: receiver, asset: op.destAsset, amount };
  return succeed({ type: 13, pathPaymentStrictSendResult: { code: 0, success: { offers, last } } });
}

function result(code: RefusalCode): OperationResultTrWire {
  return { type: 13, pathPaymentStrictSendResult: { code } };
}
