import { t } from "@lingui/core/macro";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { looksAlike } from "#schemas/values/look-alike.ts";
import { nameKey } from "#schemas/values/names.ts";
import { accountOf } from "./strkey.ts";

/** A contact as the device keeps it. */
export type Contact = LocalRow<"contacts">;

/** Names a person gave to addresses. */
export interface Directory {
  /** The contact's name, "You" for the own account, null for a stranger. */
  nameOf(address: string): string | null;
  /** The contact of this address or user ID, or of the account that a muxed address belongs to. */
  contactOf(address: string): Contact | null;
  /** A contact with another number of the same account, which many people may share. */
  sameAccountOf(address: string): Contact | null;
  /** A contact that `address` could be mistaken for, though it is another one. */
  lookAlikeOf(address: string): Contact | null;
}

/** Builds the directory of `contacts`; where two contacts share an address, the one that sorts first by name is used. */
export function buildDirectory(contacts: readonly Contact[], ownAddress: string | undefined): Directory {
  const exact = new Map<string, Contact>();
  // Apart from addresses, and by the key that the server compares: one ID in two spellings is one person.
  const byUserId = new Map<string, Contact>();
  // Of contacts that are one number of an account: the account itself, and its other numbers, are others.
  const numbered = new Map<string, Contact>();
  for (const contact of [...contacts].sort((left, right) => left.name.localeCompare(right.name))) {
    const address = contact.stellarAddress;
    const account = accountOf(address);
    const userId = nameKey(contact.uniqueUserId);
    if (address !== "" && !exact.has(address)) exact.set(address, contact);
    if (userId !== "" && !byUserId.has(userId)) byUserId.set(userId, contact);
    if (account !== address && !numbered.has(account)) numbered.set(account, contact);
  }
  const contactOf = (text: string) =>
    exact.get(text) ?? exact.get(accountOf(text)) ?? byUserId.get(nameKey(text)) ?? null;
  return {
    contactOf,
    nameOf: (address) => (address !== "" && address === ownAddress ? t`You` : (contactOf(address)?.name ?? null)),
    sameAccountOf: (address) => (contactOf(address) === null ? (numbered.get(accountOf(address)) ?? null) : null),
    lookAlikeOf: (address) => {
      const account = accountOf(address);
      if (contactOf(address) !== null || account === ownAddress) return null;
      for (const contact of exact.values()) {
        const known = accountOf(contact.stellarAddress);
        if (looksAlike(account, known) || (account !== known && looksAlike(address, contact.stellarAddress)))
          return contact;
      }
      return null;
    },
  };
}
