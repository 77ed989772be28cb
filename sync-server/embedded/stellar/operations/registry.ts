import type { OperationBodyWire } from "@stellar/stellar-sdk/xdr";
import { allowTrust } from "./allow-trust.ts";
import { claimClaimableBalance } from "./claim-claimable-balance.ts";
import { createClaimableBalance } from "./create-claimable-balance.ts";
import { liquidityPoolDeposit } from "./liquidity-pool-deposit.ts";
import { liquidityPoolWithdraw } from "./liquidity-pool-withdraw.ts";
import { manageBuyOffer } from "./manage-buy-offer.ts";
import { pathPaymentStrictReceive } from "./path-payment-strict-receive.ts";
import { pathPaymentStrictSend } from "./path-payment-strict-send.ts";
import { setTrustLineFlags } from "./set-trust-line-flags.ts";
import { clawback, clawbackClaimableBalance } from "./clawback.ts";
import { createPassiveSellOffer, manageSellOffer } from "./manage-sell-offer.ts";
import { accountMerge } from "./account-merge.ts";
import { bumpSequence } from "./bump-sequence.ts";
import { changeTrust } from "./change-trust.ts";
import { createAccount } from "./create-account.ts";
import { manageData } from "./manage-data.ts";
import type { OperationLogic } from "./operation.ts";
import { payment } from "./payment.ts";
import { revokeSponsorship } from "./revoke-sponsorship.ts";
import { setOptions } from "./set-options.ts";
import { beginSponsoringFutureReserves, endSponsoringFutureReserves } from "./sponsoring-reserves.ts";
import { inflation, unsupported } from "./unsupported.ts";

const LAST_CLASSIC = 23;

/** Whether the operation is none of smart contracts. */
export function isClassic({ type }: OperationBodyWire): boolean {
  return type <= LAST_CLASSIC;
}

/** The rules of an operation, by its kind. */
export function operationLogic(body: OperationBodyWire): OperationLogic {
  switch (body.type) {
    case 0:
      return createAccount(body.createAccountOp);
    case 1:
      return payment(body.paymentOp);
    case 5:
      return setOptions(body.setOptionsOp);
    case 6:
      return changeTrust(body.changeTrustOp);
    case 8:
      return accountMerge(body.destination);
    case 9:
      return inflation;
    case 10:
      return manageData(body.manageDataOp);
    case 11:
      return bumpSequence(body.bumpSequenceOp);
    case 16:
      return beginSponsoringFutureReserves(body.beginSponsoringFutureReservesOp);
    case 17:
      return endSponsoringFutureReserves();
    case 18:
      return revokeSponsorship(body.revokeSponsorshipOp);
    case 2:
      return pathPaymentStrictReceive(body.pathPaymentStrictReceiveOp);
    case 3:
      return manageSellOffer(body.manageSellOfferOp);
    case 4:
      return createPassiveSellOffer(body.createPassiveSellOfferOp);
    case 7:
      return allowTrust(body.allowTrustOp);
    case 12:
      return manageBuyOffer(body.manageBuyOfferOp);
    case 13:
      return pathPaymentStrictSend(body.pathPaymentStrictSendOp);
    case 14:
      return createClaimableBalance(body.createClaimableBalanceOp);
    case 15:
      return claimClaimableBalance(body.claimClaimableBalanceOp);
    case 19:
      return clawback(body.clawbackOp);
    case 20:
      return clawbackClaimableBalance(body.clawbackClaimableBalanceOp);
    case 21:
      return setTrustLineFlags(body.setTrustLineFlagsOp);
    case 22:
      return liquidityPoolDeposit(body.liquidityPoolDepositOp);
    case 23:
      return liquidityPoolWithdraw(body.liquidityPoolWithdrawOp);
    default:
      return unsupported;
  }
}
