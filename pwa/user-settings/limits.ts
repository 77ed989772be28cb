import { type FormIssues, readForm } from "#pwa/parts/forms/form-issues.ts";
import { plainAmount } from "#pwa/ui/typed-amount.ts";
import { LimitsInput } from "#schemas/security.ts";

/** The limits as they are typed. An empty daily limit sets none. */
export interface LimitsForm {
  readonly transactionLimit: string;
  readonly dailyLimit: string;
}

/** Reads what was typed. */
export function readLimits(
  form: LimitsForm,
  requirePasswordForSend: boolean,
): { readonly value: LimitsInput } | { readonly issues: FormIssues } {
  const single = plainAmount(form.transactionLimit);
  const daily = plainAmount(form.dailyLimit);
  const read = readForm(LimitsInput, {
    transactionLimit: "text" in single ? single.text : "",
    dailyLimit: "text" in daily ? daily.text || null : null,
    requirePasswordForSend,
  });
  const unclear: FormIssues = {
    ...("problem" in single && { transactionLimit: single.problem }),
    ...("problem" in daily && { dailyLimit: daily.problem }),
  };
  if (Object.keys(unclear).length === 0) return read;
  return { issues: { ...("issues" in read && read.issues), ...unclear } };
}
