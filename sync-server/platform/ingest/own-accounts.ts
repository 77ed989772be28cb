import { StrKey } from "@stellar/stellar-sdk";
import type { Database } from "#server/platform/db/database.ts";
import { accountCollection } from "./account.ts";

/** Bits of the filter: with 100,000 accounts fewer than one word in a hundred needs a closer look. */
const FILTER_BITS = 24;
const KEY_BYTES = 32;
/** XDR aligns everything at four bytes. */
const WORD_BYTES = 4;

/**
 * The keys of all accounts of ours, to tell without decoding it whether a transaction can concern any. An account that
 * does not stand in a transaction's envelope, result or metadata was not changed by it.
 */
export class OwnAccounts {
  readonly #filter = new Uint8Array(2 ** FILTER_BITS / 8);
  readonly #keys = new Set<string>();
  #lastNumber = 0;

  /**
   * Learns of the accounts that became ours since. To be asked after a page of the ledger was read: whatever stands in
   * that page about an account of ours happened after it was registered.
   */
  async refresh(database: Database): Promise<void> {
    const fresh = accountCollection(database).find(
      { number: { $gt: this.#lastNumber } },
      { sort: { number: 1 }, projection: { number: 1 }, batchSize: 10_000 },
    );
    for await (const { _id, number } of fresh) {
      this.#add(Buffer.from(StrKey.decodeEd25519PublicKey(_id)));
      this.#lastNumber = number;
    }
  }

  /** Whether the key of any account of ours stands in this XDR (base64). */
  areIn(base64: string): boolean {
    return this.#nextIn(Buffer.from(base64, "base64"), 0) !== -1;
  }

  /** The accounts (G...) of ours whose keys stand in this XDR (base64), whether or not anybody can decode it. */
  addressesIn(base64: string): string[] {
    const bytes = Buffer.from(base64, "base64");
    const found = new Set<string>();
    for (let at = this.#nextIn(bytes, 0); at !== -1; at = this.#nextIn(bytes, at + WORD_BYTES))
      found.add(StrKey.encodeEd25519PublicKey(bytes.subarray(at, at + KEY_BYTES)));
    return [...found];
  }

  /** Where the next key of ours stands; -1 where there is none. */
  #nextIn(bytes: Buffer, from: number): number {
    for (let at = from; at + KEY_BYTES <= bytes.length; at += WORD_BYTES) {
      const bit = bytes.readUInt32BE(at) >>> (32 - FILTER_BITS);
      if (((this.#filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) continue;
      if (this.#keys.has(bytes.toString("latin1", at, at + KEY_BYTES))) return at;
    }
    return -1;
  }

  #add(key: Buffer): void {
    const bit = key.readUInt32BE(0) >>> (32 - FILTER_BITS);
    this.#filter[bit >>> 3] = (this.#filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
    this.#keys.add(key.toString("latin1", 0, KEY_BYTES));
  }
}
