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

/** A second key of one's own beside the service's, and what waits for its signature. */
export const MULTISIG_ENDPOINTS = {
  multisig: {
    method: "GET",
    path: "/api/multisig",
    access: "user",
    isPolled: true,
    output: MultisigOutput,
  },
  checkMultisig: {
    method: "POST",
    path: "/api/multisig/check",
    access: "user",
    input: MultisigCheckInput,
    output: MultisigCheckOutput,
  },
  challengeMultisigKey: {
    method: "POST",
    path: "/api/multisig/challenge",
    access: "confirmed",
    input: MultisigKeyInput,
    output: MultisigChallengeOutput,
  },
  turnMultisigOn: {
    method: "POST",
    path: "/api/multisig/on",
    access: "confirmed",
    input: MultisigOnInput,
    output: SubmissionOutput,
    status: 202,
  },
  turnMultisigOff: {
    method: "POST",
    path: "/api/multisig/off",
    access: "confirmed",
    input: MultisigOffInput,
    output: SubmissionOutput,
    status: 202,
  },
  returnSignature: {
    method: "POST",
    path: "/api/multisig/submissions/:id/signature",
    access: "user",
    params: SubmissionParams,
    input: SignatureInput,
    output: SubmissionOutput,
  },
  giveUpSubmission: {
    method: "POST",
    path: "/api/multisig/submissions/:id/give-up",
    access: "user",
    params: SubmissionParams,
    output: SubmissionOutput,
  },
} as const satisfies Record<string, Endpoint>;
