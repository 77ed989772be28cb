import { decodeDoc } from "#server/embedded/mongo/bson/decode.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";

export type Row = { readonly row: number; readonly document: Doc };

/** A document as it lies on the disk, taken apart only when somebody looks inside. */
export class StoredRow {
  readonly row: number;
  readonly bytes: Buffer;
  private decoded: Doc | undefined;

  constructor(row: number, bytes: Buffer) {
    this.row = row;
    this.bytes = bytes;
  }

  get document(): Doc {
    this.decoded ??= decodeDoc(this.bytes);
    return this.decoded;
  }
}

/** A column that holds bytes, without a copy. */
export function blob(value: unknown): Buffer | undefined {
  if (!(value instanceof Uint8Array)) return undefined;
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
