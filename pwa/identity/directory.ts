import type { LocalRow } from "#pwa/platform/db/row-schema.ts";
import { accountOf } from "./strkey.ts";

/** A contact as the device keeps it. */
export type Contact = LocalRow<"contacts">;

/** Names a person gave to addresses. */
export interface Directory {
  /** The contact's name, "You" for the own account, null for a stranger. */
  nameOf(address: string): string | null;
  contactOf(address: string): Contact | null;
  /** A contact that `address` could be mistaken for, though it is another one. */
  lookAlikeOf(address: string): Contact | null;
}

/** Builds the directory of `contacts`; where two contacts share an address, the one that sorts first by name is used. */
export function buildDirectory(contacts: readonly Contact[], ownAddress: string | undefined): Directory {
  const exact = new Map<string, Contact>();
  const byAccount = new Map<string, Contact>();
  for (const contact of [...contacts].sort((left, right) => left.name.localeCompare(right.name))) {
    const address = contact.stellarAddress;
    if (address === "") continue;
    if (!exact.has(address)) exact.set(address, contact);
    const account = accountOf(address);
    if (!byAccount.has(account)) byAccount.set(account, contact);
  }
  const contactOf = (address: string) => exact.get(address) ?? byAccount.get(accountOf(address)) ?? null;
  return {
    contactOf,
    nameOf: (address) => (address !== "" && address === ownAddress ? "You" : (contactOf(address)?.name ?? null)),
    lookAlikeOf: (address) => {
      if (contactOf(address) !== null || accountOf(address) === ownAddress) return null;
      for (const contact of byAccount.values()) if (looksAlike(address, contact.stellarAddress)) return contact;
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
