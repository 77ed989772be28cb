import type { Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { BackupError } from "./backup-error.ts";
import { exactDocument } from "./exact-document.ts";
import type { Pace } from "./read-moment.ts";

const MOST_DOCUMENTS = 500;
/** A command holds 16 MB, and a document may need all of them. */
const MOST_BYTES = 1024 * 1024;

/** What is filled. */
export interface Filled {
  readonly database: Database;
  readonly pace: Pace;
  /** Is told now and then how many documents are in. */
  readonly tell?: (done: number, total: number) => void;
}

/** Inserts documents some at a time, each exactly as it was. */
export class Filling {
  readonly #target: Filled;
  readonly #total: number;
  #collection = "";
  #waiting: Document[] = [];
  #bytes = 0;
  #done = 0;

  constructor(target: Filled, total: number) {
    this.#target = target;
    this.#total = total;
  }

  async add(raw: Buffer, collection: string): Promise<void> {
    const isFull = this.#waiting.length === MOST_DOCUMENTS || this.#bytes + raw.length > MOST_BYTES;
    if (isFull || collection !== this.#collection) await this.flush();
    this.#collection = collection;
    this.#waiting.push(exactDocument(raw));
    this.#bytes += raw.length;
  }

  /** Not by the driver's own insertion, which gives documents an `_id` that it does not see in a Map. */
  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const { database, pace, tell } = this.#target;
    const beganMs = performance.now();
    const insertion = { insert: this.#collection, documents: this.#waiting, ordered: false, writeConcern: { w: 1 } };
    const { n, writeErrors } = await database.db.command(insertion);
    if (n !== this.#waiting.length)
      throw new BackupError(`${this.#collection} did not take all documents in: ${problemOf(writeErrors)}.`);
    this.#done += this.#waiting.length;
    this.#waiting = [];
    this.#bytes = 0;
    tell?.(this.#done, this.#total);
    await pace.rest(performance.now() - beganMs);
  }
}

function problemOf(writeErrors: unknown): string {
  const [first]: unknown[] = Array.isArray(writeErrors) ? writeErrors : [];
  const said = typeof first === "object" && first !== null ? Reflect.get(first, "code") : undefined;
  return `the database says ${said === undefined ? "nothing of why" : `error ${String(said)}`}`;
}
