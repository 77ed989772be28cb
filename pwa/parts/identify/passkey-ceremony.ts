import { t } from "@lingui/core/macro";
import * as v from "valibot";
import type { ENDPOINTS, OutputOf } from "#schemas/endpoints.ts";
import { type Assertion, PasskeyAnswerInput } from "#schemas/passkey-answer.ts";
import { type Attestation, NewPasskeyInput } from "#schemas/passkeys.ts";

type NewPasskeyOptions = OutputOf<typeof ENDPOINTS.beginPasskey>["options"];
type PasskeyOptions = OutputOf<typeof ENDPOINTS.beginPasskeyLogin>["options"];

/** Why a browser did not make or show a passkey, in a sentence for the person. */
export class PasskeyProblem extends Error {
  constructor(sentence: string, cause: unknown) {
    super(sentence, { cause });
    this.name = "PasskeyProblem";
  }
}

/** Whether this browser knows passkeys, and how to read them from JSON. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === "function" &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function" &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function"
  );
}

/** Has the device make a passkey. Throws {@link PasskeyProblem}. */
export async function makePasskey(options: NewPasskeyOptions): Promise<Attestation> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(withoutGaps(options));
  const answer = await attempt(() => navigator.credentials.create({ publicKey }));
  return v.parse(NewPasskeyInput.entries.response, answer);
}

/** Has the person show a passkey. Throws {@link PasskeyProblem}. */
export async function showPasskey(options: PasskeyOptions): Promise<Assertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(withoutGaps(options));
  const answer = await attempt(() => navigator.credentials.get({ publicKey }));
  return v.parse(PasskeyAnswerInput.entries.response, answer);
}

/** The same without the fields that are undefined, which the browser would take for wrong ones. */
function withoutGaps(options: NewPasskeyOptions): PublicKeyCredentialCreationOptionsJSON;
function withoutGaps(options: PasskeyOptions): PublicKeyCredentialRequestOptionsJSON;
function withoutGaps(options: NewPasskeyOptions | PasskeyOptions) {
  return JSON.parse(JSON.stringify(options));
}

async function attempt(ask: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential.toJSON();
  } catch (error) {
    throw new PasskeyProblem(sentenceOfRefusal(error), error);
  }
  throw new PasskeyProblem(sentenceOfRefusal(null), null);
}

/** Browsers say no more than a name, and the same one for turning back, waiting too long and having none. */
export function sentenceOfRefusal(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return t`This device holds a passkey for your account already.`;
  if (name === "SecurityError") return t`Passkeys do not work at the address under which this page was opened.`;
  if (name === "NotSupportedError" || name === "ConstraintError")
    return t`This device cannot make a passkey that asks who you are. Set up a screen lock, or use another device.`;
  return t`No passkey was used: it was cancelled, took too long, or there is none for this account here.`;
}
