import type { SQLOutputValue } from "node:sqlite";
import type { LedgerRow, Store, TransactionRow, UpgradeRow } from "./store.ts";
import { ledgerRowOf } from "./store.ts";
import { elderLedger } from "./prune.ts";
import { bytesIn, integerIn } from "./sql.ts";
import type { Place } from "./toid.ts";

/** Which part of history to read: strictly after (or, descending, before) a place. */
export interface HistoryPage {
  readonly after: Pick<Place, "ledger" | "order">;
  readonly order: "asc" | "desc";
  readonly limit: number;
  readonly includeFailed: boolean;
  readonly account?: Uint8Array | undefined;
  readonly ledger?: number | undefined;
}

/** What has happened, read from the store. */
export class History {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The oldest ledger that is kept. */
  get elder(): number {
    return elderLedger(this.#store);
  }

  ledger(seq: number): LedgerRow | undefined {
    const row = this.#store.sql("SELECT * FROM ledgers WHERE seq = ?").get(seq);
    return row && ledgerRowOf(row);
  }

  /** Ledgers after `seq` (or before it, newest first). */
  ledgers(seq: number, order: "asc" | "desc", limit: number): LedgerRow[] {
    const [compare, direction] = order === "asc" ? [">", "ASC"] : ["<", "DESC"];
    const sql = `SELECT * FROM ledgers WHERE seq ${compare} ? ORDER BY seq ${direction} LIMIT ?`;
    return this.#store.sql(sql).all(seq, limit).map(ledgerRowOf);
  }

  /** By its hash, or by that of the transaction inside a fee bump. */
  transaction(hash: Uint8Array): TransactionRow | undefined {
    const row =
      this.#store.sql("SELECT * FROM transactions WHERE hash = ?").get(hash) ??
      this.#store.sql("SELECT * FROM transactions WHERE inner_hash = ?").get(hash);
    return row && transactionRowOf(row);
  }

  transactionAt(ledger: number, order: number): TransactionRow | undefined {
    const row = this.#store.sql("SELECT * FROM transactions WHERE ledger = ? AND ord = ?").get(ledger, order);
    return row && transactionRowOf(row);
  }

  /** Transactions strictly after `place`, oldest first. */
  transactionsAfter(place: Pick<Place, "ledger" | "order">, limit: number): TransactionRow[] {
    const sql = "SELECT * FROM transactions WHERE (ledger, ord) > (?, ?) ORDER BY ledger, ord LIMIT ?";
    return this.#store.sql(sql).all(place.ledger, place.order, limit).map(transactionRowOf);
  }

  /** All transactions of a ledger and those after it. */
  transactionsFrom(ledger: number): TransactionRow[] {
    const sql = "SELECT * FROM transactions WHERE ledger >= ? ORDER BY ledger, ord";
    return this.#store.sql(sql).all(ledger).map(transactionRowOf);
  }

  /** A page of transactions, of one account or ledger or of all. */
  transactionsPage(page: HistoryPage): TransactionRow[] {
    const { after, order, limit, account, ledger, includeFailed } = page;
    const [compare, direction] = order === "asc" ? [">", "ASC"] : ["<", "DESC"];
    const where = [`(t.ledger, t.ord) ${compare} (?, ?)`];
    const values: (number | Uint8Array)[] = [after.ledger, after.order];
    if (ledger !== undefined) {
      where.push("t.ledger = ?");
      values.push(ledger);
    }
    if (!includeFailed) where.push("t.successful = 1");
    let from = "transactions t";
    if (account) {
      from = "transaction_accounts a JOIN transactions t ON t.ledger = a.ledger AND t.ord = a.ord";
      where.unshift("a.account = ?");
      where[1] = `(a.ledger, a.ord) ${compare} (?, ?)`;
      values.unshift(account);
    }
    const by = account ? "a" : "t";
    const sql = `SELECT t.* FROM ${from} WHERE ${where.join(" AND ")} ORDER BY ${by}.ledger ${direction}, ${by}.ord ${direction} LIMIT ?`;
    return this.#store
      .sql(sql)
      .all(...values, limit)
      .map(transactionRowOf);
  }

  /** Where an account takes part in operations; all of them, or only those that name it. */
  operationPlaces(
    account: Uint8Array,
    after: Place,
    order: "asc" | "desc",
    limit: number,
    onlyNamed: boolean,
  ): Place[] {
    const [compare, direction] = order === "asc" ? [">", "ASC"] : ["<", "DESC"];
    const named = onlyNamed ? "AND part = 1" : "";
    const sql = `SELECT ledger, ord, op FROM operation_accounts WHERE account = ? AND (ledger, ord, op) ${compare} (?, ?, ?) ${named}
      AND ledger >= (SELECT min(seq) FROM ledgers)
      ORDER BY ledger ${direction}, ord ${direction}, op ${direction} LIMIT ?`;
    return this.#store
      .sql(sql)
      .all(account, after.ledger, after.order, after.op, limit)
      .map((row) => ({ ledger: integerIn(row["ledger"]), order: integerIn(row["ord"]), op: integerIn(row["op"]) }));
  }

  /** Changes of the network's rules that came with a ledger. */
  upgradesIn(ledger: number): UpgradeRow[] {
    const rows = this.#store.sql("SELECT upgrade, changes FROM upgrades WHERE ledger = ? ORDER BY number").all(ledger);
    return rows.map((row) => ({ upgrade: bytesIn(row["upgrade"]), changes: bytesIn(row["changes"]) }));
  }

  transactionsIn(ledger: number): TransactionRow[] {
    const sql = "SELECT * FROM transactions WHERE ledger = ? ORDER BY ord";
    return this.#store.sql(sql).all(ledger).map(transactionRowOf);
  }
}

function transactionRowOf(row: Record<string, SQLOutputValue>): TransactionRow {
  const inner = row["inner_hash"];
  return {
    ledger: integerIn(row["ledger"]),
    order: integerIn(row["ord"]),
    hash: bytesIn(row["hash"]),
    innerHash: inner === null || inner === undefined ? null : bytesIn(inner),
    successful: integerIn(row["successful"]) === 1,
    envelope: bytesIn(row["envelope"]),
    result: bytesIn(row["result"]),
    meta: bytesIn(row["meta"]),
    feeMeta: bytesIn(row["fee_meta"]),
  };
}
