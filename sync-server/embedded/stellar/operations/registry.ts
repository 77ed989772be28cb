import type { OperationBodyWire } from "@stellar/stellar-sdk/xdr";
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
    default:
      return unsupported;
  }
}
