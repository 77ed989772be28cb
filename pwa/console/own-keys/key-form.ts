import { t } from "@lingui/core/macro";
import { atAddresses, typedAddresses } from "#pwa/parts/api-keys/typed-addresses.ts";
import { type FormIssues, readForm } from "#pwa/parts/forms/form-issues.ts";
import { NewOperatorKeyInput } from "#schemas/api-keys.ts";
import type { OperatorKeyScope } from "#schemas/operator-keys.ts";

/** An operator's key that is being made, as it is typed. */
export interface OperatorKeyForm {
  readonly name: string;
  readonly scopes: readonly OperatorKeyScope[];
  readonly days: string;
  /** One address or network a line. */
  readonly addresses: string;
  readonly reason: string;
}

export const EMPTY_FORM: OperatorKeyForm = { name: "", scopes: [], days: "30", addresses: "", reason: "" };

/** The key that the form describes, or what is wrong with which field. */
export function readKeyForm({
  days,
  addresses,
  ...rest
}: OperatorKeyForm): { readonly value: NewOperatorKeyInput } | { readonly issues: FormIssues } {
  const typed = { ...rest, days: Number(days), addresses: typedAddresses(addresses) };
  const read = readForm(NewOperatorKeyInput, typed);
  return "issues" in read ? { issues: atAddresses(read.issues) } : read;
}

/** How long an operator's key may hold, in days. */
export function dayOptions(): { readonly value: string; readonly label: string }[] {
  return [
    { value: "1", label: t`A day` },
    { value: "7", label: t`A week` },
    { value: "30", label: t`30 days` },
    { value: "90", label: t`90 days` },
  ];
}
