import type { DEPOSIT_QUEUE_ENDPOINTS } from "#schemas/endpoints/deposit-queue.ts";
import type { DEPOSITS_ENDPOINTS } from "#schemas/endpoints/deposits.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const DEPOSITS_DOCS = {
  deposits: {
    summary: "One's own deposits, newest first, and the ways to pay in",
    errors: [],
  },
  declareDeposit: {
    summary:
      "Declares a payment made by Cash App or another way that is on; the same transaction id answers with the same deposit",
    errors: [
      "amount-not-positive",
      "deposit-too-small",
      "deposit-too-large",
      "deposits-off",
      "deposit-method-off",
      "deposit-claimed",
      "deposits-waiting",
      "wallet-not-ready",
      "rate-limited",
    ],
  },
  depositQueue: {
    summary: "Deposits that are not settled, oldest first, in pages",
    errors: [],
  },
  decidedDeposits: {
    summary: "Deposits that were credited, rejected or failed, by status, person, way and days, latest first, in pages",
    errors: [],
  },
  depositForOperators: {
    summary: "One deposit, whatever became of it, and how the payment stands that credits it",
    errors: ["deposit-unknown"],
  },
  approveDeposit: {
    summary:
      "Approves a deposit at a rate that is fixed by it; above an amount, or at a rate that favours its owner, a second operator has to agree",
    errors: [
      "deposit-unknown",
      "deposit-not-waiting",
      "deposit-duplicate",
      "deposit-own",
      "deposits-off",
      "deposit-method-off",
      "amount-too-large",
      "proposal-open",
      "operator-frozen",
    ],
  },
  rejectDeposit: {
    summary: "Rejects a deposit; its owner reads why",
    errors: ["proposal-open", "operator-frozen", "deposit-unknown", "deposit-not-waiting", "deposit-own"],
  },
  retryDeposit: {
    summary:
      "Credits a deposit again whose payment failed for good; a second operator has to agree where its rate has aged",
    errors: [
      "deposit-unknown",
      "deposit-not-waiting",
      "deposit-own",
      "deposits-off",
      "deposit-method-off",
      "proposal-open",
      "operator-frozen",
    ],
  },
  depositSettings: {
    summary: "How deposits are taken",
    errors: [],
  },
  setDepositSettings: {
    summary:
      "Sets how deposits are taken, or switches them off; whom people pay, a better rate and less care need a second operator",
    errors: ["proposal-open", "operator-frozen"],
  },
  depositMethods: {
    summary: "Every way to pay in besides Cash App, those that are off too",
    errors: [],
  },
  setDepositMethod: {
    summary:
      "Adds or changes a way to pay in, or switches it off; what people read, whom they pay, a better rate and less care need a second operator",
    errors: ["deposit-method-off", "proposal-open", "operator-frozen"],
  },
} as const satisfies DocsOf<typeof DEPOSITS_ENDPOINTS & typeof DEPOSIT_QUEUE_ENDPOINTS>;
