import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
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
    nameOf: (address) => (address !== "" && address === ownAddress ? "You" : (contactOf(address)?.name ?? null)),
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

/** Letters at each end that people compare. Both ends agreeing by chance is less likely than one in a billion. */
const HEAD = 5;
const TAIL = 3;

/**
 * Whether two different addresses show the same beginning and end. Swindlers make such addresses, send a little from
 * them, and wait for someone to copy the wrong one out of the history.
 */
export function looksAlike(left: string, right: string): boolean {
  if (left === right || left.length < 20 || right.length < 20) return false;
  return left.slice(0, HEAD) === right.slice(0, HEAD) && left.slice(-TAIL) === right.slice(-TAIL);
}
