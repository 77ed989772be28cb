import { xdr } from "@stellar/stellar-sdk";
import type {
  LedgerEntryWire,
  ManageDataOpWire,
  ManageDataResultWire,
  OperationResultTrWire,
} from "@stellar/stellar-sdk/xdr";
import { dataKey } from "#server/embedded/stellar/ledger/keys.ts";
import { mustLoad, releaseEntry, reserveForNewEntry } from "#server/embedded/stellar/ledger/sponsorship.ts";
import { isPlainText } from "#server/embedded/stellar/ledger/text.ts";
import { Refusal, refuse, succeed } from "./operation.ts";
import type { OperationContext, OperationLogic, Outcome } from "./operation.ts";

const Code = xdr.ManageDataResultCode.schema;

export function manageData(op: ManageDataOpWire): OperationLogic {
  return {
    threshold: "medium",
    check: () =>
      op.dataName.length < 1 || !isPlainText(op.dataName.bytes)
        ? refuse(result(Code.manageDataInvalidName))
        : undefined,
    apply: (context) => apply(op, context),
  };
}

function apply({ dataName, dataValue }: ManageDataOpWire, { state, source }: OperationContext): Outcome {
  const key = dataKey(source, dataName.bytes);
  const existing = state.load(key);
  if (!dataValue) {
    if (!existing) return refuse(result(Code.manageDataNameNotFound));
    releaseEntry(state, existing, mustLoad(state, source));
    state.erase(key);
    return succeed(result(Code.manageDataSuccess));
  }
  if (existing?.data.type === 3) {
    existing.data.data.dataValue = dataValue;
    return succeed(result(Code.manageDataSuccess));
  }
  const entry: LedgerEntryWire = {
    lastModifiedLedgerSeq: 0,
    data: { type: 3, data: { accountId: source, dataName, dataValue, ext: { v: 0 } } },
    ext: { v: 0 },
  };
  switch (reserveForNewEntry(state, entry, mustLoad(state, source))) {
    case "low-reserve":
      return refuse(result(Code.manageDataLowReserve));
    case "too-many-subentries":
      return Refusal.tooManySubentries;
    case "too-many-sponsoring":
    case "too-many-sponsored":
      return Refusal.tooManySponsoring;
    case "ok":
  }
  state.create(entry);
  return succeed(result(Code.manageDataSuccess));
}

function result(code: ManageDataResultWire["code"]): OperationResultTrWire {
  return { type: 10, manageDataResult: { code } };
}
