import type * as v from "valibot";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import type { TransactionType } from "#schemas/transactions.ts";

/** A row of the history as the device keeps it. */
export type MovementRow = LocalRow<"transactions">;
export type MovementType = v.InferOutput<typeof TransactionType>;

/** Where the value went, seen from the own account. */
export type Direction = "in" | "out" | "none";

/** What the own account did or had done to it: whose address stands on the other side. */
export interface Movement {
  readonly direction: Direction;
  /** Empty where nobody else took part. */
  readonly counterparty: string;
}

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

/** Reads a row as the owner of `ownAddress` sees it. */
export function movementOf(row: MovementRow, ownAddress: string | undefined): Movement {
  switch (row.type) {
    case "send":
      return { direction: "out", counterparty: row.to };
    case "claimable":
      return { direction: "out", counterparty: row.to };
    case "receive":
      // What was set aside and nobody claimed is taken back from oneself.
      return { direction: "in", counterparty: row.from === row.to ? "" : row.from };
    case "create_account":
    case "merge":
      return row.from === ownAddress
        ? { direction: "out", counterparty: row.to }
        : { direction: "in", counterparty: row.from };
    case "fee":
    case "operator_fee":
      return { direction: "out", counterparty: "" };
    case "trade":
    case "swap":
    case "pool_deposit":
    case "pool_withdraw":
      return { direction: row.from === ownAddress ? "out" : "in", counterparty: "" };
    case "order":
      return { direction: "none", counterparty: "" };
    case "trust":
    case "other":
      return { direction: "none", counterparty: row.to === ownAddress ? row.from : row.to };
  }
}

/** One line that says what happened: "Sent to Ana", "Account created by GABC...". `name` is empty where nobody else took part. */
export function titleOf(row: MovementRow, movement: Movement, name: string): string {
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

/** Whether the row moved an amount worth showing. */
export function hasAmount(row: MovementRow): boolean {
  return parseAmount(row.amount) > 0n;
}

/** Whether the own account paid the network for this; a claim costs it a fee, too, though money came in. */
export function paidFee(row: MovementRow): boolean {
  return parseAmount(row.fee) > 0n;
}

/** The asset of a row as one text: "XLM" or "CODE-ISSUER". */
export function assetKeyOf(row: { readonly assetCode: string; readonly issuer: string }): string {
  return row.issuer === "" ? NATIVE_CODE : `${row.assetCode}-${row.issuer}`;
}

/** Newest first; rows of one ledger share their time, and their uid decides. */
export function compareNewestFirst(left: MovementRow, right: MovementRow): number {
  if (left.timestamp !== right.timestamp) return left.timestamp < right.timestamp ? 1 : -1;
  return left.uid === right.uid ? 0 : left.uid < right.uid ? 1 : -1;
}
