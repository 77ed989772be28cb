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
  opNotSupported: "The network does not carry this out at the moment.",
  opExceededWorkLimit: "It would have crossed more orders than the network allows at once. Try a smaller amount.",
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
  manageSellOfferMalformed: "The network found the order malformed.",
  manageSellOfferSellNoTrust: "The account does not hold the asset that it gives.",
  manageSellOfferBuyNoTrust: "The account has not added the asset that it would get.",
  manageSellOfferSellNotAuthorized: "The issuer has not authorised the account to give this asset.",
  manageSellOfferBuyNotAuthorized: "The issuer has not authorised the account to get this asset.",
  manageSellOfferLineFull: "The account cannot hold as much of the asset that it would get.",
  manageSellOfferUnderfunded:
    "The account did not hold enough of what it gives, beside its reserve and other open orders.",
  manageSellOfferCrossSelf: "An order of the account's own was in the way. Nothing was traded.",
  manageSellOfferSellNoIssuer: "The issuer of this asset does not exist.",
  manageSellOfferBuyNoIssuer: "The issuer of this asset does not exist.",
  manageSellOfferNotFound: "The order was no longer open: it was filled or cancelled before. Nothing else happened.",
  manageSellOfferLowReserve: "The account did not hold enough XLM for the network to keep aside for one more order.",
  manageBuyOfferMalformed: "The network found the order malformed.",
  manageBuyOfferSellNoTrust: "The account does not hold the asset that it gives.",
  manageBuyOfferBuyNoTrust: "The account has not added the asset that it would get.",
  manageBuyOfferSellNotAuthorized: "The issuer has not authorised the account to give this asset.",
  manageBuyOfferBuyNotAuthorized: "The issuer has not authorised the account to get this asset.",
  manageBuyOfferLineFull: "The account cannot hold as much of the asset that it would get.",
  manageBuyOfferUnderfunded:
    "The account did not hold enough of what it gives, beside its reserve and other open orders.",
  manageBuyOfferCrossSelf: "An order of the account's own was in the way. Nothing was traded.",
  manageBuyOfferSellNoIssuer: "The issuer of this asset does not exist.",
  manageBuyOfferBuyNoIssuer: "The issuer of this asset does not exist.",
  manageBuyOfferNotFound: "The order was no longer open: it was filled or cancelled before. Nothing else happened.",
  manageBuyOfferLowReserve: "The account did not hold enough XLM for the network to keep aside for one more order.",
  pathPaymentStrictSendMalformed: "The network found the exchange malformed.",
  pathPaymentStrictSendUnderfunded:
    "The account did not hold enough of what it gives, beside its reserve and open orders.",
  pathPaymentStrictSendSrcNoTrust: "The account does not hold the asset that it gives.",
  pathPaymentStrictSendSrcNotAuthorized: "The issuer has not authorised the account to give this asset.",
  pathPaymentStrictSendNoDestination: "The recipient has no account on the network.",
  pathPaymentStrictSendNoTrust: "The account has not added the asset that it would get.",
  pathPaymentStrictSendNotAuthorized: "The issuer has not authorised the account to get this asset.",
  pathPaymentStrictSendLineFull: "The account cannot hold as much of the asset that it would get.",
  pathPaymentStrictSendNoIssuer: "The issuer of this asset does not exist.",
  pathPaymentStrictSendTooFewOffers: "Not enough was offered for that much. Nothing was exchanged.",
  pathPaymentStrictSendOfferCrossSelf: "An order of the account's own was in the way. Nothing was exchanged.",
  pathPaymentStrictSendUnderDestmin: "The market moved beyond the bound that you set. Nothing was exchanged.",
  pathPaymentStrictReceiveMalformed: "The network found the exchange malformed.",
  pathPaymentStrictReceiveUnderfunded:
    "The account did not hold enough of what it gives, beside its reserve and open orders.",
  pathPaymentStrictReceiveSrcNoTrust: "The account does not hold the asset that it gives.",
  pathPaymentStrictReceiveSrcNotAuthorized: "The issuer has not authorised the account to give this asset.",
  pathPaymentStrictReceiveNoDestination: "The recipient has no account on the network.",
  pathPaymentStrictReceiveNoTrust: "The account has not added the asset that it would get.",
  pathPaymentStrictReceiveNotAuthorized: "The issuer has not authorised the account to get this asset.",
  pathPaymentStrictReceiveLineFull: "The account cannot hold as much of the asset that it would get.",
  pathPaymentStrictReceiveNoIssuer: "The issuer of this asset does not exist.",
  pathPaymentStrictReceiveTooFewOffers: "Not enough was offered for that much. Nothing was exchanged.",
  pathPaymentStrictReceiveOfferCrossSelf: "An order of the account's own was in the way. Nothing was exchanged.",
  pathPaymentStrictReceiveOverSendmax: "The market moved beyond the bound that you set. Nothing was exchanged.",
  liquidityPoolDepositMalformed: "The network found the deposit malformed.",
  liquidityPoolDepositNoTrust: "The account has no line for shares of this pool.",
  liquidityPoolDepositNotAuthorized: "An issuer has not authorised the account to give one of the assets.",
  liquidityPoolDepositUnderfunded: "The account did not hold enough of one of the assets.",
  liquidityPoolDepositLineFull: "The account cannot hold that many shares.",
  liquidityPoolDepositBadPrice: "The pool's price moved beyond the bounds that you set. Nothing was deposited.",
  liquidityPoolDepositPoolFull: "The pool cannot hold that much.",
  liquidityPoolDepositTrustlineFrozen: "An issuer has frozen one of the assets in the account.",
  liquidityPoolWithdrawMalformed: "The network found the withdrawal malformed.",
  liquidityPoolWithdrawNoTrust: "The account has no shares of this pool.",
  liquidityPoolWithdrawUnderfunded: "The account has fewer shares than that.",
  liquidityPoolWithdrawLineFull: "The account cannot hold as much of one of the assets.",
  liquidityPoolWithdrawUnderMinimum: "The shares came to less than the least that you set. Nothing was withdrawn.",
  liquidityPoolWithdrawTrustlineFrozen: "An issuer has frozen one of the assets in the account.",
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
