import * as v from "valibot";
import {
  ConsentInput,
  HandOverInput,
  HandOverOutput,
  OpenHandOverInput,
  OpenHandOverOutput,
  OwnIdentityOutput,
  SubmitIdentityInput,
  UPLOAD_PART_BYTES,
  UploadInput,
  UploadOutput,
  UploadParams,
  UploadPartParams,
} from "#schemas/identity.ts";
import { Bytes, ByteParts } from "#schemas/values/bytes.ts";
import type { Endpoint } from "./endpoint.ts";

/** Who a person is: what they send of it, from this device or from a phone that it hands the form to. */
export const KYC_ENDPOINTS = {
  ownIdentity: {
    method: "GET",
    path: "/api/kyc",
    access: "user",
    output: OwnIdentityOutput,
  },
  consentToCheck: {
    method: "POST",
    path: "/api/kyc/consent",
    access: "user",
    input: ConsentInput,
    output: OwnIdentityOutput,
  },
  beginUpload: {
    method: "POST",
    path: "/api/kyc/uploads",
    access: "user",
    input: UploadInput,
    output: UploadOutput,
  },
  sendPart: {
    method: "PUT",
    path: "/api/kyc/uploads/:upload/:offset",
    access: "user",
    params: UploadPartParams,
    bodyMedia: "application/octet-stream",
    bodyBytes: UPLOAD_PART_BYTES,
    input: Bytes,
    output: UploadOutput,
  },
  dropUpload: {
    method: "DELETE",
    path: "/api/kyc/pictures/:slot",
    access: "user",
    params: UploadParams,
    output: OwnIdentityOutput,
  },
  submitIdentity: {
    method: "POST",
    path: "/api/kyc/submit",
    access: "user",
    input: SubmitIdentityInput,
    output: OwnIdentityOutput,
  },
  handOver: {
    method: "POST",
    path: "/api/kyc/hand-over",
    access: "user",
    input: HandOverInput,
    output: HandOverOutput,
  },
  endHandOver: {
    method: "DELETE",
    path: "/api/kyc/hand-over",
    access: "user",
    output: OwnIdentityOutput,
  },
  // A phone that was given the form is nobody: its key, in a header, lets it send these pictures and see nothing.
  openHandOver: {
    method: "POST",
    path: "/api/kyc/hand-over/open",
    access: "anyone",
    input: OpenHandOverInput,
    output: OpenHandOverOutput,
  },
  beginPhoneUpload: {
    method: "POST",
    path: "/api/kyc/hand-over/uploads",
    access: "anyone",
    input: UploadInput,
    output: UploadOutput,
  },
  sendPhonePart: {
    method: "PUT",
    path: "/api/kyc/hand-over/uploads/:upload/:offset",
    access: "anyone",
    params: UploadPartParams,
    bodyMedia: "application/octet-stream",
    bodyBytes: UPLOAD_PART_BYTES,
    input: Bytes,
    output: UploadOutput,
  },
  finishHandOver: {
    method: "POST",
    path: "/api/kyc/hand-over/done",
    access: "anyone",
    output: v.strictObject({}),
  },
  copyIdentity: {
    method: "POST",
    path: "/api/kyc/copy",
    access: "confirmed",
    media: "application/zip",
    output: ByteParts,
  },
  removeIdentity: {
    method: "POST",
    path: "/api/kyc/removal",
    access: "confirmed",
    output: OwnIdentityOutput,
  },
} as const satisfies Record<string, Endpoint>;
