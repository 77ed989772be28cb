import { xdr } from "@stellar/stellar-sdk";
import type {
  LedgerEntryChangeWire,
  LedgerEntryWire,
  LedgerUpgradeWire,
  TransactionMetaWire,
  TransactionResultWire,
} from "@stellar/stellar-sdk/xdr";
import { applyLedger } from "#server/embedded/stellar/ledger/close.ts";
import type { AppliedTransaction } from "#server/embedded/stellar/ledger/close.ts";
import { ledgerKeyOf } from "#server/embedded/stellar/ledger/keys.ts";
import { decodeChanges } from "#server/embedded/stellar/ledger/meta.ts";
import { TxCode } from "#server/embedded/stellar/ledger/results.ts";
import { LedgerState } from "#server/embedded/stellar/ledger/state.ts";
import { networkIdOf, readTransaction } from "#server/embedded/stellar/ledger/transaction.ts";
import type { Transaction } from "#server/embedded/stellar/ledger/transaction.ts";
import { applyUpgrade } from "#server/embedded/stellar/ledger/upgrades.ts";
import { checkSubmission } from "#server/embedded/stellar/ledger/validate.ts";
import { describeChanges, describeEntry, describeResult } from "./describe.ts";
import type { Differences } from "./differences.ts";
import { MemorySource } from "./memory-source.ts";
import { judgeByQueue } from "./queue-rules.ts";
import type { RecordedFinal, RecordedFirst, RecordedLedger, RecordedRejection, RecordedTotals } from "./recording.ts";

/** Seconds that a submission had to outlast the last close by in the recordings. */
const RECORDED_SLACK = 10n;

/** A recorded transaction, decoded. */
interface PreparedTransaction extends RecordedMeta {
  readonly transaction: Transaction;
  readonly hash: string;
  readonly result: TransactionResultWire;
  readonly feeChanges: readonly LedgerEntryChangeWire[];
}

interface PreparedRejection {
  readonly recorded: RecordedRejection;
  readonly transaction: Transaction;
  readonly result: TransactionResultWire;
}

/** A recorded ledger, decoded. */
export interface PreparedLedger {
  readonly ledger: RecordedLedger;
  readonly transactions: readonly PreparedTransaction[];
  readonly rejected: readonly PreparedRejection[];
  readonly upgrades: readonly {
    readonly upgrade: LedgerUpgradeWire;
    readonly changes: readonly LedgerEntryChangeWire[];
  }[];
}

interface RecordedMeta {
  readonly before: readonly LedgerEntryChangeWire[];
  readonly operations: readonly (readonly LedgerEntryChangeWire[])[];
  readonly after: readonly LedgerEntryChangeWire[];
}

/** Plays the ledgers of a recording, one after the other, and compares. */
export class Player {
  readonly #networkId: Uint8Array;
  readonly #source: MemorySource;
  readonly #state: LedgerState;
  readonly #differences: Differences;

  constructor({ passphrase, initial }: RecordedFirst, differences: Differences) {
    this.#networkId = networkIdOf(passphrase);
    this.#source = new MemorySource(initial.entries.map(readEntry));
    const header = xdr.LedgerHeader.schema.decode(Buffer.from(initial.ledgerHeader, "base64"));
    this.#state = new LedgerState(this.#source, header, this.#source.all());
    this.#differences = differences;
  }

  /** Decodes what the recording says of a ledger; throws where it is not XDR. */
  prepare(ledger: RecordedLedger): PreparedLedger {
    return {
      ledger,
      transactions: ledger.txs.map((recorded) => ({
        transaction: this.#read(recorded.envelope),
        hash: recorded.hash,
        result: readResult(recorded.result),
        feeChanges: readChanges(recorded.feeMeta),
        ...recordedChanges(xdr.TransactionMeta.schema.decode(Buffer.from(recorded.meta, "base64"))),
      })),
      rejected: ledger.rejected.map((recorded) => ({
        recorded,
        transaction: this.#read(recorded.envelope),
        result: readResult(recorded.result),
      })),
      upgrades: ledger.upgrades.map(({ upgrade, changes }) => ({
        upgrade: xdr.LedgerUpgrade.schema.decode(Buffer.from(upgrade, "base64")),
        changes: readChanges(changes),
      })),
    };
  }

  /** `later` are the ledgers after this one, as far as they are known: what waited may be in them. */
  play({ ledger, transactions, rejected, upgrades }: PreparedLedger, later: readonly RecordedLedger[]): void {
    for (const rejection of rejected) this.#compareRejection(rejection, [ledger, ...later]);
    const state = this.#state;
    state.header = {
      ...state.header,
      ledgerSeq: ledger.ledgerSeq,
      scpValue: { ...state.header.scpValue, closeTime: ledger.closeTime },
    };
    const scope = state.begin();
    const applied = applyLedger(
      state,
      transactions.map(({ transaction }) => transaction),
    );
    for (const [index, own] of applied.entries()) {
      const wanted = transactions[index];
      if (wanted) this.#compareTransaction(`ledger ${ledger.ledgerSeq}, number ${index + 1}`, wanted, own);
    }
    for (const { upgrade, changes } of upgrades) {
      this.#compareChanges(`upgrade in ledger ${ledger.ledgerSeq}`, changes, applyUpgrade(state, upgrade));
    }
    this.#source.store(state.touched());
    scope.commit();
    this.#compareTotals(`ledger ${ledger.ledgerSeq}`, ledger.header);
  }

  compareFinal(final: RecordedFinal): void {
    this.#compareTotals("the end", final.header);
    const wanted = final.entries.map(readEntry);
    const found = new Map([...this.#source.all()].map((entry) => [keyText(entry), entry]));
    for (const entry of wanted) {
      const own = found.get(keyText(entry));
      found.delete(keyText(entry));
      if (!own || encoded(own) !== encoded(entry)) {
        const found = own ? () => describeEntry(own) : () => "nothing";
        this.#differences.note("entries", () => `final entry differs: ${describeEntry(entry)} <> ${found()}`);
      }
    }
    for (const entry of found.values())
      this.#differences.note("entries", () => `final entry too many: ${describeEntry(entry)}`);
  }

  #read(envelope: string): Transaction {
    return readTransaction(Buffer.from(envelope, "base64"), this.#networkId);
  }

  #compareRejection({ recorded, transaction, result }: PreparedRejection, ledgers: readonly RecordedLedger[]): void {
    this.#differences.rejections += 1;
    // Core adds up the fees of everything that waits, which a recording does not tell.
    if (result.result.code === TxCode.txInsufficientBalance && recorded.pending > 0) return;
    const own = this.#judge(transaction, recorded, ledgers);
    if (encodedResult(own) === recorded.result) return;
    const name = `rejection ${recorded.hash} after ledger ${recorded.lastLedger}`;
    this.#differences.note("results", () => `${name}: ${describeResult(result)} <> ${describeResult(own)}`);
  }

  #judge(
    transaction: Transaction,
    { queued, lastLedger, lastCloseTime }: RecordedRejection,
    ledgers: readonly RecordedLedger[],
  ): TransactionResultWire {
    const verdict = judgeByQueue(transaction, this.#waiting(transaction, queued, ledgers));
    if (verdict.kind === "refused") return verdict.result;
    const { header } = this.#state;
    const next = { ...header, ledgerSeq: lastLedger + 1, scpValue: { ...header.scpValue, closeTime: lastCloseTime } };
    const { currentSeqNum } = verdict;
    return checkSubmission(transaction, this.#state, next, {
      closeTimeSlack: RECORDED_SLACK,
      ...(currentSeqNum !== undefined && { currentSeqNum }),
    });
  }

  /** The `count` transactions of the same account that waited: those that came into this ledger or a later one. */
  #waiting(of: Transaction, count: number, ledgers: readonly RecordedLedger[]): readonly Transaction[] {
    const source = Buffer.from(of.inner.source.ed25519);
    const found: Transaction[] = [];
    for (const { txs, dropped } of ledgers) {
      if (found.length >= count) break;
      const others = [...txs, ...dropped].map(({ envelope }) => this.#read(envelope));
      found.push(...others.filter(({ inner }) => source.equals(inner.source.ed25519)));
    }
    return found.toSorted((left, right) => (left.inner.seqNum < right.inner.seqNum ? -1 : 1)).slice(0, count);
  }

  #compareTransaction(place: string, wanted: PreparedTransaction, own: AppliedTransaction): void {
    const differences = this.#differences;
    differences.transactions += 1;
    const name = `transaction ${wanted.hash} (${place})`;
    const { hashHex } = own.transaction;
    if (hashHex !== wanted.hash) differences.note("results", () => `${name}: hash ${hashHex}`);
    if (encodedResult(own.result) !== encodedResult(wanted.result)) {
      differences.note("results", () => `${name}: ${describeResult(wanted.result)} <> ${describeResult(own.result)}`);
    }
    this.#compareChanges(`${name}, fee`, wanted.feeChanges, own.feeChanges);
    this.#compareChanges(`${name}, before`, wanted.before, own.changes.before);
    const { operations } = own.changes;
    if (wanted.operations.length !== operations.length) {
      const counts = `${wanted.operations.length} <> ${operations.length}`;
      differences.note("entries", () => `${name}: operation metas ${counts}`);
    }
    for (const [index, changes] of wanted.operations.entries()) {
      this.#compareChanges(`${name}, operation ${index + 1}`, changes, operations[index] ?? []);
    }
    this.#compareChanges(`${name}, after`, wanted.after, []);
  }

  /** Compares as sets: the order within one list is core's hash order. */
  #compareChanges(name: string, wanted: readonly LedgerEntryChangeWire[], own: readonly LedgerEntryChangeWire[]): void {
    const [left, right] = [sortedChanges(wanted), sortedChanges(own)];
    if (left.join() === right.join()) return;
    const missing = wanted.filter((change) => !right.includes(encodedChange(change)));
    const extra = own.filter((change) => !left.includes(encodedChange(change)));
    this.#differences.note("entries", () => `${name}: ${describeChanges(missing)} <> ${describeChanges(extra)}`);
  }

  #compareTotals(name: string, wanted: RecordedTotals): void {
    const { header } = this.#state;
    const own: RecordedTotals = {
      totalCoins: String(header.totalCoins),
      feePool: String(header.feePool),
      idPool: String(header.idPool),
      baseFee: header.baseFee,
      baseReserve: header.baseReserve,
      ledgerVersion: header.ledgerVersion,
      maxTxSetSize: header.maxTxSetSize,
      flags: header.ext.v === 1 ? header.ext.v1.flags : 0,
    };
    const [left, right] = [JSON.stringify(own), JSON.stringify({ ...own, ...wanted })];
    if (left !== right) this.#differences.note("entries", () => `header of ${name}: ${right} <> ${left}`);
  }
}

function readEntry(text: string): LedgerEntryWire {
  return xdr.LedgerEntry.schema.decode(Buffer.from(text, "base64"));
}

function encoded(entry: LedgerEntryWire): string {
  return Buffer.from(xdr.LedgerEntry.schema.encode(entry)).toString("base64");
}

function keyText(entry: LedgerEntryWire): string {
  return Buffer.from(xdr.LedgerKey.schema.encode(ledgerKeyOf(entry))).toString("base64");
}

function encodedChange(change: LedgerEntryChangeWire): string {
  return Buffer.from(xdr.LedgerEntryChange.schema.encode(change)).toString("base64");
}

function sortedChanges(changes: readonly LedgerEntryChangeWire[]): string[] {
  return changes.map(encodedChange).toSorted();
}

function recordedChanges(meta: TransactionMetaWire): RecordedMeta {
  switch (meta.v) {
    case 2:
      return metaParts(meta.v2);
    case 3:
      return metaParts(meta.v3);
    case 4:
      return metaParts(meta.v4);
    default:
      throw new Error(`recordings hold no metadata of version ${meta.v}`);
  }
}

function metaParts(meta: {
  readonly txChangesBefore: readonly LedgerEntryChangeWire[];
  readonly operations: readonly { readonly changes: readonly LedgerEntryChangeWire[] }[];
  readonly txChangesAfter: readonly LedgerEntryChangeWire[];
}): RecordedMeta {
  const operations = meta.operations.map(({ changes }) => changes);
  return { before: meta.txChangesBefore, operations, after: meta.txChangesAfter };
}

function readResult(text: string): TransactionResultWire {
  return xdr.TransactionResult.schema.decode(Buffer.from(text, "base64"));
}

function encodedResult(result: TransactionResultWire): string {
  return Buffer.from(xdr.TransactionResult.schema.encode(result)).toString("base64");
}

function readChanges(text: string): LedgerEntryChangeWire[] {
  return decodeChanges(Buffer.from(text, "base64"));
}
