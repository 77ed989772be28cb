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

/** A time of which movements are missing, in ms. */
export interface MissingTime {
  readonly sinceMs: number;
  readonly untilMs: number;
}

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
      // Whoever opened it for the house is nobody whom its owner knows.
      if (row.event?.act === "opened") return { direction: "none", counterparty: "" };
      return row.from === ownAddress
        ? { direction: "out", counterparty: row.to }
        : { direction: "in", counterparty: row.from };
    case "fee":
    case "operator_fee":
    // The vault is the house's; what is in it is still one's own.
    case "stake":
    // So is what one's own pool trades with.
    case "market_open":
      return { direction: "out", counterparty: "" };
    case "unstake":
    case "market_return":
    case "stake_reward":
    case "affiliate_reward":
      return { direction: "in", counterparty: "" };
    case "trade":
    case "swap":
    case "pool_deposit":
    case "pool_withdraw":
      return { direction: row.from === ownAddress ? "out" : "in", counterparty: "" };
    case "order":
    case "missing":
      return { direction: "none", counterparty: "" };
    case "trust":
    case "other":
      return { direction: "none", counterparty: row.to === ownAddress ? row.from : row.to };
  }
}

/** Whether the row tells nothing by itself: the row of the other side of its exchange does. */
export function isLeg({ event }: Pick<MovementRow, "event">): boolean {
  return event?.act === "leg";
}

/** Whether the row, or the other side of its exchange, is of the asset `XLM` or `CODE-ISSUER`. What is missing may be of any. */
export function isOfAsset(row: MovementRow, asset: string): boolean {
  if (row.type === "missing") return true;
  return assetKeyOf(row) === asset || row.event?.other?.asset === asset;
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
