import { xdr } from "@stellar/stellar-sdk";
import type { OperationResultTrWire, PaymentOpWire, PaymentResultWire } from "@stellar/stellar-sdk/xdr";
import { isAssetValid, isIssuer } from "#server/embedded/stellar/ledger/assets.ts";
import { sameAccount } from "#server/embedded/stellar/ledger/keys.ts";
import { accountOf } from "#server/embedded/stellar/ledger/transaction.ts";
import { refuse, succeed } from "./operation.ts";
import type { OperationContext, OperationLogic, Outcome } from "./operation.ts";
import { credit, debit } from "./transfer.ts";

const Code = xdr.PaymentResultCode.schema;

export function payment(op: PaymentOpWire): OperationLogic {
  return {
    threshold: "medium",
    check: () => (op.amount <= 0n || !isAssetValid(op.asset) ? refuse(result(Code.paymentMalformed)) : undefined),
    apply: (context) => apply(op, context),
  };
}

function apply({ asset, amount, destination }: PaymentOpWire, { state, source }: OperationContext): Outcome {
  const receiver = accountOf(destination);
  if (asset.type === 0 && sameAccount(receiver, source)) return succeed(result(Code.paymentSuccess));
  // Credits can always go back to their issuer, even to one that has merged away.
  if (!isIssuer(receiver, asset) && !state.peekAccount(receiver)) {
    return refuse(result(Code.paymentNoDestination));
  }
  switch (credit(state, receiver, asset, amount)) {
    case "no-trust":
      return refuse(result(Code.paymentNoTrust));
    case "not-authorized":
      return refuse(result(Code.paymentNotAuthorized));
    case "line-full":
      return refuse(result(Code.paymentLineFull));
    case "ok":
  }
  switch (debit(state, source, asset, amount)) {
    case "no-trust":
      return refuse(result(Code.paymentSrcNoTrust));
    case "not-authorized":
      return refuse(result(Code.paymentSrcNotAuthorized));
    case "underfunded":
      return refuse(result(Code.paymentUnderfunded));
    case "ok":
  }
  return succeed(result(Code.paymentSuccess));
}

function result(code: PaymentResultWire["code"]): OperationResultTrWire {
  return { type: 1, paymentResult: { code } };
}
