import type {
  LedgerHeaderWire,
  OperationResultTrWire,
  OperationResultWire,
  PublicKeyWire,
} from "@stellar/stellar-sdk/xdr";
import type { LedgerState } from "#server/embedded/stellar/ledger/state.ts";

/** What an operation may look at and change while it is applied. */
export interface OperationContext {
  readonly state: LedgerState;
  /** The operation's own source account, or the transaction's. */
  readonly source: PublicKeyWire;
  readonly transactionSource: PublicKeyWire;
  readonly transactionSeqNum: bigint;
  /** Place of the operation in its transaction, from 0. */
  readonly index: number;
}

export interface Outcome {
  readonly ok: boolean;
  readonly result: OperationResultWire;
}

/** One operation with its rules. */
export interface OperationLogic {
  readonly threshold: "low" | "medium" | "high";
  readonly isSupported?: (header: LedgerHeaderWire) => boolean;
  /** What is wrong with the operation whatever the ledger holds; undefined where nothing is. */
  readonly check: (source: PublicKeyWire) => Outcome | undefined;
  readonly apply: (context: OperationContext) => Outcome;
}

export function succeed(tr: OperationResultTrWire): Outcome {
  return { ok: true, result: { code: 0, tr } };
}

export function refuse(tr: OperationResultTrWire): Outcome {
  return { ok: false, result: { code: 0, tr } };
}

/** A refusal that no operation result describes; the codes are stellar-core's OperationResultCode. */
export const Refusal = {
  badAuth: { ok: false, result: { code: -1 } },
  noAccount: { ok: false, result: { code: -2 } },
  notSupported: { ok: false, result: { code: -3 } },
  tooManySubentries: { ok: false, result: { code: -4 } },
  exceededWorkLimit: { ok: false, result: { code: -5 } },
  tooManySponsoring: { ok: false, result: { code: -6 } },
} as const satisfies Record<string, Outcome>;
