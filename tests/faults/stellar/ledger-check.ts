import { createHash } from "node:crypto";
import { xdr } from "@stellar/stellar-sdk";
import type { LedgerEntryChangeWire, LedgerEntryWire, TransactionMetaWire } from "@stellar/stellar-sdk/xdr";
import { History } from "#server/embedded/stellar/history.ts";
import { rootKey } from "#server/embedded/stellar/ledger/genesis.ts";
import { accountKey, assetId, entryKey, hex, keyOf } from "#server/embedded/stellar/ledger/keys.ts";
import { decodeChanges } from "#server/embedded/stellar/ledger/meta.ts";
import { bytesIn, textIn } from "#server/embedded/stellar/sql.ts";
import { Store } from "#server/embedded/stellar/store.ts";
import type { LedgerRow, TransactionRow } from "#server/embedded/stellar/store.ts";

/** What is wrong with a ledger database. */
export class Inconsistency extends Error {}

/**
 * Checks a ledger database after each crash: every ledger that is there is whole, follows from the one before,
 * and the entries are those that history led to.
 */
export class LedgerCheck {
  readonly #root: string;
  #checked = 0;
  #lastHash: Uint8Array = new Uint8Array(32);
  /** Every entry as history has left it, in hex; null where it is gone. */
  readonly #entries = new Map<string, string | null>();
  /** Hashes of all transactions, in order. */
  readonly hashes: string[] = [];

  /** @param passphrase that of the network, whose root account is there before any history */
  constructor(passphrase: string) {
    this.#root = accountKey({ type: 0, ed25519: rootKey(passphrase).rawPublicKey() });
  }

  get ledgers(): number {
    return this.#checked;
  }

  run(directory: string): void {
    const store = new Store(directory);
    try {
      this.#check(store);
    } finally {
      store.close();
    }
  }

  #check(store: Store): void {
    const history = new History(store);
    const last = store.lastLedger();
    if (!last) throw new Inconsistency("the first ledger is missing");
    const later = store.sql("SELECT count(*) AS later FROM transactions WHERE ledger > ?").get(last.seq);
    if (Number(later?.["later"]) !== 0) throw new Inconsistency("there are transactions of a ledger that is not there");
    for (let seq = this.#checked + 1; seq <= last.seq; seq += 1) {
      const row = history.ledger(seq);
      if (!row) throw new Inconsistency(`ledger ${seq} is missing`);
      this.#checkLedger(row, history, store);
    }
    this.#checkEntries(store);
    checkCoins(store, last);
  }

  #checkLedger(row: LedgerRow, history: History, store: Store): void {
    const header = xdr.LedgerHeader.schema.decode(row.header);
    if (!same(sha256(row.header), row.hash)) throw new Inconsistency(`ledger ${row.seq} has another hash`);
    if (row.seq > 1 && !same(header.previousLedgerHash, this.#lastHash)) {
      throw new Inconsistency(`ledger ${row.seq} does not follow from ledger ${row.seq - 1}`);
    }
    const transactions = history.transactionsIn(row.seq);
    if (transactions.length !== row.succeeded + row.failed) {
      throw new Inconsistency(`ledger ${row.seq} has ${transactions.length} transactions, not what it says`);
    }
    const results = transactions.map(({ hash, result }) => ({
      transactionHash: hash,
      result: xdr.TransactionResult.schema.decode(result),
    }));
    const resultHash = sha256(xdr.TransactionResultSet.schema.encode({ results }));
    if (row.seq > 1 && !same(resultHash, header.txSetResultHash)) {
      throw new Inconsistency(`ledger ${row.seq} has other results than its header says`);
    }
    for (const transaction of transactions) this.#takeFees(transaction);
    for (const transaction of transactions) this.#takeTransaction(transaction, store);
    this.#lastHash = row.hash;
    this.#checked = row.seq;
  }

  #takeFees({ feeMeta }: TransactionRow): void {
    this.#take(decodeChanges(feeMeta));
  }

  #takeTransaction(row: TransactionRow, store: Store): void {
    const { before, operations, after } = changesIn(xdr.TransactionMeta.schema.decode(row.meta));
    this.#take([...before, ...operations.flat(), ...after]);
    this.hashes.push(hex(row.hash));
    const named = "SELECT count(DISTINCT op) AS ops FROM operation_accounts WHERE ledger = ? AND ord = ?";
    const listed = Number(store.sql(named).get(row.ledger, row.order)?.["ops"]);
    if (row.successful && listed !== operations.length) {
      throw new Inconsistency(`operations of ${hex(row.hash)} are listed under no account`);
    }
  }

  #take(changes: readonly LedgerEntryChangeWire[]): void {
    for (const change of changes) {
      if (change.type === 0) this.#entries.set(entryKey(change.created), encoded(change.created));
      else if (change.type === 1) this.#entries.set(entryKey(change.updated), encoded(change.updated));
      else if (change.type === 2) this.#entries.set(keyOf(change.removed) ?? "", null);
    }
  }

  /** The entries are exactly those that the changes in history lead to. */
  #checkEntries(store: Store): void {
    const rows = store.sql("SELECT key, xdr FROM entries").all();
    const there = new Map(rows.map((row) => [textIn(row["key"]), hex(bytesIn(row["xdr"]))]));
    for (const [key, value] of this.#entries) {
      if ((there.get(key) ?? null) !== value) throw new Inconsistency(`entry ${key} is not as history left it`);
    }
    for (const key of there.keys()) {
      if (!this.#entries.has(key) && key !== this.#root) throw new Inconsistency(`entry ${key} comes from nowhere`);
    }
  }
}

function checkCoins(store: Store, last: LedgerRow): void {
  const { feePool, totalCoins } = xdr.LedgerHeader.schema.decode(last.header);
  let coins = feePool;
  for (const entry of storedEntries(store)) coins += coinsIn(entry);
  if (coins !== totalCoins) throw new Inconsistency(`${coins} stroops are there, not ${totalCoins}`);
}

function* storedEntries(store: Store): Generator<LedgerEntryWire> {
  for (const row of store.sql("SELECT xdr FROM entries").iterate()) {
    yield xdr.LedgerEntry.schema.decode(bytesIn(row["xdr"]));
  }
}

function coinsIn({ data }: LedgerEntryWire): bigint {
  switch (data.type) {
    case 0:
      return data.account.balance;
    case 4:
      return data.claimableBalance.asset.type === 0 ? data.claimableBalance.amount : 0n;
    case 5: {
      const { params, reserveA } = data.liquidityPool.body.constantProduct;
      return assetId(params.assetA) === "native" ? reserveA : 0n;
    }
    default:
      return 0n;
  }
}

interface Changes {
  readonly before: readonly LedgerEntryChangeWire[];
  readonly operations: readonly (readonly LedgerEntryChangeWire[])[];
  readonly after: readonly LedgerEntryChangeWire[];
}

function changesIn(meta: TransactionMetaWire): Changes {
  if (meta.v !== 4) throw new Inconsistency(`metadata of version ${meta.v}`);
  const { txChangesBefore, operations, txChangesAfter } = meta.v4;
  return { before: txChangesBefore, operations: operations.map(({ changes }) => changes), after: txChangesAfter };
}

function encoded(entry: LedgerEntryWire): string {
  return hex(xdr.LedgerEntry.schema.encode(entry));
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest();
}

function same(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
