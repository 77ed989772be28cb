import * as v from "valibot";
import { Instant } from "./values/fields.ts";
import { Amount } from "./values/money.ts";

/** A fee per operation in stroops, as a decimal text. */
const Stroops = v.pipe(v.string(), v.regex(/^\d{1,19}$/, "Malformed fee"));

export const LedgerOutput = v.strictObject({
  sequence: v.number(),
  closedAt: Instant,
  /** Whole seconds since the ledger before; null for the first one known. */
  tookSeconds: v.nullable(v.number()),
  transactions: v.number(),
  failedTransactions: v.number(),
  /** Of the transactions that succeeded. */
  operations: v.number(),
});
export type LedgerOutput = v.InferOutput<typeof LedgerOutput>;

/** What one operation was paid for in the ledgers at hand. */
export const FeesOutput = v.strictObject({
  /** How many ledgers and transactions this tells of; no figure counts where there was no transaction. */
  ledgers: v.number(),
  transactions: v.number(),
  min: Stroops,
  p10: Stroops,
  p50: Stroops,
  p90: Stroops,
  p95: Stroops,
  p99: Stroops,
  max: Stroops,
});

/** How the server reaches a node of the network; which node it is stays with the operators. */
export const NodeOutput = v.strictObject({
  name: v.string(),
  state: v.picklist(["fresh", "lagging", "silent", "foreign"]),
  /** Ledgers behind the newest one known; null where the node has told of none. */
  behind: v.nullable(v.number()),
});

/** The state of the network, as the server last saw it. */
export const NetworkStatsOutput = v.strictObject({
  passphrase: v.string(),
  /** When the server read this. */
  readAt: Instant,
  /** The newest last. */
  ledgers: v.array(LedgerOutput),
  protocol: v.number(),
  baseFee: Stroops,
  baseReserve: Amount,
  /** All XLM there are, and those of them that fees went to. */
  totalXlm: Amount,
  feePoolXlm: Amount,
  fees: FeesOutput,
  /** How far the server's own records have come. */
  ingestedLedger: v.number(),
  nodes: v.array(NodeOutput),
});
export type NetworkStatsOutput = v.InferOutput<typeof NetworkStatsOutput>;
