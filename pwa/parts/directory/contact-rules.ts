import { t } from "@lingui/core/macro";
import * as v from "valibot";
import { ContactForm } from "#schemas/contacts.ts";
import { FEDERATION_PATTERN } from "#schemas/values/fields.ts";
import { MEMO_MAX_BYTES, memoBytes } from "#schemas/values/memo.ts";
import { ALIKE_BEGINNING, looksAlike } from "#schemas/values/look-alike.ts";
import { isNameShaped } from "#schemas/values/names.ts";
import { foldText, typedWords } from "#pwa/parts/search/fold-text.ts";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import type { Contact } from "./directory.ts";
import { isStellarAddress } from "./strkey.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

export type ContactField = keyof ContactForm;
export type ContactProblems = Partial<Record<ContactField, string>>;
export type ContactSort = "name" | "newest";

export const CONTACT_FORM_FIELDS = [
  "name",
  "stellarAddress",
  "uniqueUserId",
  "memo",
] as const satisfies readonly ContactField[];
export const EMPTY_CONTACT: ContactForm = { name: "", stellarAddress: "", uniqueUserId: "", memo: "" };

export type ContactVerdict =
  | { readonly ok: true; readonly contact: ContactForm }
  | { readonly ok: false; readonly problems: ContactProblems };

/** Checks a contact form by its schema, and an address by its checksum too. */
export function checkContact(form: ContactForm): ContactVerdict {
  const typed = { ...form, stellarAddress: form.stellarAddress.trim(), uniqueUserId: form.uniqueUserId.trim() };
  const result = v.safeParse(ContactForm, typed);
  const nested = result.success ? undefined : v.flatten<typeof ContactForm>(result.issues).nested;
  const problems: ContactProblems = {};
  for (const field of CONTACT_FORM_FIELDS) {
    const [first] = nested?.[field] ?? [];
    if (first !== undefined) problems[field] = saidWords(first);
  }
  const address = typed.stellarAddress;
  if (
    problems.stellarAddress === undefined &&
    address !== "" &&
    !FEDERATION_PATTERN.test(address) &&
    !isStellarAddress(address)
  )
    problems.stellarAddress = sentenceOf("address-malformed");
  if (typed.uniqueUserId !== "" && problems.uniqueUserId === undefined && !isNameShaped(typed.uniqueUserId))
    problems.uniqueUserId = t`User IDs have letters, digits, dots, dashes and underscores`;
  if (memoBytes(form.memo) > MEMO_MAX_BYTES) problems.memo = sentenceOf("memo-too-long");
  if (!result.success || Object.keys(problems).length > 0) return { ok: false, problems };
  return { ok: true, contact: result.output };
}

/** Contacts by their addresses, so that thousands of addresses are looked up among thousands of contacts at once. */
export interface KnownAddresses {
  /** The first contact with this very address. */
  withAddress(address: string): Contact | null;
  /** The first one that the address could be mistaken for. */
  like(address: string): Contact | null;
}

export function knownAddresses(contacts: readonly Contact[]): KnownAddresses {
  const exact = new Map<string, Contact>();
  const byBeginning = new Map<string, Contact[]>();
  for (const contact of contacts) {
    const { stellarAddress } = contact;
    if (stellarAddress === "" || exact.has(stellarAddress)) continue;
    exact.set(stellarAddress, contact);
    const beginning = beginningOf(stellarAddress);
    const alike = byBeginning.get(beginning);
    if (alike === undefined) byBeginning.set(beginning, [contact]);
    else alike.push(contact);
  }
  return {
    withAddress: (address) => exact.get(address) ?? null,
    like: (address) =>
      byBeginning.get(beginningOf(address))?.find(({ stellarAddress }) => looksAlike(address, stellarAddress)) ?? null,
  };
}

/** What two that look alike share for certain: {@link looksAlike} decides, this only narrows. */
function beginningOf(address: string): string {
  return address.slice(0, ALIKE_BEGINNING);
}

/** What a person should know before keeping a contact; null where there is nothing. */
export function warnAboutContact(form: ContactForm, others: KnownAddresses): string | null {
  const address = form.stellarAddress.trim();
  if (address === "") return null;
  const same = others.withAddress(address);
  const alike = same ?? others.like(address);
  if (alike === null) return null;
  const name = inSentence(alike.name);
  return same === null
    ? t`This address looks like the one of ${name}, but it is another. Compare every letter before you keep it.`
    : t`${name} already has this address.`;
}

/** Contacts whose name, address, user ID or memo holds every word of `text`, with or without its accents. */
export function searchContacts(contacts: readonly Contact[], text: string): readonly Contact[] {
  const words = typedWords(text);
  if (words.length === 0) return contacts;
  return contacts.filter((contact) => {
    const all = foldText(`${contact.name}\n${contact.stellarAddress}\n${contact.uniqueUserId}\n${contact.memo}`);
    return words.every((word) => all.includes(word));
  });
}

const BY_NAME = new Intl.Collator(undefined, { sensitivity: "base", numeric: true });

/** Sorted by name, or by when they were first or last edited. */
export function sortContacts(contacts: readonly Contact[], sort: ContactSort): Contact[] {
  const byName = (left: Contact, right: Contact) =>
    BY_NAME.compare(left.name, right.name) || (left.uid < right.uid ? -1 : 1);
  if (sort === "name") return [...contacts].sort(byName);
  const lastEdit = (contact: Contact) => Math.max(0, ...Object.values(contact.editedAt).map((at) => at ?? 0));
  return [...contacts].sort((left, right) => lastEdit(right) - lastEdit(left) || byName(left, right));
}
