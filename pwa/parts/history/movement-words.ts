import type { Movement, MovementRow, MovementType } from "./movement.ts";

export const TYPE_NAMES: Readonly<Record<MovementType, string>> = {
  send: "Sent",
  receive: "Received",
  create_account: "Account created",
  merge: "Account merged",
  trust: "Asset added or removed",
  fee: "Network fee",
  operator_fee: "Fee to Astrolabe",
  claimable: "Set aside",
  order: "Order placed or changed",
  trade: "Traded",
  swap: "Swapped",
  pool_deposit: "Into a pool",
  pool_withdraw: "Out of a pool",
  other: "Other",
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
  if (row.type === "receive" && row.from === row.to) return "Taken back";
  // Each asset of a trade has a row of its own.
  if (row.type === "trade" || row.type === "swap") {
    const verb = movement.direction === "in" ? "bought" : "sold";
    return `${row.assetCode} ${verb}${row.type === "swap" ? " in a swap" : ""}`;
  }
  if (row.type === "trust") return `${row.assetCode}: ${plain.toLowerCase()}`;
  const verbs: Partial<Record<MovementType, readonly [inward: string, outward: string]>> = {
    send: ["Sent to", "Sent to"],
    receive: ["Received from", "Received from"],
    create_account: ["Account created by", "Created the account of"],
    merge: ["Merged into yours:", "Merged into"],
    claimable: ["Set aside for", "Set aside for"],
  };
  const verb = verbs[row.type]?.[movement.direction === "in" ? 0 : 1];
  return name === "" || verb === undefined ? plain : `${verb} ${name}`;
}
