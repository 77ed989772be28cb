import { xdr } from "@stellar/stellar-sdk";
import type { LedgerEntryChangeWire, LedgerEntryWire, TransactionMetaWire } from "@stellar/stellar-sdk/xdr";
import { applyLedger } from "#server/embedded/stellar/ledger/close.ts";
import type { AppliedTransaction } from "#server/embedded/stellar/ledger/close.ts";
import { ledgerKeyOf } from "#server/embedded/stellar/ledger/keys.ts";
import { decodeChanges } from "#server/embedded/stellar/ledger/meta.ts";
import { LedgerState } from "#server/embedded/stellar/ledger/state.ts";
import { networkIdOf, readTransaction } from "#server/embedded/stellar/ledger/transaction.ts";
import type { Transaction } from "#server/embedded/stellar/ledger/transaction.ts";
import { applyUpgrade } from "#server/embedded/stellar/ledger/upgrades.ts";
import { checkSubmission } from "#server/embedded/stellar/ledger/validate.ts";
import { describeChanges, describeEntry, describeResult } from "./describe.ts";
import { MemorySource } from "./memory-source.ts";
import { readRecording } from "./recording.ts";
import type { RecordedFinal, RecordedFirst, RecordedLedger, RecordedTotals } from "./recording.ts";

/** Seconds that a submission had to outlast the last close by in the recordings. */
const RECORDED_SLACK = 10n;
/** stellar-core's code for a balance that does not cover the fees. */
const INSUFFICIENT_BALANCE = -7;

/** What differs between a recording and this ledger. */
export interface Differences {
  transactions: number;
  rejections: number;
  results: number;
  entries: number;
  /** Differences in words, in the order they were found. */
  readonly words: string[];
}

/** Applies a recording and compares results, changes, header totals, rejections and the final entries. */
export async function replay(file: string): Promise<Differences> {
  const differences: Differences = { transactions: 0, rejections: 0, results: 0, entries: 0, words: [] };
  let player: Player | undefined;
  for await (const line of readRecording(file)) {
    if (line.kind === "first") player = new Player(line.value, differences);
    else if (!player) throw new Error(`${file} does not begin with its initial state`);
    else if (line.kind === "ledger") player.playLedger(line.value);
    else player.compareFinal(line.value);
  }
  return differences;
}

class Player {
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

  playLedger(ledger: RecordedLedger): void {
    const transactions = ledger.txs.map(({ envelope }) => this.#read(envelope));
    this.#compareRejections(ledger, transactions);
    const state = this.#state;
    state.header = {
      ...state.header,
      ledgerSeq: ledger.ledgerSeq,
      scpValue: { ...state.header.scpValue, closeTime: ledger.closeTime },
    };
    const scope = state.begin();
    const applied = applyLedger(state, transactions);
    for (const [index, item] of applied.entries()) this.#compareTransaction(ledger, index, item);
    for (const { upgrade, changes } of ledger.upgrades) {
      const made = applyUpgrade(state, xdr.LedgerUpgrade.schema.decode(Buffer.from(upgrade, "base64")));
      this.#compareChanges(
        `upgrade in ledger ${ledger.ledgerSeq}`,
        decodeChanges(Buffer.from(changes, "base64")),
        made,
      );
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
        this.#note(
          "entries",
          `final entry differs: ${describeEntry(entry)} <> ${own ? describeEntry(own) : "nothing"}`,
        );
      }
    }
    for (const entry of found.values()) this.#note("entries", `final entry too many: ${describeEntry(entry)}`);
  }

  #read(envelope: string): Transaction {
    return readTransaction(Buffer.from(envelope, "base64"), this.#networkId);
  }

  #compareRejections(ledger: RecordedLedger, transactions: readonly Transaction[]): void {
    for (const rejected of ledger.rejected) {
      this.#differences.rejections += 1;
      const transaction = this.#read(rejected.envelope);
      const header = {
        ...this.#state.header,
        ledgerSeq: rejected.lastLedger + 1,
        scpValue: { ...this.#state.header.scpValue, closeTime: rejected.lastCloseTime },
      };
      const own = checkSubmission(transaction, this.#state, header, {
        closeTimeSlack: RECORDED_SLACK,
        ...this.#queuedSequence(rejected.queued, transaction, ledger, transactions),
      });
      const wanted = xdr.TransactionResult.schema.decode(Buffer.from(rejected.result, "base64"));
      // Core adds up the fees of everything that waits, which a recording does not tell.
      if (wanted.result.code === INSUFFICIENT_BALANCE && rejected.pending > 0) continue;
      if (Buffer.from(xdr.TransactionResult.schema.encode(own)).toString("base64") === rejected.result) continue;
      this.#note(
        "results",
        `rejection ${rejected.hash} before ledger ${ledger.ledgerSeq}: ${describeResult(wanted)} <> ${describeResult(own)}`,
      );
    }
  }

  /** The sequence number at which the account's waiting transactions end. */
  #queuedSequence(
    queued: number,
    { inner }: Transaction,
    ledger: RecordedLedger,
    transactions: readonly Transaction[],
  ): { readonly currentSeqNum?: bigint } {
    if (queued === 0) return {};
    const source = Buffer.from(inner.source.ed25519).toString("hex");
    const dropped = ledger.dropped.map(({ envelope }) => this.#read(envelope));
    const waiting = [...transactions, ...dropped]
      .filter((other) => Buffer.from(other.inner.source.ed25519).toString("hex") === source)
      .map((other) => other.inner.seqNum)
      .toSorted((left, right) => (left < right ? -1 : 1));
    const currentSeqNum = waiting[queued - 1];
    return currentSeqNum === undefined ? {} : { currentSeqNum };
  }

  #compareTransaction(ledger: RecordedLedger, index: number, own: AppliedTransaction): void {
    this.#differences.transactions += 1;
    const recorded = ledger.txs[index];
    if (!recorded) throw new Error("recording ended early");
    const name = `transaction ${recorded.hash} (ledger ${ledger.ledgerSeq}, number ${index + 1})`;
    if (own.transaction.hashHex !== recorded.hash) this.#note("results", `${name}: hash ${own.transaction.hashHex}`);
    if (Buffer.from(xdr.TransactionResult.schema.encode(own.result)).toString("base64") !== recorded.result) {
      const wanted = xdr.TransactionResult.schema.decode(Buffer.from(recorded.result, "base64"));
      this.#note("results", `${name}: ${describeResult(wanted)} <> ${describeResult(own.result)}`);
    }
    this.#compareChanges(`${name}, fee`, decodeChanges(Buffer.from(recorded.feeMeta, "base64")), own.feeChanges);
    const meta = recordedChanges(xdr.TransactionMeta.schema.decode(Buffer.from(recorded.meta, "base64")));
    this.#compareChanges(`${name}, before`, meta.before, own.changes.before);
    if (meta.operations.length !== own.changes.operations.length) {
      const counts = `${meta.operations.length} <> ${own.changes.operations.length}`;
      this.#note("entries", `${name}: operation metas ${counts}`);
    }
    for (const [place, changes] of meta.operations.entries()) {
      this.#compareChanges(`${name}, operation ${place + 1}`, changes, own.changes.operations[place] ?? []);
    }
  }

  /** Compares as sets: the order within one list is core's hash order. */
  #compareChanges(name: string, wanted: readonly LedgerEntryChangeWire[], own: readonly LedgerEntryChangeWire[]): void {
    const [left, right] = [sortedChanges(wanted), sortedChanges(own)];
    if (left.join() === right.join()) return;
    const missing = wanted.filter((change) => !right.includes(encodedChange(change)));
    const extra = own.filter((change) => !left.includes(encodedChange(change)));
    this.#note("entries", `${name}: ${describeChanges(missing)} <> ${describeChanges(extra)}`);
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
    if (left !== right) this.#note("entries", `header of ${name}: ${right} <> ${left}`);
  }

  #note(kind: "results" | "entries", words: string): void {
    this.#differences[kind] += 1;
    this.#differences.words.push(words);
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

function recordedChanges(meta: TransactionMetaWire): {
  readonly before: readonly LedgerEntryChangeWire[];
  readonly operations: readonly (readonly LedgerEntryChangeWire[])[];
} {
  switch (meta.v) {
    case 2:
      return { before: meta.v2.txChangesBefore, operations: meta.v2.operations.map(({ changes }) => changes) };
    case 3:
      return { before: meta.v3.txChangesBefore, operations: meta.v3.operations.map(({ changes }) => changes) };
    case 4:
      return { before: meta.v4.txChangesBefore, operations: meta.v4.operations.map(({ changes }) => changes) };
    default:
      throw new Error(`recordings hold no metadata of version ${meta.v}`);
  }
}
