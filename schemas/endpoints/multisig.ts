import {
  MultisigChallengeOutput,
  MultisigCheckInput,
  MultisigCheckOutput,
  MultisigKeyInput,
  MultisigOffInput,
  MultisigOnInput,
  MultisigOutput,
  SignatureInput,
} from "#schemas/multisig.ts";
import { SubmissionOutput, SubmissionParams } from "#schemas/wallet.ts";
import type { Endpoint } from "./endpoint.ts";

const UNREADABLE = ["signature-unreadable", "signature-for-other", "signature-elsewhere", "signature-missing"] as const;
const SWITCHING = [
  "multisig-under-way",
  "account-frozen",
  "account-closing",
  "payments-halted",
  "cool-off",
  "fee-balance-too-low",
  "fees-risen",
  "idempotency-key-reused",
  "wallet-not-ready",
  "network-unreachable",
  "rate-limited",
] as const;

/** A second key of one's own beside the service's, and what waits for its signature. */
export const MULTISIG_ENDPOINTS = {
  multisig: {
    method: "GET",
    path: "/api/multisig",
    access: "user",
    summary: "Whether one's own key has to sign, too, and everything that waits for it",
    output: MultisigOutput,
    errors: [],
  },
  checkMultisig: {
    method: "POST",
    path: "/api/multisig/check",
    access: "user",
    summary: "What turning it on or off would cost and what stands against it; nothing is changed",
    input: MultisigCheckInput,
    output: MultisigCheckOutput,
    errors: ["wallet-not-ready", "network-unreachable", "rate-limited"],
  },
  challengeMultisigKey: {
    method: "POST",
    path: "/api/multisig/challenge",
    access: "confirmed",
    summary: "A transaction to sign with one's own key, by which one proves to hold it; it can never be submitted",
    input: MultisigKeyInput,
    output: MultisigChallengeOutput,
    errors: ["address-malformed", "multisig-key-own", "multisig-on", "multisig-under-way", "wallet-not-ready"],
  },
  turnMultisigOn: {
    method: "POST",
    path: "/api/multisig/on",
    access: "confirmed",
    summary: "Takes the signed challenge and has the ledger ask for that key beside ours from then on",
    input: MultisigOnInput,
    output: SubmissionOutput,
    status: 202,
    errors: [
      ...SWITCHING,
      ...UNREADABLE,
      "multisig-on",
      "multisig-key-own",
      "multisig-challenge-over",
      "multisig-reserve-too-low",
    ],
  },
  turnMultisigOff: {
    method: "POST",
    path: "/api/multisig/off",
    access: "confirmed",
    summary: "Has the ledger ask for our key alone again, once one's own key has signed that, too",
    input: MultisigOffInput,
    output: SubmissionOutput,
    status: 202,
    errors: [...SWITCHING, "multisig-off"],
  },
  returnSignature: {
    method: "POST",
    path: "/api/multisig/submissions/:id/signature",
    access: "user",
    summary: "Brings back what one's own key has signed; returned again, it answers the same",
    params: SubmissionParams,
    input: SignatureInput,
    output: SubmissionOutput,
    errors: [...UNREADABLE, "submission-unknown", "signature-too-late", "account-frozen", "rate-limited"],
  },
  giveUpSubmission: {
    method: "POST",
    path: "/api/multisig/submissions/:id/give-up",
    access: "user",
    summary: "Gives up what waits for one's own key; it is never sent",
    params: SubmissionParams,
    output: SubmissionOutput,
    errors: ["submission-unknown", "give-up-too-late", "rate-limited"],
  },
} as const satisfies Record<string, Endpoint>;
