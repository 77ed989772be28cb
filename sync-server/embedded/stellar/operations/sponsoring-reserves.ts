import { xdr } from "@stellar/stellar-sdk";
import type {
  BeginSponsoringFutureReservesOpWire,
  BeginSponsoringFutureReservesResultWire,
  OperationResultTrWire,
} from "@stellar/stellar-sdk/xdr";
import { sameAccount } from "#server/embedded/stellar/ledger/keys.ts";
import { refuse, succeed } from "./operation.ts";
import type { OperationLogic } from "./operation.ts";

const Begin = xdr.BeginSponsoringFutureReservesResultCode.schema;
const End = xdr.EndSponsoringFutureReservesResultCode.schema;

export function beginSponsoringFutureReserves({ sponsoredId }: BeginSponsoringFutureReservesOpWire): OperationLogic {
  return {
    threshold: "medium",
    check: (source) =>
      sameAccount(sponsoredId, source) ? refuse(result(Begin.beginSponsoringFutureReservesMalformed)) : undefined,
    apply: ({ state, source }) => {
      if (state.sponsorOf(sponsoredId)) {
        return refuse(result(Begin.beginSponsoringFutureReservesAlreadySponsored));
      }
      if (state.sponsorOf(source) || state.isSponsoringNow(sponsoredId)) {
        return refuse(result(Begin.beginSponsoringFutureReservesRecursive));
      }
      state.setSponsor(sponsoredId, source);
      return succeed(result(Begin.beginSponsoringFutureReservesSuccess));
    },
  };
}

export function endSponsoringFutureReserves(): OperationLogic {
  return {
    threshold: "medium",
    check: () => undefined,
    apply: ({ state, source }) => {
      if (!state.sponsorOf(source)) {
        const code = End.endSponsoringFutureReservesNotSponsored;
        return refuse({ type: 17, endSponsoringFutureReservesResult: { code } });
      }
      state.setSponsor(source, undefined);
      const code = End.endSponsoringFutureReservesSuccess;
      return succeed({ type: 17, endSponsoringFutureReservesResult: { code } });
    },
  };
}

function result(code: BeginSponsoringFutureReservesResultWire["code"]): OperationResultTrWire {
  return { type: 16, beginSponsoringFutureReservesResult: { code } };
}
