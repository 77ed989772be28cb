import type { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const OPERATORS_DOCS = {
  operatorPolicy: {
    summary: "What the operators ask of every payment",
    errors: [],
  },
  tryPolicy: {
    summary: "What a drafted policy would have refused of the last 30 days, part by part",
    errors: [],
  },
  setOperatorPolicy: {
    summary: "Sets what is asked of every payment; asking less needs a second operator",
    errors: ["policy-locks-out", "reviewer-missing", "proposal-open", "operator-frozen"],
  },
  freezeUser: {
    summary: "Freezes an account or lets it go; what another operator froze needs a second operator to be let go",
    errors: ["user-unknown", "operator-own", "proposal-open", "operator-frozen"],
  },
  rotateKey: {
    summary:
      "Hands the user's account over to another key, on the network; asked again meanwhile it is the same change. A key of a key management service needs a second operator and a day's wait",
    errors: [
      "user-unknown",
      "wallet-not-ready",
      "rotation-needs-owner",
      "balance-too-low",
      "kms-key-unusable",
      "kms-key-not-allowed",
      "network-unreachable",
      "operator-own",
      "proposal-open",
      "operator-frozen",
    ],
  },
  setPersonLimits: {
    summary: "Sets somebody's payment limits; what lets more through needs a second operator, and waits besides",
    errors: ["user-unknown", "limits-unfit", "operator-own", "proposal-open", "operator-frozen"],
  },
  endUserSessions: {
    summary: "Signs somebody out on all devices; they are told by mail",
    errors: ["proposal-open", "operator-frozen", "user-unknown", "operator-own"],
  },
  resetSecondFactor: {
    summary:
      "Forgets somebody's second factor and passkeys and signs them out; payments pause, and they are told by mail",
    errors: ["proposal-open", "operator-frozen", "user-unknown", "operator-own"],
  },
  settleName: {
    summary:
      "Says that a word which means this user and another is this one's; the other gets another user ID, and is told",
    errors: ["name-not-shared", "operator-own", "account-closed"],
  },
  operatorActions: {
    summary: "What operators did to people's accounts and to the rules for all, newest first",
    errors: [],
  },
  submissionsToDecide: {
    summary: "Payments that wait for an operator: to be approved, or because nothing is certain of them",
    errors: ["input-invalid"],
  },
  allSubmissions: {
    summary:
      "Payments in whatever state, the newest first, by state, kind, person and days, or by a whole number, hash or address",
    errors: [],
  },
  paymentEvidence: {
    summary: "What our nodes say of a payment now, by each hash that it had and the number that it uses",
    errors: ["submission-unknown"],
  },
  approveSubmission: {
    summary: "Lets a waiting payment of someone else go",
    errors: ["proposal-open", "operator-frozen", "submission-unknown", "submission-not-waiting", "approval-own"],
  },
  refuseSubmission: {
    summary: "Refuses a waiting payment; its sender reads why",
    errors: ["submission-unknown", "submission-not-waiting", "approval-own"],
  },
  resolveSubmission: {
    summary:
      "Settles an ambiguous payment by what the operator found; what our own node cannot show needs a second operator",
    errors: [
      "submission-unknown",
      "submission-not-waiting",
      "approval-own",
      "resolution-contradicted",
      "proposal-open",
      "operator-frozen",
      "network-unreachable",
    ],
  },
} as const satisfies DocsOf<typeof OPERATORS_ENDPOINTS>;
