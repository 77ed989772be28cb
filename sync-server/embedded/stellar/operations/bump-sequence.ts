import { xdr } from "@stellar/stellar-sdk";
import type { BumpSequenceOpWire, BumpSequenceResultWire, OperationResultTrWire } from "@stellar/stellar-sdk/xdr";
import { stampSequence } from "#server/embedded/stellar/ledger/accounts.ts";
import { mustLoad } from "#server/embedded/stellar/ledger/sponsorship.ts";
import { refuse, succeed } from "./operation.ts";
import type { OperationLogic } from "./operation.ts";

const Code = xdr.BumpSequenceResultCode.schema;

export function bumpSequence({ bumpTo }: BumpSequenceOpWire): OperationLogic {
  return {
    threshold: "low",
    check: () => (bumpTo < 0n ? refuse(result(Code.bumpSequenceBadSeq)) : undefined),
    apply: ({ state, source }) => {
      const account = mustLoad(state, source);
      // Stamped even where the number stays: a minimum sequence age counts from here.
      stampSequence(account, state.header);
      if (bumpTo > account.seqNum) account.seqNum = bumpTo;
      return succeed(result(Code.bumpSequenceSuccess));
    },
  };
}

function result(code: BumpSequenceResultWire["code"]): OperationResultTrWire {
  return { type: 11, bumpSeqResult: { code } };
}
