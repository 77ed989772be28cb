import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { SQLOutputValue, StatementSync } from "node:sqlite";
import { xdr } from "@stellar/stellar-sdk";
import type { LedgerEntryWire, LedgerHeaderWire, SignerKeyWire } from "@stellar/stellar-sdk/xdr";
import { assetId, hex, ownerOf } from "./ledger/keys.ts";
import { signerSponsor, sponsorIn } from "./ledger/sponsorship.ts";
import type { Participants } from "./participants.ts";
import { SCHEMA } from "./schema.ts";
import { bytesIn, integerIn, textIn } from "./sql.ts";
import type { Trade, TradeSide } from "./trades.ts";

export interface LedgerRow {
  readonly seq: number;
  readonly hash: Uint8Array;
  /** LedgerHeader XDR. */
  readonly header: Uint8Array;
  readonly closedAt: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Operations of the transactions that succeeded. */
  readonly operations: number;
  /** Operations of all transactions. */
  readonly setOperations: number;
}

export interface TransactionRow {
  readonly ledger: number;
  /** Place in its ledger, from 1. */
  readonly order: number;
  readonly hash: Uint8Array;
  readonly innerHash: Uint8Array | null;
  readonly successful: boolean;
  readonly envelope: Uint8Array;
  readonly result: Uint8Array;
  readonly meta: Uint8Array;
  readonly feeMeta: Uint8Array;
}

export interface ClosedLedger {
  readonly row: LedgerRow;
  readonly transactions: readonly {
    readonly row: TransactionRow;
    readonly participants: Participants;
    readonly trades: readonly Trade[];
  }[];
  readonly upgrades: readonly UpgradeRow[];
  readonly entries: Iterable<[string, LedgerEntryWire | null]>;
}

export interface UpgradeRow {
  /** LedgerUpgrade XDR. */
  readonly upgrade: Uint8Array;
  /** LedgerEntryChanges XDR. */
  readonly changes: Uint8Array;
}

export const LEDGER_FILE = "stellar.sqlite";

/** Removes a folder's ledger, if there is one. */
export function removeLedger(directory: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(join(directory, LEDGER_FILE + suffix), { force: true });
}

/** Opens (or makes) the ledger database of a folder; a ledger is wholly in it or not at all. */
export class Store {
  readonly database: DatabaseSync;
  readonly #directory: string;
  readonly #statements = new Map<string, StatementSync>();

  constructor(directory: string, options: { readonly asItIs?: boolean } = {}) {
    const file = join(directory, LEDGER_FILE);
    this.#directory = directory;
    if (options.asItIs) {
      this.database = new DatabaseSync(file, { readOnly: true });
      // The first read of a transaction fixes what all later ones see.
      this.database.exec("BEGIN; SELECT count(*) FROM network;");
      return;
    }
    if (!existsSync(directory)) mkdirSync(directory, { recursive: true });
    this.database = new DatabaseSync(file);
    this.database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;");
    this.database.exec(SCHEMA);
  }

  close(): void {
    this.database.close();
  }

  /** The same database, to be read only, as it is now: what is written later does not show. Closed by the caller. */
  snapshot(): Store {
    return new Store(this.#directory, { asItIs: true });
  }

  /** A prepared statement, kept for the next time. */
  sql(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.database.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  setting(name: string): string | undefined {
    const row = this.sql("SELECT value FROM network WHERE name = ?").get(name);
    return row && textIn(row["value"]);
  }

  setSetting(name: string, value: string): void {
    this.sql("INSERT OR REPLACE INTO network (name, value) VALUES (?, ?)").run(name, value);
  }

  /** Whether the transaction of that hash (or around the one of that hash) is in a ledger. */
  hasTransaction(hash: Uint8Array): boolean {
    const sql = "SELECT 1 FROM transactions WHERE hash = ?1 UNION ALL SELECT 1 FROM transactions WHERE inner_hash = ?1";
    return this.sql(sql).get(hash) !== undefined;
  }

  entry(key: string): LedgerEntryWire | undefined {
    const row = this.sql("SELECT xdr FROM entries WHERE key = ?").get(key);
    return row && xdr.LedgerEntry.schema.decode(bytesIn(row["xdr"]));
  }

  /** Offers and pool-share trust lines, which the ledger state keeps an index of. */
  *indexedEntries(): IterableIterator<LedgerEntryWire> {
    const rows = this.sql(
      "SELECT xdr FROM entries WHERE type = 2 OR (type = 1 AND asset >= 'pool:' AND asset < 'pool;')",
    );
    for (const row of rows.iterate()) yield xdr.LedgerEntry.schema.decode(bytesIn(row["xdr"]));
  }

  lastLedger(): LedgerRow | undefined {
    const row = this.sql("SELECT * FROM ledgers ORDER BY seq DESC LIMIT 1").get();
    return row && ledgerRowOf(row);
  }

  lastHeader(): LedgerHeaderWire | undefined {
    const row = this.lastLedger();
    return row && xdr.LedgerHeader.schema.decode(row.header);
  }

  saveLedger({ row, transactions, upgrades, entries }: ClosedLedger): void {
    this.database.exec("BEGIN IMMEDIATE");
    try {
      this.#saveLedgerRow(row);
      for (const transaction of transactions) {
        this.#saveTransaction(transaction.row, transaction.participants);
        for (const trade of transaction.trades) this.#saveTrade(row, transaction.row.order, trade);
      }
      for (const [number, { upgrade, changes }] of upgrades.entries()) {
        this.sql("INSERT INTO upgrades VALUES (?, ?, ?, ?)").run(row.seq, number, upgrade, changes);
      }
      for (const [key, entry] of entries) this.#saveEntry(key, entry);
      this.database.exec("COMMIT");
    } catch (error) {
      this.database.exec("ROLLBACK");
      throw error;
    }
  }

  #saveLedgerRow(row: LedgerRow): void {
    this.sql("INSERT INTO ledgers VALUES (?, ?, ?, ?, ?, ?, ?, ?)").run(
      row.seq,
      row.hash,
      row.header,
      row.closedAt,
      row.succeeded,
      row.failed,
      row.operations,
      row.setOperations,
    );
  }

  #saveTransaction(row: TransactionRow, participants: Participants): void {
    const { ledger, order } = row;
    this.sql("INSERT INTO transactions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)").run(
      ledger,
      order,
      row.hash,
      row.innerHash,
      row.successful ? 1 : 0,
      row.envelope,
      row.result,
      row.meta,
      row.feeMeta,
    );
    const ofTransaction = this.sql("INSERT INTO transaction_accounts VALUES (?, ?, ?)");
    for (const account of participants.transaction) ofTransaction.run(account, ledger, order);
    const ofOperation = this.sql("INSERT INTO operation_accounts VALUES (?, ?, ?, ?, ?)");
    for (const [index, accounts] of participants.operations.entries()) {
      for (const [account, part] of accounts) ofOperation.run(account, ledger, order, index + 1, part);
    }
  }

  #saveTrade(
    { seq, closedAt }: LedgerRow,
    order: number,
    { op, number, base, counter, baseIsSeller, price }: Trade,
  ): void {
    const side = ({ asset, amount, account, offerId, poolId }: TradeSide) =>
      [asset, String(amount), account, offerId === null ? null : String(offerId), poolId] as const;
    this.sql("INSERT INTO trades VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)").run(
      seq,
      order,
      op,
      number,
      closedAt,
      ...side(base),
      ...side(counter),
      baseIsSeller ? 1 : 0,
      String(price.n),
      String(price.d),
    );
  }

  #saveEntry(key: string, entry: LedgerEntryWire | null): void {
    const isRelated = key.startsWith("a") || key.startsWith("c") || key.startsWith("p");
    if (isRelated) this.sql("DELETE FROM related WHERE key = ?").run(key);
    if (!entry) {
      this.sql("DELETE FROM entries WHERE key = ?").run(key);
      return;
    }
    this.sql("INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?, ?, ?)").run(
      key,
      entry.data.type,
      ownerOf(entry)?.ed25519 ?? null,
      assetOf(entry),
      sponsorIn(entry)?.ed25519 ?? null,
      xdr.LedgerEntry.schema.encode(entry),
    );
    const relate = this.sql("INSERT OR IGNORE INTO related VALUES (?, ?, ?)");
    for (const [kind, subject] of relationsOf(entry)) relate.run(kind, subject, key);
  }
}

export function ledgerRowOf(row: Record<string, SQLOutputValue>): LedgerRow {
  return {
    seq: integerIn(row["seq"]),
    hash: bytesIn(row["hash"]),
    header: bytesIn(row["header"]),
    closedAt: integerIn(row["closed_at"]),
    succeeded: integerIn(row["succeeded"]),
    failed: integerIn(row["failed"]),
    operations: integerIn(row["operations"]),
    setOperations: integerIn(row["set_operations"]),
  };
}

function assetOf({ data }: LedgerEntryWire): string | null {
  if (data.type === 1) return assetId(data.trustLine.asset);
  if (data.type === 4) return assetId(data.claimableBalance.asset);
  return null;
}

/** By what else an entry can be found: its signers and who sponsors them, claimants, or the assets it pools. */
function relationsOf({ data }: LedgerEntryWire): (readonly [string, string])[] {
  switch (data.type) {
    case 0:
      return data.account.signers.flatMap((signer, index) => {
        const sponsor = signerSponsor(data.account, index);
        const own = ["signer", signerId(signer.key)] as const;
        return sponsor ? [own, ["signer-sponsor", hex(sponsor.ed25519)] as const] : [own];
      });
    case 4:
      return data.claimableBalance.claimants.map(({ v0 }) => ["claimant", hex(v0.destination.ed25519)] as const);
    case 5: {
      const { assetA, assetB } = data.liquidityPool.body.constantProduct.params;
      return [assetA, assetB].map((asset) => ["reserve", assetId(asset)] as const);
    }
    default:
      return [];
  }
}

/** A text that is the same for equal signer keys only. */
export function signerId(key: SignerKeyWire): string {
  return Buffer.from(xdr.SignerKey.schema.encode(key)).toString("hex");
}
