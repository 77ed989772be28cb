import { hash } from "node:crypto";

/** 256 bits, as four numbers. */
const LANES = [0, 8, 16, 24] as const;

/**
 * What a collection holds, to the byte, in whatever order it is read: the sum of the SHA-256 of each of its documents. That nobody
 * changed a backup is the seal's to say; this says that what was put back is what was read.
 */
export class Fingerprint {
  readonly #sums = new BigUint64Array(LANES.length);
  documents = 0;
  bytes = 0;

  /** Counts one document in, by its BSON. */
  add(document: Buffer): void {
    const digest = hash("sha256", document, "buffer");
    for (const [lane, offset] of LANES.entries())
      this.#sums[lane] = (this.#sums[lane] ?? 0n) + digest.readBigUInt64LE(offset);
    this.documents += 1;
    this.bytes += document.length;
  }

  get hex(): string {
    return Buffer.from(this.#sums.buffer).toString("hex");
  }
}
