import { type FormIssues, readForm } from "#pwa/auth/form-issues.ts";
import { LimitsInput } from "#schemas/security.ts";

/** The limits as they are typed. An empty daily limit sets none. */
export interface LimitsForm {
  readonly transactionLimit: string;
  readonly dailyLimit: string;
}

/** Reads what was typed: thousands may be grouped by commas. */
export function readLimits(
  form: LimitsForm,
  requirePasswordForSend: boolean,
): { readonly value: LimitsInput } | { readonly issues: FormIssues } {
  const daily = plain(form.dailyLimit);
  return readForm(LimitsInput, {
    transactionLimit: plain(form.transactionLimit),
    dailyLimit: daily === "" ? null : daily,
    requirePasswordForSend,
  });
}

function plain(typed: string): string {
  return typed.trim().replaceAll(/(?<=\d),(?=\d{3}(?:\D|$))/g, "");
}
