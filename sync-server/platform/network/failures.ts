import { xdr } from "@stellar/stellar-sdk";

const SENTENCES: Readonly<Record<string, string>> = {
  txInsufficientBalance: "The account did not hold enough XLM to pay the network fee.",
  txInsufficientFee: "The network asked for a higher fee than was offered.",
  txNoAccount: "The account it would be paid from does not exist on the network.",
  txBadAuth: "The network did not accept the account's signature.",
  txBadAuthExtra: "The network did not accept the account's signature.",
  txBadSeq: "Another payment of the account took its place.",
  txTooLate: "The network did not take it in time.",
  txInternalError: "The network failed while it handled the payment.",
  opBadAuth: "The network did not accept the account's signature.",
  opNoAccount: "The account it would be paid from does not exist on the network.",
  opTooManySubentries: "The account holds as many entries as the network allows.",
  paymentMalformed: "The network found the payment malformed.",
  paymentUnderfunded: "The account did not hold enough to send this amount and keep its reserve.",
  paymentSrcNoTrust: "The account does not hold this asset.",
  paymentSrcNotAuthorized: "The issuer has not authorised the account to send this asset.",
  paymentNoDestination: "The recipient has no account on the network.",
  paymentNoTrust: "The recipient has not added this asset to their account.",
  paymentNotAuthorized: "The issuer has not authorised the recipient to hold this asset.",
  paymentLineFull: "The recipient's account cannot hold that much.",
  paymentNoIssuer: "The issuer of this asset does not exist.",
  changeTrustNoIssuer: "The issuer of this asset does not exist.",
  changeTrustInvalidLimit: "The account still holds this asset.",
  changeTrustLowReserve: "The account did not hold enough XLM for the network to keep aside for one more asset.",
  changeTrustSelfNotAllowed: "An issuer holds no line to its own asset.",
  changeTrustCannotDelete: "The account has a share of a liquidity pool with this asset.",
  claimClaimableBalanceDoesNotExist: "It was claimed or taken back before.",
  claimClaimableBalanceCannotClaim: "It could not be claimed at that time.",
  claimClaimableBalanceLineFull: "The account cannot hold that much.",
  claimClaimableBalanceNoTrust: "The account does not hold this asset.",
  claimClaimableBalanceNotAuthorized: "The issuer has not authorised the account to hold this asset.",
  claimClaimableBalanceTrustlineFrozen: "The issuer has frozen this asset in the account.",
  createClaimableBalanceMalformed: "The network found the payment malformed.",
  createClaimableBalanceLowReserve: "The account did not hold enough XLM for the reserve that the network keeps back.",
  createClaimableBalanceNoTrust: "The account does not hold this asset.",
  createClaimableBalanceNotAuthorized: "The issuer has not authorised the account to send this asset.",
  createClaimableBalanceUnderfunded: "The account did not hold enough to send this amount and keep its reserve.",
  createAccountMalformed: "The network found the payment malformed.",
  createAccountUnderfunded: "The account did not hold enough to send this amount and keep its reserve.",
  createAccountLowReserve: "The amount is less than a new account must hold.",
  createAccountAlreadyExist: "The recipient's account was created by someone else in the meantime. Please send again.",
};

/** Why a ledger holds a transaction as failed, as a sentence for the person who sent it. `resultXdr` is base64. */
export function describeFailure(resultXdr: string): string {
  try {
    return failureSentence(failureCode(resultXdr));
  } catch {
    // That it failed is known all the same, and must be recorded whatever its result looks like.
    return "The network refused it.";
  }
}

/** The sentence of a result code, such as `paymentUnderfunded`; a code without one is told by its name. */
export function failureSentence(code: string): string {
  return SENTENCES[code] ?? `The network refused it (${code}).`;
}

/** The code that says most: of the first operation that failed, or else of the transaction. */
function failureCode(resultXdr: string): string {
  const { result } = xdr.TransactionResult.fromXdr(Buffer.from(resultXdr, "base64"));
  const own = "innerResultPair" in result ? result.innerResultPair.result.result : result;
  if (!("results" in own)) return own.type;
  for (const operation of own.results) {
    const code = operation.type === "opInner" ? operation.tr.value.type : operation.type;
    if (!code.endsWith("Success")) return code;
  }
  return own.type;
}
