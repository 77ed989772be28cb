import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { BackupError } from "./backup-error.ts";
import { Fingerprint } from "./fingerprint.ts";
import { type BackupHead, type BackupManifest, type BackupPart, parseHead, parseManifest } from "./manifest.ts";
import { type BackupRecord, recordsOf } from "./records.ts";
import { opened } from "./sealed-stream.ts";

/** What somebody who reads a backup is told, in its order. */
export interface BackupReader {
  head?(head: BackupHead): Promise<void> | void;
  collection?(name: string): Promise<void> | void;
  document?(raw: Buffer, collection: string): Promise<void> | void;
}

/** What a whole backup says, and holds. */
export interface ReadBackup {
  readonly head: BackupHead;
  readonly manifest: BackupManifest;
}

const INCOMPLETE = "The backup does not hold what its manifest says: nothing of it is used.";

/**
 * Reads a backup from its first byte to its last in a memory that does not grow with it, and compares what it holds with its manifest.
 * Throws BackupError where it is not whole and as it was made: `reader` may have been told of a part by then.
 */
export async function readBackup(file: string, key: Buffer, reader: BackupReader = {}): Promise<ReadBackup> {
  const reading = new Reading(reader);
  try {
    await pipeline(
      createReadStream(file, { highWaterMark: 256 * 1024 }),
      (bytes: AsyncIterable<Buffer>) => opened(bytes, key),
      createZstdDecompress(),
      async (bytes: AsyncIterable<Buffer>) => {
        for await (const record of recordsOf(bytes)) await reading.take(record);
      },
    );
  } catch (error) {
    throw whyUnread(file, error);
  }
  return reading.end();
}

class Reading {
  readonly #reader: BackupReader;
  #head: BackupHead | null = null;
  #manifest: BackupManifest | null = null;
  readonly #parts: BackupPart[] = [];
  #collection: string | null = null;
  #held = new Fingerprint();

  constructor(reader: BackupReader) {
    this.#reader = reader;
  }

  async take({ kind, bytes }: BackupRecord): Promise<void> {
    if (this.#manifest !== null || (this.#head === null) !== (kind === "head")) throw new BackupError(INCOMPLETE);
    if (kind === "document") {
      if (this.#collection === null) throw new BackupError(INCOMPLETE);
      this.#held.add(bytes);
      return this.#reader.document?.(bytes, this.#collection);
    }
    if (kind === "head") {
      this.#head = parseHead(bytes);
      return this.#reader.head?.(this.#head);
    }
    this.#endPart();
    if (kind === "manifest") this.#manifest = parseManifest(bytes);
    else {
      this.#collection = bytes.toString("utf8");
      await this.#reader.collection?.(this.#collection);
    }
  }

  end(): ReadBackup {
    const [head, manifest] = [this.#head, this.#manifest];
    if (head === null || manifest === null || JSON.stringify(manifest.parts) !== JSON.stringify(this.#parts))
      throw new BackupError(INCOMPLETE);
    return { head, manifest };
  }

  #endPart(): void {
    const [collection, held] = [this.#collection, this.#held];
    if (collection === null) return;
    this.#parts.push({ collection, documents: held.documents, bytes: held.bytes, fingerprint: held.hex });
    this.#held = new Fingerprint();
  }
}

function whyUnread(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return error;
  return new BackupError(`${file} cannot be read (${String(error.code)}).`, error);
}
