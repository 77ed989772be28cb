import * as v from "valibot";
import { entity, StoredDate } from "./entity.ts";
import { MovementEvent } from "./movement-events.ts";
import { AssetCode, Id, Instant, textUpTo } from "./values/fields.ts";
import { Amount } from "./values/money.ts";
import { syncRow } from "./sync-row.ts";

/**
 * What moved: `create_account` and `merge` are movements of XLM by those operations, `fee` a transaction that only cost its
 * fee, `operator_fee` what went to the operator beside it, `claimable` what was set aside for somebody to claim. What was claimed is a `receive` from whoever set it aside.
 *
 * `order` placed, changed or cancelled an order and moved nothing by itself; `trade` is by orders, `swap` a payment to oneself in another asset, `pool_deposit` and `pool_withdraw` what goes into pools and
 * comes out. `stake` went into the vault, `unstake` came back out of it, `stake_reward` from the pool that pays rewards; `affiliate_reward` is a payout for people whom one brought; `market_open` went into the wallets of one's own market-making pool, `market_return` came back out of them. `missing` moved nothing by itself: what moved until then, since the time that its event names, nobody can tell any more. Each asset that moved has a row of its own, from one's own address or to it; the other side is the pool's id, or empty.
 */
export const TransactionType = v.picklist([
  "send",
  "receive",
  "create_account",
  "merge",
  "trust",
  "fee",
  "operator_fee",
  "claimable",
  "order",
  "trade",
  "swap",
  "pool_deposit",
  "pool_withdraw",
  "stake",
  "unstake",
  "stake_reward",
  "affiliate_reward",
  "market_open",
  "market_return",
  "missing",
  "other",
]);
export const TransactionStatus = v.picklist(["pending", "confirmed", "failed"]);

const fields = {
  type: TransactionType,
  assetCode: AssetCode,
  amount: Amount,
  fee: Amount,
  from: textUpTo(69),
  to: textUpTo(69),
  hash: textUpTo(64),
  memo: textUpTo(128),
  status: TransactionStatus,
  /** The username of who stood on the other side, as it was then, where that is a user here; empty for anybody else. */
  partyName: v.optional(textUpTo(32), ""),
  /** Null where the row's own fields say it all, and in rows of a server that kept no events. */
  event: v.optional(v.nullable(MovementEvent), null),
};

/** A movement of a user's account; `issuer` is empty for XLM. `operationId` is the ledger's operation id (SEP-35 TOID), the key that makes ingestion idempotent. */
export const Transactions = entity(
  "transactions",
  {
    userId: Id,
    ...fields,
    issuer: v.optional(textUpTo(56), ""),
    ledger: v.number(),
    operationId: v.string(),
    timestamp: StoredDate,
  },
  [["userId", "operationId"]],
);

export const TransactionRow = syncRow({ ...fields, issuer: textUpTo(56), ledger: v.number(), timestamp: Instant });
export type TransactionRow = v.InferOutput<typeof TransactionRow>;
