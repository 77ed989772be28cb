export { collect } from "./collect.ts";
export { type ComingFees, comingFees, comingOutput } from "./coming-fees.ts";
export { costOutput } from "./cost-output.ts";
export { type Left, leftAfter, totalOf } from "./left-after.ts";
export { takeLookUp } from "./look-ups.ts";
export { mayProceed } from "./may-proceed.ts";
export { readHistory } from "./read-history.ts";
export { operationOf } from "./open-submissions.ts";
export { collectFee } from "./payment-cost.ts";
export { judgeAlone, openGuard } from "./guard.ts";
export { neededOf, type ProofDeps, prove, type Sender, type Shown } from "./prove.ts";
export { indexHousePayments, partyIndexes, paymentListIndexes } from "./migrations.ts";
export { instantOf, ledgerTime } from "./ledger-time.ts";
export { findRecipient, lookUpRecipient, reach } from "./recipient.ts";
export { takesBackUnsigned } from "./take-unsigned-back.ts";
export { checkAgreed as checkPaymentAgreed } from "./agreed.ts";
export { lookAlikesOf } from "./look-alikes.ts";
export { type PaymentPlan, planPayment } from "./plan-payment.ts";
export { checkAmount, checkMemo, checkMemoRequired, checkNotSelf, checkRecipient, checkSource } from "./rules.ts";
export { recordPayment } from "./send-payment.ts";
export {
  checkOutput,
  leftOutput,
  registerWalletRoutes,
  senderOf,
  submissionOutput,
  type WalletDeps,
} from "./routes.ts";
export { registerOperatorRoutes } from "./operator-routes.ts";
export { searchAll, searchWaiting, type WaitingPayment } from "./search-submissions.ts";
export { waitingPayments } from "./waiting.ts";
