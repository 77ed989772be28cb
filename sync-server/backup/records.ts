import { BackupError } from "./backup-error.ts";

/** What a backup consists of, in its order: a head, for each collection its name and documents, a manifest. */
export type RecordKind = "head" | "collection" | "document" | "manifest";

export interface BackupRecord {
  readonly kind: RecordKind;
  readonly bytes: Buffer;
}

const MARKS: Readonly<Record<RecordKind, number>> = { head: 0x48, collection: 0x43, document: 0x44, manifest: 0x4d };
const KINDS: ReadonlyMap<number, RecordKind> = new Map([
  [0x48, "head"],
  [0x43, "collection"],
  [0x44, "document"],
  [0x4d, "manifest"],
]);
const PREFIX_BYTES = 5;
/** No document is longer, and no head either. */
const LONGEST = 17 * 1024 * 1024;

/** A record as bytes: its kind, its length, and what it holds. */
export function recordBytes(kind: RecordKind, bytes: Buffer): readonly [Buffer, Buffer] {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix[0] = MARKS[kind];
  prefix.writeUInt32LE(bytes.length, 1);
  return [prefix, bytes];
}

/** The records that bytes consist of. Throws BackupError for what is none: a form that only a newer version writes. */
export async function* recordsOf(source: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  let waiting: Buffer[] = [];
  let length = 0;
  let needed = PREFIX_BYTES;
  for await (const bytes of source) {
    waiting.push(bytes);
    length += bytes.length;
    // A long document comes in many pieces: they are put together once all are there.
    if (length < needed) continue;
    let rest = Buffer.concat(waiting);
    for (;;) {
      needed = neededFor(rest);
      if (rest.length < needed) break;
      yield { kind: kindOf(rest), bytes: rest.subarray(PREFIX_BYTES, needed) };
      rest = rest.subarray(needed);
    }
    waiting = [rest];
    length = rest.length;
  }
  if (length > 0) throw unknownForm();
}

/** How many bytes there must be before the next record can be read. */
function neededFor(bytes: Buffer): number {
  if (bytes.length < PREFIX_BYTES) return PREFIX_BYTES;
  const length = bytes.readUInt32LE(1);
  if (length > LONGEST) throw unknownForm();
  return PREFIX_BYTES + length;
}

function kindOf(bytes: Buffer): RecordKind {
  const kind = KINDS.get(bytes[0] ?? 0);
  if (kind === undefined) throw unknownForm();
  return kind;
}

function unknownForm(): BackupError {
  return new BackupError("The backup is of a form that this version does not know.");
}
