import type { MULTISIG_ENDPOINTS } from "#schemas/endpoints/multisig.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

const UNREADABLE = ["signature-unreadable", "signature-for-other", "signature-elsewhere", "signature-missing"] as const;
const SWITCHING = [
  "multisig-under-way",
  "account-frozen",
  "account-closing",
  "payments-halted",
  "mailbox-unproven",
  "cool-off",
  "fee-balance-too-low",
  "fees-risen",
  "idempotency-key-reused",
  "wallet-not-ready",
  "network-unreachable",
  "rate-limited",
] as const;

export const MULTISIG_DOCS = {
  multisig: {
    summary: "Whether one's own key has to sign, too, and everything that waits for it",
    errors: ["network-unreachable"],
  },
  checkMultisig: {
    summary: "What turning it on or off would cost and what stands against it; nothing is changed",
    errors: ["wallet-not-ready", "network-unreachable", "rate-limited"],
  },
  challengeMultisigKey: {
    summary: "A transaction to sign with one's own key, by which one proves to hold it; it can never be submitted",
    errors: ["address-malformed", "multisig-key-own", "multisig-on", "multisig-under-way", "wallet-not-ready"],
  },
  turnMultisigOn: {
    summary: "Takes the signed challenge and has the ledger ask for that key beside ours from then on",
    errors: [
      ...SWITCHING,
      ...UNREADABLE,
      "multisig-on",
      "multisig-key-own",
      "multisig-challenge-over",
      "second-factor-required",
      "second-factor-wrong",
      "multisig-reserve-too-low",
    ],
  },
  turnMultisigOff: {
    summary: "Has the ledger ask for our key alone again, once one's own key has signed that, too",
    errors: [...SWITCHING, "multisig-off"],
  },
  returnSignature: {
    summary: "Brings back what one's own key has signed; returned again, it answers the same",
    errors: [...UNREADABLE, "submission-unknown", "signature-too-late", "account-frozen", "rate-limited"],
  },
  giveUpSubmission: {
    summary: "Gives up what waits for one's own key; it is never sent",
    errors: ["submission-unknown", "give-up-too-late", "rate-limited"],
  },
} as const satisfies DocsOf<typeof MULTISIG_ENDPOINTS>;
