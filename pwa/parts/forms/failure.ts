import { t } from "@lingui/core/macro";
import * as v from "valibot";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { IdentityNotConfirmed } from "#pwa/parts/identify/identity.ts";
import { PasskeyProblem } from "#pwa/parts/identify/passkey-ceremony.ts";
import type { FormIssues } from "./form-issues.ts";

/** What a person reads after something went wrong: sentences at the fields they concern, and one for the whole. */
export interface Failure {
  readonly issues: FormIssues;
  readonly notice: string | null;
}

export const NO_FAILURE: Failure = { issues: {}, notice: null };

/** An answer may have been lost on its way: whether the change was made is not known then. */

/** At which field of a form each refusal belongs, by its code. What has no field here concerns the whole. */
export type FieldsByCode = Readonly<Record<string, string>>;

/** What to say of `error` in a form that has these `fields`; nothing where the person themselves turned back. */
export function failureOf(error: unknown, fields: readonly string[], byCode: FieldsByCode = {}): Failure {
  if (error instanceof IdentityNotConfirmed) return NO_FAILURE;
  if (error instanceof PasskeyProblem) return { issues: {}, notice: error.message };
  if (error instanceof v.ValiError)
    return {
      issues: {},
      notice: t`The server answered in a way this app does not understand. Reload the page, and try again.`,
    };
  if (error instanceof TypeError) return { issues: {}, notice: noAnswer() };
  if (!(error instanceof HttpError))
    return { issues: {}, notice: t`Something went wrong on this device. Please try again.` };
  const sentence = error.sentence ?? noAnswer();
  const field = error.code === null ? undefined : byCode[error.code];
  if (field !== undefined && fields.includes(field)) return { issues: { [field]: sentence }, notice: null };
  const issues = Object.fromEntries(Object.entries(error.issues).filter(([name]) => fields.includes(name)));
  return { issues, notice: Object.keys(issues).length === 0 ? sentence : null };
}

function noAnswer(): string {
  return t`The server did not answer. Check your connection, and whether anything changed, before you try again.`;
}
