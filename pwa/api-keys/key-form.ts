import { t } from "@lingui/core/macro";
import { atAddresses, typedAddresses } from "#pwa/parts/api-keys/typed-addresses.ts";
import { isStellarAddress } from "#pwa/parts/directory/strkey.ts";
import { type FormIssues, readForm } from "#pwa/parts/forms/form-issues.ts";
import { deviceSentenceOf } from "#pwa/platform/language/error-words.ts";
import { type ApiKeyScope, NewApiKeyInput } from "#schemas/api-keys.ts";
import type { MemoType } from "#schemas/values/memo.ts";

/** Whom a key that is being made may pay, as it is typed. */
export interface TypedRecipient {
  readonly label: string;
  readonly address: string;
  readonly memo: string;
  readonly memoType: MemoType;
}

export interface KeyForm {
  readonly name: string;
  readonly reads: boolean;
  readonly pays: boolean;
  readonly days: string;
  /** One address or network a line. */
  readonly addresses: string;
  readonly recipients: readonly TypedRecipient[];
  readonly dailyLimit: string;
}

export const NO_RECIPIENT: TypedRecipient = { label: "", address: "", memo: "", memoType: "text" };
export const EMPTY_FORM: KeyForm = {
  name: "",
  reads: true,
  pays: false,
  days: "90",
  addresses: "",
  recipients: [NO_RECIPIENT],
  dailyLimit: "",
};

const RECIPIENT_PATH = /^pays\.allowed\.(\d+)\.(label|address|memo)$/;

/** The key that the form describes, or what is wrong with which field. */
export function readKeyForm(form: KeyForm): { readonly value: NewApiKeyInput } | { readonly issues: FormIssues } {
  const scopes: ApiKeyScope[] = [...(form.reads ? (["read"] as const) : []), ...(form.pays ? (["pay"] as const) : [])];
  const allowed = form.recipients.map((each) => ({
    ...each,
    address: each.address.trim(),
    memo: each.memo.trim(),
  }));
  const read = readForm(NewApiKeyInput, {
    name: form.name,
    scopes,
    days: Number(form.days),
    addresses: typedAddresses(form.addresses),
    pays: form.pays ? { allowed, dailyLimit: form.dailyLimit.trim() } : null,
  });
  if ("issues" in read) return { issues: inFields(read.issues) };
  const wrong = allowed.findIndex(({ address }) => form.pays && !isStellarAddress(address));
  if (wrong < 0) return read;
  return { issues: { [recipientField(wrong, "address")]: deviceSentenceOf("address-malformed") } };
}

export function recipientField(index: number, field: "label" | "address" | "memo"): string {
  return `recipient-${index}-${field}`;
}

/** How long a key may hold, in days. */
export function dayOptions(): { readonly value: string; readonly label: string }[] {
  return [
    { value: "7", label: t`A week` },
    { value: "30", label: t`30 days` },
    { value: "90", label: t`90 days` },
    { value: "365", label: t`A year` },
  ];
}

/** Issues by the fields that the form shows. */
function inFields(issues: FormIssues): FormIssues {
  const entries = Object.entries(atAddresses(issues)).map(([path, sentence]): [string, string] => {
    const [, index, field = ""] = RECIPIENT_PATH.exec(path) ?? [];
    if (index !== undefined) return [`recipient-${index}-${field}`, sentence];
    return [path === "pays.dailyLimit" ? "dailyLimit" : path, sentence];
  });
  return Object.fromEntries(entries.toReversed());
}
