import { t } from "@lingui/core/macro";
import type { DocumentType, IdentityPart, PictureHint, PictureSlot, AskReason, RejectCause } from "#schemas/kyc.ts";

export function documentWords(type: DocumentType): string {
  switch (type) {
    case "passport":
      return t`Passport`;
    case "national-id":
      return t`National identity card`;
    case "driving-licence":
      return t`Driving licence`;
    case "residence-permit":
      return t`Residence permit`;
  }
}

/** What a part of the form is called. */
export function partWords(part: IdentityPart, documentType: DocumentType | null): string {
  switch (part) {
    case "front":
      return documentType === "passport" ? t`Page with your photo` : t`Front of your document`;
    case "back":
      return t`Back of your document`;
    case "selfie":
      return t`A picture of you`;
    case "documentType":
      return t`Kind of document`;
    case "country":
      return t`Country that issued it`;
    case "documentNumber":
      return t`Number of the document`;
  }
}

/** How a picture is best taken. */
export function adviceWords(slot: PictureSlot): string {
  return slot === "selfie"
    ? t`Look straight into the camera, in even light, with nothing over your face. You alone should be in the picture.`
    : t`Lay the document flat on a dark, plain surface, with all four edges in the picture and no lamp reflected on it.`;
}

/** Why a part is asked for again. */
export function reasonWords(reason: AskReason): string {
  switch (reason) {
    case "unreadable":
      return t`It could not be read.`;
    case "cut-off":
      return t`Part of it was cut off.`;
    case "glare":
      return t`Light was reflected on it.`;
    case "wrong-side":
      return t`It showed the other side.`;
    case "wrong-document":
      return t`It was another document than the one you named.`;
    case "expired":
      return t`The document has expired.`;
    case "not-original":
      return t`It was a copy or a screen, not the document itself.`;
    case "face-unclear":
      return t`Your face could not be seen clearly.`;
    case "does-not-match":
      return t`It does not fit the rest of what you sent.`;
    case "mistyped":
      return t`It is not what the document says.`;
  }
}

/** Why somebody was refused for good. */
export function causeWords(cause: RejectCause): string {
  switch (cause) {
    case "altered":
      return t`The document or a picture of it was altered.`;
    case "other-person":
      return t`The document belongs to somebody else.`;
    case "not-accepted":
      return t`This kind of document, or its country, is not accepted here.`;
    case "under-age":
      return t`You are younger than this service may serve.`;
    case "no-answer":
      return t`What was asked for again was not sent in time.`;
    case "may-not-serve":
      return t`This service may not serve you. The law does not let us say more.`;
  }
}

/** What may be wrong with a picture, and what helps. */
export function hintWords(hint: PictureHint): string {
  switch (hint) {
    case "dark":
      return t`It is rather dark. Turn on a light, or go to a window.`;
    case "bright":
      return t`It is very bright. Turn away from the light.`;
    case "blurred":
      return t`It looks blurred. Hold still, and wait until it is sharp.`;
    case "glare":
      return t`Light is reflected on it. Tilt the document a little.`;
    case "cut-off":
      return t`It may be cut off. Leave some space around all four edges.`;
    case "small":
      return t`It has few pixels. Go closer, or use a better camera.`;
  }
}
