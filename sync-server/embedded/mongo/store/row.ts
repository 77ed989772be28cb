import { decodeDoc, decodeFields } from "#server/embedded/mongo/bson/decode.ts";
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

  /** With these fields at least, each whole. */
  part(fields: ReadonlySet<string>): Doc {
    return this.decoded ?? decodeFields(this.bytes, fields);
  }
}

/** What is to be seen of a row's document where only these fields are looked at; undefined: any of them. */
export function partOf(row: Row, fields: ReadonlySet<string> | undefined): Doc {
  return fields !== undefined && row instanceof StoredRow ? row.part(fields) : row.document;
}

/** A column that holds bytes, without a copy. */
export function blob(value: unknown): Buffer | undefined {
  if (!(value instanceof Uint8Array)) return undefined;
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
