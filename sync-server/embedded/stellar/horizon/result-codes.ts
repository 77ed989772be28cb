import { xdr } from "@stellar/stellar-sdk";
import type {
  InnerTransactionResultResultWire,
  OperationResultTrWire,
  OperationResultWire,
  TransactionResultWire,
} from "@stellar/stellar-sdk/xdr";
import type { Reply } from "#server/embedded/stellar/http.ts";
import type { Transaction } from "#server/embedded/stellar/ledger/transaction.ts";
import { problem } from "./problem.ts";
import { base64 } from "./text.ts";

/** Horizon's words for transaction result codes. */
const TRANSACTION: Readonly<Record<number, string>> = {
  1: "tx_fee_bump_inner_success",
  0: "tx_success",
  [-1]: "tx_failed",
  [-2]: "tx_too_early",
  [-3]: "tx_too_late",
  [-4]: "tx_missing_operation",
  [-5]: "tx_bad_seq",
  [-6]: "tx_bad_auth",
  [-7]: "tx_insufficient_balance",
  [-8]: "tx_no_source_account",
  [-9]: "tx_insufficient_fee",
  [-10]: "tx_bad_auth_extra",
  [-11]: "tx_internal_error",
  [-12]: "tx_not_supported",
  [-13]: "tx_fee_bump_inner_failed",
  [-14]: "tx_bad_sponsorship",
  [-15]: "tx_bad_minseq_age_or_gap",
  [-16]: "tx_malformed",
  [-17]: "tx_soroban_invalid",
};

const OUTER = [
  "op_inner",
  "op_bad_auth",
  "op_no_source_account",
  "op_not_supported",
  "op_too_many_subentries",
  "op_exceeded_work_limit",
  "op_too_many_sponsoring",
];

const PATH_PAYMENT =
  "malformed underfunded src_no_trust src_not_authorized no_destination no_trust not_authorized line_full no_issuer too_few_offers cross_self";
const MANAGE_OFFER =
  "op_malformed op_sell_no_trust op_buy_no_trust sell_not_authorized buy_not_authorized op_line_full op_underfunded op_cross_self op_sell_no_issuer buy_no_issuer op_offer_not_found op_low_reserve";

/** Horizon's words for what is wrong with an operation, by operation type, for the codes -1, -2, ... */
const INNER: Readonly<Record<number, readonly string[]>> = {
  0: op("malformed underfunded low_reserve already_exists"),
  1: op(
    "malformed underfunded src_no_trust src_not_authorized no_destination no_trust not_authorized line_full no_issuer",
  ),
  2: op(`${PATH_PAYMENT} over_source_max`),
  3: MANAGE_OFFER.split(" "),
  4: MANAGE_OFFER.split(" "),
  5: op(
    "low_reserve too_many_signers bad_flags invalid_inflation cant_change unknown_flag threshold_out_of_range bad_signer invalid_home_domain auth_revocable_required",
  ),
  6: op(
    "malformed no_issuer invalid_limit low_reserve self_not_allowed trust_line_missing cannot_delete not_aut_maintain_liabilities",
  ),
  7: op("malformed no_trust not_required cant_revoke self_not_allowed low_reserve"),
  8: op("malformed no_account immutable_set has_sub_entries seq_num_too_far dest_full is_sponsor"),
  9: op("not_time"),
  10: op("not_supported_yet data_name_not_found low_reserve data_invalid_name"),
  11: op("bad_seq"),
  12: MANAGE_OFFER.split(" "),
  13: op(`${PATH_PAYMENT} under_dest_min`),
  14: op("malformed low_reserve no_trust not_authorized underfunded"),
  15: op("does_not_exist cannot_claim line_full no_trust not_authorized trustline_frozen"),
  16: op("malformed already_sponsored recursive"),
  17: op("not_sponsored"),
  18: op("does_not_exist not_sponsor low_reserve only_transferable malformed"),
  19: op("malformed not_clawback_enabled no_trust underfunded"),
  20: op("does_not_exist no_issuer not_clawback_enabled"),
  21: op("malformed no_trust cant_revoke invalid_state low_reserve"),
  22: op("malformed no_trust not_authorized underfunded line_full bad_price pool_full trustline_frozen"),
  23: op("malformed no_trust underfunded line_full under_minimum trustline_frozen"),
};

export interface ResultCodes {
  readonly transaction: string;
  readonly inner_transaction?: string;
  readonly operations?: readonly string[];
}

function resultCodes({ result }: TransactionResultWire): ResultCodes {
  if (result.code === 1 || result.code === -13) {
    const inner = result.innerResultPair.result.result;
    return {
      transaction: transactionCode(result.code),
      inner_transaction: transactionCode(inner.code),
      ...operations(inner),
    };
  }
  return { transaction: transactionCode(result.code), ...operations(result) };
}

/** The answer to a submission that the network did not accept, or that failed in its ledger. */
export function submissionProblem(result: TransactionResultWire, transaction: Transaction): Reply {
  return problem(
    "transaction_failed",
    400,
    "Transaction Failed",
    "The transaction failed when submitted to the stellar network. The `extras.result_codes` field on this response contains further details.  Descriptions of each code can be found at: https://developers.stellar.org/api/errors/http-status-codes/horizon-specific/transaction-failed/",
    {
      envelope_xdr: base64(xdr.TransactionEnvelope.schema.encode(transaction.envelope)),
      result_codes: resultCodes(result),
      result_xdr: base64(xdr.TransactionResult.schema.encode(result)),
    },
  );
}

function operations(result: InnerTransactionResultResultWire): Pick<ResultCodes, "operations"> {
  return result.code === 0 || result.code === -1 ? { operations: result.results.map(operationCode) } : {};
}

function transactionCode(code: number): string {
  return TRANSACTION[code] ?? "tx_unknown";
}

function operationCode(result: OperationResultWire): string {
  if (result.code !== 0) return OUTER[-result.code] ?? "op_unknown";
  const code = innerCode(result.tr);
  return code === 0 ? "op_success" : (INNER[result.tr.type]?.[-code - 1] ?? "op_unknown");
}

/** The code inside an operation's result, whatever its kind. */
function innerCode(tr: OperationResultTrWire): number {
  for (const [name, value] of Object.entries(tr)) {
    if (name !== "type" && typeof value === "object" && value !== null && "code" in value) return Number(value.code);
  }
  return 0;
}

function op(words: string): string[] {
  return words.split(" ").map((word) => `op_${word}`);
}
