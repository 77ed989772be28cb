import { t } from "@lingui/core/macro";
import { call } from "#pwa/platform/api/call.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import type { ContactForm } from "#schemas/contacts.ts";
import { WALLET_ENDPOINTS } from "#schemas/endpoints/wallet.ts";
import { FEDERATION_PATTERN } from "#schemas/values/fields.ts";

/** The fields in which a contact is called by a name that somebody must have. */
export type NameField = "stellarAddress" | "uniqueUserId";

/** Why a name is nobody's, as the server has it. */
export const NAME_PROBLEMS = ["recipient-unknown", "recipient-ambiguous", "recipient-closed"] as const;
export type NameProblem = (typeof NAME_PROBLEMS)[number];

/** What the server said of a name: why it is nobody's; null where somebody has it. */
export type NameAnswer = { readonly isAsked: true; readonly problem: NameProblem | null } | { readonly isAsked: false };

/** A federation server may be slow; nobody waits longer than this to keep a contact. */
const LONGEST_MS = 6000;

/** A sentence for the field. */
export function nameProblemWords(problem: NameProblem): string {
  switch (problem) {
    case "recipient-unknown":
      return t`Nobody is found by this name: check how it is written`;
    case "recipient-ambiguous":
      return t`This name could mean two people: ask for their address instead`;
    case "recipient-closed":
      return t`The account with this name was closed`;
  }
}

/** The names in a form that are new since `former`: what was kept before was asked for then. */
export function newNames(form: ContactForm, former: ContactForm): readonly NameField[] {
  const { stellarAddress, uniqueUserId } = form;
  const fields: NameField[] = [];
  if (FEDERATION_PATTERN.test(stellarAddress) && stellarAddress !== former.stellarAddress)
    fields.push("stellarAddress");
  if (uniqueUserId !== "" && uniqueUserId !== former.uniqueUserId) fields.push("uniqueUserId");
  return fields;
}

/** Asks the server whether somebody has the name, by the look-up of a payment to it. */
export async function askName(name: string): Promise<NameAnswer> {
  const body = { to: name, assetCode: "XLM", amount: "1" };
  try {
    await call(WALLET_ENDPOINTS.walletCheck, { body, signal: AbortSignal.timeout(LONGEST_MS) });
    return { isAsked: true, problem: null };
  } catch (error) {
    return answerOf(error);
  }
}

/** Any refusal but these is about the payment, not the name; without an answer it is asked again later. */
export function answerOf(error: unknown): NameAnswer {
  if (!(error instanceof HttpError) || error.status >= 500 || error.status === 429) return { isAsked: false };
  return { isAsked: true, problem: NAME_PROBLEMS.find((problem) => problem === error.code) ?? null };
}
