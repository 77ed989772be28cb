import { t } from "@lingui/core/macro";
import type { Movement, MovementRow, MovementType } from "./movement.ts";

export const TYPE_NAMES: Readonly<Record<MovementType, string>> = {
  get send() {
    return t`Sent`;
  },
  get receive() {
    return t`Received`;
  },
  get create_account() {
    return t`Account created`;
  },
  get merge() {
    return t`Account merged`;
  },
  get trust() {
    return t`Asset added or removed`;
  },
  get fee() {
    return t`Network fee`;
  },
  get operator_fee() {
    return t`Fee to Astrolabe`;
  },
  get claimable() {
    return t`Set aside`;
  },
  get order() {
    return t`Order placed or changed`;
  },
  get trade() {
    return t`Traded`;
  },
  get swap() {
    return t`Swapped`;
  },
  get pool_deposit() {
    return t`Into a pool`;
  },
  get pool_withdraw() {
    return t`Out of a pool`;
  },
  get other() {
    return t`Other`;
  },
};

/**
 * Who stands on the other side: as this person calls them, else by the username that they had then, marked as one, so that nobody can
 * take the name of a contact; null for a stranger.
 */
export function partyNameOf(
  row: Pick<MovementRow, "partyName">,
  counterparty: string,
  nameOf: (address: string) => string | null,
): string | null {
  if (counterparty === "") return null;
  return nameOf(counterparty) ?? (row.partyName === "" ? null : `@${row.partyName}`);
}

/** One line of who took part: "Sent to Ana", "Account created by GABC...". `name` is empty where nobody else took part. */
export function plainTitleOf(row: MovementRow, movement: Movement, name: string): string {
  const plain = TYPE_NAMES[row.type];
  if (row.type === "receive" && row.from === row.to) return t`Taken back`;
  // Each asset of a trade has a row of its own.
  if (row.type === "trade" || row.type === "swap") {
    const verb = movement.direction === "in" ? "bought" : "sold";
    return `${row.assetCode} ${verb}${row.type === "swap" ? " in a swap" : ""}`;
  }
  if (row.type === "trust") return `${row.assetCode}: ${plain.toLowerCase()}`;
  const verbs: Partial<Record<MovementType, readonly [inward: string, outward: string]>> = {
    send: [t`Sent to`, t`Sent to`],
    receive: [t`Received from`, t`Received from`],
    create_account: [t`Account created by`, t`Created the account of`],
    merge: [t`Merged into yours:`, t`Merged into`],
    claimable: [t`Set aside for`, t`Set aside for`],
  };
  const verb = verbs[row.type]?.[movement.direction === "in" ? 0 : 1];
  return name === "" || verb === undefined ? plain : `${verb} ${name}`;
}
