import type { SQLOutputValue } from "node:sqlite";

/** Readers of SQLite columns: what comes back is of the type the schema declares, or the file is not ours. */
export function bytesIn(value: SQLOutputValue | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new TypeError("a blob was expected in the ledger database");
}

export function integerIn(value: SQLOutputValue | undefined): number {
  if (typeof value === "number") return value;
  throw new TypeError("an integer was expected in the ledger database");
}

export function textIn(value: SQLOutputValue | undefined): string {
  if (typeof value === "string") return value;
  throw new TypeError("a text was expected in the ledger database");
}
