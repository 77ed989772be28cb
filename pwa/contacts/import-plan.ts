import { t } from "@lingui/core/macro";
import type { Contact } from "#pwa/parts/directory/directory.ts";
import { CONTACT_FIELDS, type ContactForm } from "#schemas/contacts.ts";
import { hasHiddenMarks } from "#schemas/values/memo.ts";
import { nameKey } from "#schemas/values/names.ts";
import {
  checkContact,
  CONTACT_FORM_FIELDS,
  type KnownAddresses,
  knownAddresses,
  warnAboutContact,
} from "#pwa/parts/directory/contact-rules.ts";
import type { FileRow } from "./file-row.ts";

/** What becomes of one contact of a file. */
export type PlanEntry = { readonly line: number; readonly form: ContactForm } & (
  | { readonly kind: "new"; readonly warning: string | null }
  | { readonly kind: "same" }
  | { readonly kind: "changed"; readonly contact: Contact; readonly changes: Partial<ContactForm> }
  | { readonly kind: "refused"; readonly reason: string }
);

/**
 * Compares a file with the contacts that are there. A contact is known by its address, or, without one, by its user ID: a file
 * can rename it, but never give it another address, and what the file leaves empty stays as it is.
 */
export function planImport(rows: readonly FileRow[], contacts: readonly Contact[]): readonly PlanEntry[] {
  const taken = new Map<string, PlanEntry>();
  const addresses = knownAddresses(contacts);
  const byKey = new Map<string, Contact[]>();
  for (const contact of contacts) {
    const same = byKey.get(keyOf(contact));
    if (same === undefined) byKey.set(keyOf(contact), [contact]);
    else same.push(contact);
  }
  return rows.map((row) => {
    const entry = planRow(row, byKey, addresses);
    if (entry.kind === "refused") return entry;
    const former = taken.get(keyOf(entry.form));
    if (former === undefined) {
      taken.set(keyOf(entry.form), entry);
      return entry;
    }
    const { line, form } = entry;
    if (CONTACT_FIELDS.every((field) => former.form[field] === form[field])) return { line, form, kind: "same" };
    return {
      line,
      form,
      kind: "refused",
      reason: t`Row ${{ row: former.line }} has the same address with another name or memo.`,
    };
  });
}

function planRow(
  { line, form, refusal }: FileRow,
  byKey: ReadonlyMap<string, readonly Contact[]>,
  addresses: KnownAddresses,
): PlanEntry {
  if (refusal !== null) return { line, form, kind: "refused", reason: refusal };
  const texts = CONTACT_FIELDS.map((field) => form[field]);
  if (texts.some(hasHiddenMarks))
    return { line, form, kind: "refused", reason: t`It holds hidden marks that make a text look like another.` };
  const verdict = checkContact(form);
  if (!verdict.ok) return { line, form, kind: "refused", reason: firstOf(verdict.problems) };
  const { contact: checked } = verdict;
  const known = byKey.get(keyOf(checked)) ?? [];
  const [first] = known;
  if (first === undefined) return { line, form: checked, kind: "new", warning: warnAboutContact(checked, addresses) };
  if (known.some((contact) => Object.keys(changesOf(contact, checked)).length === 0))
    return { line, form: checked, kind: "same" };
  return { line, form: checked, kind: "changed", contact: first, changes: changesOf(first, checked) };
}

function changesOf(contact: Contact, form: ContactForm): Partial<ContactForm> {
  return Object.fromEntries(
    CONTACT_FIELDS.filter((field) => form[field] !== "" && form[field] !== contact[field]).map((field) => [
      field,
      form[field],
    ]),
  );
}

function keyOf({ stellarAddress, uniqueUserId }: ContactForm): string {
  return stellarAddress === "" ? `user ${nameKey(uniqueUserId)}` : stellarAddress;
}

function firstOf(problems: Partial<Record<keyof ContactForm, string>>): string {
  const [first = t`It is incomplete.`] = CONTACT_FORM_FIELDS.flatMap((field) => problems[field] ?? []);
  return `${first}${first.endsWith(".") ? "" : "."}`;
}
