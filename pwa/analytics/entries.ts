import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { assetKeyOf, type MovementRow, movementOf } from "#pwa/parts/history/movement.ts";

/**
 * What one row of the history did to one holding. `change` is in stroops, above zero for what came in; of an `unclear` one only
 * the size is known, not whether it came or went. What was `traded` went for something else that came, or into a pool or out of
 * one: it is a sale or a purchase, but no money that came to the account or left it.
 */
export interface Entry {
  readonly atMs: number;
  /** `XLM` or `CODE-ISSUER`. */
  readonly asset: string;
  readonly kind: "moved" | "traded" | "fee" | "unclear";
  readonly change: bigint;
}

/** Reads rows of the history as changes of holdings, oldest first. Rows that changed none leave no entry. */
export function entriesOf(rows: readonly MovementRow[], ownAddress: string | undefined): Entry[] {
  return rows.toSorted(compareOldestFirst).flatMap((row) => entriesOfRow(row, ownAddress));
}

function entriesOfRow(row: MovementRow, ownAddress: string | undefined): Entry[] {
  // A pending one has changed nothing yet.
  if (row.status === "pending") return [];
  const atMs = Date.parse(row.timestamp);
  const entries: Entry[] = [];
  const fee = parseAmount(row.fee);
  const amount = row.status === "failed" ? 0n : parseAmount(row.amount);
  if (amount > 0n) {
    const { direction } = movementOf(row, ownAddress);
    entries.push({
      atMs,
      asset: assetKeyOf(row),
      kind: direction === "none" ? "unclear" : kindOf(row.type),
      change: direction === "out" ? -amount : amount,
    });
  }
  // The ledger names a fee only to whoever paid it, on what they received as well.
  if (fee > 0n) entries.push({ atMs, asset: NATIVE_CODE, kind: "fee", change: -fee });
  return entries;
}

function kindOf(type: MovementRow["type"]): Entry["kind"] {
  switch (type) {
    case "operator_fee":
      return "fee";
    case "trade":
    case "swap":
    case "pool_deposit":
    case "pool_withdraw":
      return "traded";
    default:
      return "moved";
  }
}

/** Rows of one ledger share their time; the ledger's own order is in their operation's number. */
function compareOldestFirst(left: MovementRow, right: MovementRow): number {
  if (left.timestamp !== right.timestamp) return left.timestamp < right.timestamp ? -1 : 1;
  if (left.uid.length !== right.uid.length) return left.uid.length - right.uid.length;
  return left.uid < right.uid ? -1 : left.uid === right.uid ? 0 : 1;
}
