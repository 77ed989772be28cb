import type { Database } from "#server/platform/db/database.ts";
import { SealBrokenError, sealsOf } from "#server/platform/seals/row-seals.ts";
import type { AuditHead } from "#server/platform/audit/audit-head.ts";
import { AUDIT_LOG, AUDIT_SEAL, type AuditRow, hashOf } from "./audit-rows.ts";
import type { SignedEnvelope } from "./signed-envelope.ts";

const BATCH = 1000;
/** Envelopes in memory; of what was accepted before the oldest of them the log is read again. */
const MOST = 200_000;
/** How far the clocks of two processes may be apart, in ms. */
const SKEW_MS = 60_000;

/**
 * What was signed lately, by what it was signed for: read once from the end of the log, row by row without a gap, and kept in
 * memory from then on. Who takes rows out of the log takes nothing back by it.
 */
export class SignedKeys {
  readonly #database: Database;
  readonly #envelopes = new Map<string, SignedEnvelope[]>();
  /** The last row that is known, and the first. Null before the log was looked at. */
  #head: AuditHead | null = null;
  #first: AuditHead = { sequence: 0, hash: "" };
  /** From when on everything is known, in ms. */
  #sinceMs = Number.POSITIVE_INFINITY;

  constructor(database: Database) {
    this.#database = database;
  }

  /** What is known of that key: all that was signed for it since what {@link SignedKeys.cover} was asked for. */
  of(key: string): readonly SignedEnvelope[] {
    return this.#envelopes.get(key) ?? [];
  }

  /**
   * Sees to it that all is known that was signed since `accepted`, up to `head`. Throws {@link SealBrokenError} where the log has
   * a gap, or ends before what is known.
   */
  async cover(head: AuditHead, accepted: Date): Promise<void> {
    if (this.#head === null) {
      this.#head = head;
      // The row after the last would name that as the one before.
      this.#first = { sequence: head.sequence + 1, hash: head.hash };
    }
    await this.#follow(head);
    if (accepted.getTime() < this.#sinceMs) await this.#goBack(accepted.getTime() - SKEW_MS);
  }

  /** Takes in what this process has written, or another one since. */
  async #follow(head: AuditHead): Promise<void> {
    let last = this.#head ?? head;
    if (head.sequence < last.sequence) throw broken(head.sequence + 1);
    while (last.sequence < head.sequence) {
      const rows = await this.#rows()
        .find({ _id: { $gt: last.sequence, $lte: head.sequence } }, { sort: { _id: 1 }, limit: BATCH })
        .toArray();
      if (rows.length === 0) throw broken(last.sequence + 1);
      for (const row of rows) {
        if (row._id !== last.sequence + 1 || row.previous !== last.hash) throw broken(last.sequence + 1);
        this.#take(row);
        last = { sequence: row._id, hash: row.hash };
      }
      this.#head = last;
    }
    if (last.hash !== head.hash) throw broken(head.sequence);
    this.#head = last;
  }

  async #goBack(untilMs: number): Promise<void> {
    while (this.#first.sequence > 1 && this.#sinceMs > untilMs) {
      const rows = await this.#rows()
        .find({ _id: { $lt: this.#first.sequence } }, { sort: { _id: -1 }, limit: BATCH })
        .toArray();
      if (rows.length === 0) throw broken(this.#first.sequence - 1);
      for (const row of rows) {
        if (row._id !== this.#first.sequence - 1 || row.hash !== this.#first.hash)
          throw broken(this.#first.sequence - 1);
        this.#take(row);
        this.#first = { sequence: row._id, hash: row.previous };
        // What was only noted tells no time: it comes later than it happened.
        const isDated = row.envelope !== undefined || row.seal === undefined;
        if (isDated && row.at.getTime() < untilMs) this.#sinceMs = untilMs;
      }
    }
    this.#sinceMs = Math.min(this.#sinceMs, untilMs);
  }

  #take(row: AuditRow): void {
    const { _id: sequence, hash, seal, envelope } = row;
    // A row from before there were seals is held by the hashes of those after it.
    const isForged = seal !== undefined && !sealsOf(this.#database).isSealed(AUDIT_SEAL, { sequence, hash }, seal);
    if (isForged || hashOf(row) !== hash) throw broken(sequence);
    if (envelope) this.#envelopes.set(envelope.key, [...this.of(envelope.key), envelope]);
  }

  /** Makes room where much is known. Not within the transaction that asks: what it reads again would be read for nothing. */
  makeRoom(): void {
    if (this.#envelopes.size <= MOST) return;
    this.#envelopes.clear();
    this.#head = null;
    this.#sinceMs = Number.POSITIVE_INFINITY;
  }

  #rows() {
    return this.#database.collection<AuditRow>(AUDIT_LOG);
  }
}

function broken(sequence: number): SealBrokenError {
  return new SealBrokenError(`the audit log at row ${sequence}`);
}
