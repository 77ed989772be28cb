import * as v from "valibot";
import { Instant } from "./values/fields.ts";
import { Amount } from "./values/money.ts";
import { SYNC_COLLECTIONS, type SyncCollection } from "./protocol.ts";
import { SubmissionState } from "./wallet.ts";

const Held = v.strictObject({ assetCode: v.string(), issuer: v.string(), balance: Amount });

/** What the ledger says of the account at this moment. */
const LedgerView = v.variant("state", [
  v.strictObject({ state: v.literal("unreachable") }),
  v.strictObject({ state: v.literal("missing"), asOfLedger: v.number() }),
  v.strictObject({
    state: v.literal("found"),
    asOfLedger: v.number(),
    balance: Amount,
    /** What of it may be spent: not the reserve, and not what is bound in offers. */
    free: Amount,
    reserve: Amount,
    /** As a decimal text. */
    sequence: v.string(),
    /** Every key that signs, the account's own first. */
    signers: v.array(v.strictObject({ key: v.string(), weight: v.number() })),
    /** The weight that a payment needs. */
    threshold: v.number(),
    lines: v.array(v.strictObject({ ...Held.entries, limit: Amount, isAuthorized: v.boolean(), isFull: v.boolean() })),
  }),
]);

/** Facts about one's own wallet for finding out what is wrong with it. */
export const WalletHealthOutput = v.strictObject({
  at: Instant,
  /** Null until the wallet was made. */
  address: v.nullable(v.string()),
  ledger: LedgerView,
  books: v.strictObject({
    exists: v.boolean(),
    /** The last ledger that changed the account. */
    asOfLedger: v.number(),
    ingestedLedger: v.number(),
    held: v.array(Held),
  }),
  /** Payments that are not settled, oldest first, 20 at most. */
  open: v.array(
    v.strictObject({
      id: v.number(),
      kind: v.string(),
      state: SubmissionState,
      createdAt: Instant,
      /** The sequence number that it uses, once it has one. */
      sequence: v.nullable(v.string()),
    }),
  ),
  /** What a device that is up to date has: rows of each collection, and the SHA-256 (hex) of {@link digestText}. */
  collections: v.array(v.strictObject({ name: v.picklist(SYNC_COLLECTIONS), rows: v.number(), digest: v.string() })),
});
export type WalletHealthOutput = v.InferOutput<typeof WalletHealthOutput>;

/** What of a row is compared between device and server: which it is, and of balances what they say. */
export function rowMark(collection: SyncCollection, row: { readonly uid: string; readonly balance?: unknown }): string {
  return collection === "balances" ? `${row.uid}=${String(row.balance)}` : row.uid;
}

/** The marks in the order of their code units. */
export function marksInOrder(marks: readonly string[]): string[] {
  return marks.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
}

/** The text whose digest is compared: the marks of all rows in their order, each on a line. */
export function digestText(marks: readonly string[]): string {
  return marksInOrder(marks).join("\n");
}
