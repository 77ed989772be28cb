import { call } from "#pwa/platform/api/call.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import type { ContactForm } from "#schemas/contacts.ts";
import { WALLET_ENDPOINTS } from "#schemas/endpoints/wallet.ts";
import { FEDERATION_PATTERN } from "#schemas/values/fields.ts";

/** The fields in which a contact is called by a name that somebody must have. */
export type NameField = "stellarAddress" | "uniqueUserId";

/** What the server said of a name: that nobody has it, in a sentence for the field; null where somebody has. */
export type NameAnswer = { readonly isAsked: true; readonly problem: string | null } | { readonly isAsked: false };

/** A federation server may be slow; nobody waits longer than this to keep a contact. */
const LONGEST_MS = 6000;
const NOBODY: Readonly<Record<string, string>> = {
  "recipient-unknown": "Nobody is found by this name: check how it is written",
  "recipient-ambiguous": "This name could mean two people: ask for their address instead",
  "recipient-closed": "The account with this name was closed",
};

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
  return { isAsked: true, problem: NOBODY[error.code ?? ""] ?? null };
}
