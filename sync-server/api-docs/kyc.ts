import type { KYC_ENDPOINTS } from "#schemas/endpoints/kyc.ts";
import type { KYC_STATUS_ENDPOINTS } from "#schemas/endpoints/kyc-status.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

const UPLOADING = [
  "identity-upload-unknown",
  "identity-upload-broken",
  "identity-picture-unreadable",
  "identity-picture-size",
  "identity-uploads-busy",
] as const;
const BEGINNING = [
  "identity-consent-missing",
  "identity-consent-old",
  "identity-under-way",
  "identity-settled",
  "identity-not-asked",
] as const;

export const KYC_DOCS = {
  kycStatus: {
    summary: "How far one's own identity check is",
    errors: [],
  },
  ownIdentity: {
    summary: "All of one's own identity check: its state, what is asked again, and what is being sent",
    errors: [],
  },
  consentToCheck: {
    summary: "Accepts what pictures of documents are for, in the version that is shown at present",
    errors: ["identity-consent-old"],
  },
  beginUpload: {
    summary: "Begins a picture, or finds the same one where it was cut: its answer says from which byte on to send",
    errors: [...BEGINNING, ...UPLOADING],
  },
  sendPart: {
    summary: "Sends the next bytes of a picture; the last ones have it read, written anew and kept",
    errors: UPLOADING,
  },
  dropUpload: {
    summary: "Drops a picture that was not sent in yet",
    errors: [],
  },
  submitIdentity: {
    summary: "Sends a check in, or what was asked again; the same key answers with what the first one did",
    errors: [...BEGINNING, "identity-incomplete", "identity-upload-unknown", "idempotency-key-reused"],
  },
  handOver: {
    summary: "Makes a link by which a phone sends these pictures: for ten minutes, once; a former one ends",
    errors: BEGINNING,
  },
  endHandOver: {
    summary: "Ends the link to a phone",
    errors: [],
  },
  openHandOver: {
    summary: "Opens a link on the phone, once; its answer has the key by which the phone sends these pictures",
    errors: ["hand-over-over"],
  },
  beginPhoneUpload: {
    summary: "Begins a picture on a phone, by the key of its link in the header x-hand-over",
    errors: ["hand-over-over", ...BEGINNING, ...UPLOADING],
  },
  sendPhonePart: {
    summary: "Sends the next bytes of a picture from a phone",
    errors: ["hand-over-over", ...UPLOADING],
  },
  finishHandOver: {
    summary: "Ends the link from the phone",
    errors: ["hand-over-over"],
  },
  copyIdentity: {
    summary: "A copy of everything that is held about one's own identity, as a zip",
    errors: ["identity-unknown"],
  },
  removeIdentity: {
    summary: "Removes the pictures that are held of one's own identity, and what is not decided yet altogether",
    errors: ["identity-unknown", "identity-kept-by-law"],
  },
} as const satisfies DocsOf<typeof KYC_STATUS_ENDPOINTS & typeof KYC_ENDPOINTS>;
