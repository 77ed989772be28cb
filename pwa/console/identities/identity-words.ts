import { t } from "@lingui/core/macro";
import type { IdentityCaseOutput, IdentityRow, IdentityShow } from "#schemas/identity-desk.ts";
import type { IdentityPart, PictureHint, PictureSlot } from "#schemas/kyc.ts";

export function showWords(show: IdentityShow): string {
  switch (show) {
    case "waiting":
      return t({ message: "Waiting", context: "identity checks that an operator has to look at" });
    case "asked":
      return t({ message: "With the person", context: "identity checks of which something was asked again" });
    case "decided":
      return t({ message: "Decided", context: "identity checks" });
  }
}

export function slotWords(slot: PictureSlot): string {
  switch (slot) {
    case "front":
      return t({ message: "Front", context: "picture of a document" });
    case "back":
      return t({ message: "Back", context: "picture of a document" });
    case "selfie":
      return t({ message: "Selfie", context: "picture of a person" });
  }
}

/** What can be asked for again. */
export function askedPartWords(part: IdentityPart): string {
  switch (part) {
    case "front":
    case "back":
    case "selfie":
      return slotWords(part);
    case "documentType":
      return t`Kind of document`;
    case "country":
      return t`Country that issued it`;
    case "documentNumber":
      return t`Number of the document`;
  }
}

/** What a device noticed of a picture that was sent all the same. */
export function hintWords(hint: PictureHint): string {
  switch (hint) {
    case "dark":
      return t({ message: "dark", context: "what a device noticed of a picture" });
    case "bright":
      return t({ message: "very bright", context: "what a device noticed of a picture" });
    case "blurred":
      return t({ message: "blurred", context: "what a device noticed of a picture" });
    case "glare":
      return t({ message: "light reflected", context: "what a device noticed of a picture" });
    case "cut-off":
      return t({ message: "may be cut off", context: "what a device noticed of a picture" });
    case "small":
      return t({ message: "few pixels", context: "what a device noticed of a picture" });
  }
}

export function stateWords({ status, isMoreAsked }: Pick<IdentityRow, "status" | "isMoreAsked">): string {
  if (status === "approved") return t({ message: "Approved", context: "state of an identity check" });
  if (status === "rejected") return t({ message: "Refused for good", context: "state of an identity check" });
  return isMoreAsked
    ? t({ message: "More is asked", context: "state of an identity check" })
    : t({ message: "Waiting", context: "state of an identity check" });
}

/** What was decided of it before. */
export function actedWords({ act }: Pick<IdentityCaseOutput["history"][number], "act">): string {
  switch (act) {
    case "approved":
      return t({ message: "Approved", context: "what an operator did to an identity check" });
    case "asked":
      return t({ message: "Asked again", context: "what an operator did to an identity check" });
    case "rejected":
      return t({ message: "Refused for good", context: "what an operator did to an identity check" });
  }
}
