import { EventEmitter } from "node:events";
import { xdr } from "@stellar/stellar-sdk";
import type { LedgerHeaderWire, LedgerUpgradeWire, TransactionResultWire } from "@stellar/stellar-sdk/xdr";
import type { Clock } from "./clock.ts";
import { applyLedger, lowestBid, setBaseFee } from "./ledger/close.ts";
import type { AppliedTransaction } from "./ledger/close.ts";
import { genesisEntry, genesisHeader } from "./ledger/genesis.ts";
import { accountKey } from "./ledger/keys.ts";
import { encodeChanges, encodeMeta } from "./ledger/meta.ts";
import { isSuccess } from "./ledger/results.ts";
import { valueSigner } from "./ledger/scp-value.ts";
import type { ValueSigner } from "./ledger/scp-value.ts";
import { nextSkipList } from "./ledger/skip-list.ts";
import { LedgerState } from "./ledger/state.ts";
import { networkIdOf, sha256 } from "./ledger/transaction.ts";
import type { Transaction } from "./ledger/transaction.ts";
import { encodeTransactionSet } from "./ledger/transaction-set.ts";
import { participantsOf } from "./participants.ts";
import type { LedgerRow, Store, UpgradeRow } from "./store.ts";
import { applyUpgrade } from "./ledger/upgrades.ts";
import { tradesOf } from "./trades.ts";

export interface ChainOptions {
  readonly passphrase: string;
  /** The protocol version to run, where the ledger has not got further already. */
  readonly protocol: number;
}

const ENTRIES_IN_MEMORY = 200_000;
const TRIM_EVERY = 1_000;
/** The protocol from which on a transaction set names its own base fee (CAP-42). */
const FEE_BY_COMPONENT = 20;

/** The ledgers of the network: the one that is current, and how the next comes about. */
export class Chain {
  readonly passphrase: string;
  readonly networkId: Uint8Array;
  readonly store: Store;
  readonly state: LedgerState;
  readonly clock: Clock;
  /** Emits "closed" with a LedgerRow after each ledger is stored. */
  readonly events = new EventEmitter<{ closed: [LedgerRow] }>();
  readonly #node: ValueSigner;
  #last: LedgerRow;

  constructor(store: Store, clock: Clock, { passphrase, protocol }: ChainOptions) {
    this.store = store;
    this.clock = clock;
    this.passphrase = passphrase;
    this.networkId = networkIdOf(passphrase);
    this.events.setMaxListeners(0);
    this.#node = valueSigner(this.networkId);
    this.#last = store.lastLedger() ?? this.#found(protocol);
    const header = xdr.LedgerHeader.schema.decode(this.#last.header);
    header.ledgerVersion = Math.max(header.ledgerVersion, protocol);
    this.state = new LedgerState(store, header, store.indexedEntries());
  }

  /** The last closed ledger. */
  get last(): LedgerRow {
    return this.#last;
  }

  /** The protocol version by which the next ledger applies. */
  get protocol(): number {
    return this.state.header.ledgerVersion;
  }

  get header(): LedgerHeaderWire {
    return this.state.header;
  }

  /** The header as the next ledger will see it, but with the last close time: what submissions are judged by. */
  nextHeader(): LedgerHeaderWire {
    return { ...this.state.header, ledgerSeq: this.state.header.ledgerSeq + 1 };
  }

  /** When a ledger that closes now says it closed; time never goes back. */
  nextCloseTime(): bigint {
    const now = this.clock.now();
    const { closeTime } = this.state.header.scpValue;
    return now > closeTime ? now : closeTime;
  }

  /**
   * Closes a ledger with these transactions, in this order, then these upgrades, and stores it before answering. Where
   * others had to stay behind (`isFull`), all pay what the lowest of them bid.
   */
  close(transactions: readonly Transaction[], upgrades: readonly LedgerUpgradeWire[] = [], isFull = false): LedgerRow {
    const previous = this.state.header;
    const baseFee = this.#baseFee(transactions, isFull);
    const closeTime = this.nextCloseTime();
    const txSetHash = sha256(encodeTransactionSet(transactions, this.#last.hash, baseFee));
    this.state.header = {
      ...previous,
      ledgerSeq: previous.ledgerSeq + 1,
      previousLedgerHash: this.#last.hash,
      scpValue: {
        txSetHash,
        closeTime,
        upgrades: upgrades.map((upgrade) => xdr.LedgerUpgrade.schema.encode(upgrade)),
        ext: this.#node(txSetHash, closeTime),
      },
    };
    const scope = this.state.begin();
    try {
      const applied = applyLedger(this.state, transactions, baseFee);
      const upgraded = upgrades.map((upgrade) => ({
        upgrade: xdr.LedgerUpgrade.schema.encode(upgrade),
        changes: encodeChanges(applyUpgrade(this.state, upgrade)),
      }));
      const row = this.#finish(applied, upgraded, previous.ledgerVersion);
      scope.commit();
      this.#last = row;
    } catch (error) {
      scope.rollback();
      this.state.header = previous;
      throw error;
    }
    if (this.#last.seq % TRIM_EVERY === 0) this.state.trim(ENTRIES_IN_MEMORY);
    this.events.emit("closed", this.#last);
    return this.#last;
  }

  #baseFee(transactions: readonly Transaction[], isFull: boolean): bigint {
    const { baseFee, maxTxSetSize } = this.state.header;
    if (this.protocol < FEE_BY_COMPONENT) return setBaseFee(transactions, baseFee, maxTxSetSize);
    return (isFull ? lowestBid(transactions) : undefined) ?? BigInt(baseFee);
  }

  /** `protocol` is the one by which the transactions were applied, before any upgrade. */
  #finish(applied: readonly AppliedTransaction[], upgrades: readonly UpgradeRow[], protocol: number): LedgerRow {
    const { header } = this.state;
    const results = applied.map(({ transaction, result }) => ({ transactionHash: transaction.hash, result }));
    header.txSetResultHash = sha256(xdr.TransactionResultSet.schema.encode({ results }));
    const touched = [...this.state.touched()];
    const changed = touched.flatMap(([key, entry]) =>
      entry ? [xdr.LedgerEntry.schema.encode(entry)] : [Buffer.from(key)],
    );
    // Stands in for the hash of all entries: it changes whenever one of them does, without hashing them all again.
    if (changed.length > 0) header.bucketListHash = sha256(header.bucketListHash, ...changed);
    header.skipList = nextSkipList(header);
    const row = rowOf(
      header,
      applied.map(({ transaction, result }) => [transaction, result] as const),
    );
    this.store.saveLedger({
      row,
      upgrades,
      entries: touched,
      transactions: applied.map((item, index) => ({
        participants: participantsOf(item),
        trades: tradesOf(item, header.ledgerSeq, index + 1),
        row: {
          ledger: header.ledgerSeq,
          order: index + 1,
          hash: item.transaction.hash,
          innerHash: item.transaction.feeBump ? item.transaction.inner.hash : null,
          successful: isSuccess(item.result),
          envelope: xdr.TransactionEnvelope.schema.encode(item.transaction.envelope),
          result: xdr.TransactionResult.schema.encode(item.result),
          meta: encodeMeta(item.changes, protocol),
          feeMeta: encodeChanges(item.feeChanges),
        },
      })),
    });
    return row;
  }

  #found(protocol: number): LedgerRow {
    const entry = genesisEntry(this.passphrase);
    if (entry.data.type !== 0) throw new Error("the first entry is an account");
    const row = rowOf(genesisHeader(protocol, this.clock.now()), []);
    this.store.saveLedger({
      row,
      transactions: [],
      upgrades: [],
      entries: [[accountKey(entry.data.account.accountId), entry]],
    });
    return row;
  }
}

function rowOf(
  header: LedgerHeaderWire,
  results: readonly (readonly [Transaction, TransactionResultWire])[],
): LedgerRow {
  const encoded = xdr.LedgerHeader.schema.encode(header);
  const succeeded = results.filter(([, result]) => isSuccess(result));
  const count = (list: typeof results) =>
    list.reduce((sum, [transaction]) => sum + transaction.inner.operations.length, 0);
  return {
    seq: header.ledgerSeq,
    hash: sha256(encoded),
    header: encoded,
    closedAt: Number(header.scpValue.closeTime),
    succeeded: succeeded.length,
    failed: results.length - succeeded.length,
    operations: count(succeeded),
    setOperations: count(results),
  };
}
