import { EncodedDoc, encodeBriefly } from "./bson/encode.ts";
import { doc } from "./bson/value.ts";
import type { Doc } from "./bson/value.ts";
import { MongoError } from "./error.ts";
import type { Transaction } from "./store/transaction.ts";

const MAX_BATCH_BYTES = 16 * 1024 * 1024;
/** MongoDB's limit of what it makes and sends itself. */
const MAX_ANSWER_BYTES = MAX_BATCH_BYTES + 16 * 1024;
const IDLE_MS = 10 * 60 * 1000;

/** Where a cursor's documents come from; `wait` exists on those that never end (change streams). */
export type Source = {
  next: () => Doc | undefined;
  close: () => void;
  /** True once a stream that could wait will never have more. */
  isOver?: () => boolean;
  /** Resolves when there may be something new, when the time is up or when the signal says to stop. */
  wait?: (timeoutMs: number, stop: AbortSignal) => Promise<void>;
  /** What each batch of a change stream carries beside its documents. */
  resumeToken?: () => Doc;
};

export class Cursor {
  readonly id: bigint;
  readonly namespace: string;
  source: Source;
  readonly sessionKey: string | undefined;
  readonly transaction: Transaction | undefined;
  usedAt: number;
  readonly isTimeless: boolean;
  isFrozen = false;
  private held: Doc | undefined;
  private tokenBeforeHeld: Doc | undefined;
  readonly stop = new AbortController();

  constructor(id: bigint, options: CursorOptions, usedAt: number) {
    this.id = id;
    this.namespace = options.namespace;
    this.source = options.source;
    this.sessionKey = options.sessionKey;
    this.transaction = options.transaction;
    this.isTimeless = options.isTimeless;
    this.usedAt = usedAt;
  }

  /** Up to `size` documents and 16 MB; `isDone` when there are no more. */
  batch(size: number): { documents: Doc[]; isDone: boolean } {
    const documents: Doc[] = [];
    let bytes = 0;
    while (documents.length < size) {
      const before = this.resumeToken();
      const next = this.held ?? this.source.next();
      this.held = undefined;
      if (next === undefined)
        return { documents, isDone: this.source.wait === undefined || this.source.isOver?.() === true };
      const encoded = next instanceof EncodedDoc ? next : new EncodedDoc(encodeBriefly(next));
      checkSize(encoded);
      if (documents.length > 0 && bytes + encoded.bytes.length > MAX_BATCH_BYTES) {
        this.held = encoded;
        this.tokenBeforeHeld = before;
        break;
      }
      bytes += encoded.bytes.length;
      documents.push(encoded);
    }
    return { documents, isDone: false };
  }

  /** Where a stream would go on after what was given out so far. */
  resumeToken(): Doc | undefined {
    return this.held === undefined ? this.source.resumeToken?.() : this.tokenBeforeHeld;
  }

  /** What it reads is no longer there: whoever asks for more hears why. */
  breakOff(reason: string): void {
    this.source.close();
    this.held = undefined;
    const next = (): never => {
      throw new MongoError("QueryPlanKilled", reason);
    };
    this.source = { next, close: () => {} };
  }

  /** Reads the rest now: what comes next would no longer show the snapshot of the cursor's transaction. */
  freeze(): void {
    const { source } = this;
    const rest: Doc[] = [];
    let failure: unknown;
    try {
      for (let next = source.next(); next !== undefined; next = source.next()) rest.push(next);
    } catch (error) {
      failure = error;
    }
    let at = 0;
    this.source = {
      next: () => {
        at += 1;
        if (at > rest.length && failure !== undefined) throw failure;
        return rest[at - 1];
      },
      close: () => source.close(),
    };
    this.isFrozen = true;
  }

  /** Whether another document is there, without taking it. */
  isExhausted(): boolean {
    if (this.source.wait !== undefined) return this.source.isOver?.() === true;
    this.held ??= this.source.next();
    return this.held === undefined;
  }
}

function checkSize({ bytes }: EncodedDoc): void {
  if (bytes.length <= MAX_ANSWER_BYTES) return;
  throw new MongoError(
    "BSONObjectTooLarge",
    `BSONObj size: ${bytes.length} is invalid. Size must be between 0 and ${MAX_ANSWER_BYTES}(16MB)`,
  );
}

export type CursorOptions = {
  namespace: string;
  source: Source;
  sessionKey: string | undefined;
  transaction: Transaction | undefined;
  isTimeless: boolean;
};

export class Cursors {
  private readonly byId = new Map<bigint, Cursor>();
  private streams = 0;
  private inTransactions = 0;
  private readonly now: () => number;
  private readonly random: () => number;

  constructor(now: () => number, random: () => number) {
    this.now = now;
    this.random = random;
  }

  get size(): number {
    return this.byId.size;
  }

  get hasStreams(): boolean {
    return this.streams > 0;
  }

  /** Answers the first batch; the cursor stays open only when more is to come. */
  open(options: CursorOptions, batchSize: number, isSingleBatch: boolean): Doc {
    const cursor = new Cursor(this.newId(), options, this.now());
    const { documents, isDone } = cursor.batch(batchSize);
    const ends = isDone || isSingleBatch || (batchSize > 0 && cursor.isExhausted());
    if (ends) options.source.close();
    else this.add(cursor);
    return cursorReply(ends ? 0n : cursor.id, options.namespace, "firstBatch", documents, cursor.resumeToken());
  }

  /** To be called before a write that open transactions do not see. */
  freeze(): void {
    if (this.inTransactions === 0) return;
    for (const cursor of this.byId.values())
      if (cursor.transaction?.isOpen === true && !cursor.isFrozen) cursor.freeze();
  }

  private add(cursor: Cursor): void {
    this.byId.set(cursor.id, cursor);
    if (cursor.transaction !== undefined) this.inTransactions += 1;
    if (cursor.source.wait !== undefined) this.streams += 1;
  }

  find(id: bigint): Cursor | undefined {
    return this.byId.get(id);
  }

  get(id: bigint, namespace: string): Cursor {
    const cursor = this.byId.get(id);
    if (cursor === undefined) throw new MongoError("CursorNotFound", `cursor id ${id} not found`);
    if (cursor.namespace !== namespace) {
      throw new MongoError(
        "Unauthorized",
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
      );
    }
    cursor.usedAt = this.now();
    return cursor;
  }

  /** Throws what its source throws, after which the cursor is gone. */
  next(cursor: Cursor, batchSize: number): Doc {
    const { documents, ends } = this.advance(cursor, batchSize);
    if (ends) this.kill(cursor.id);
    return cursorReply(ends ? 0n : cursor.id, cursor.namespace, "nextBatch", documents, cursor.resumeToken());
  }

  private advance(cursor: Cursor, batchSize: number): { documents: Doc[]; ends: boolean } {
    try {
      const { documents, isDone } = cursor.batch(batchSize);
      return { documents, ends: isDone || cursor.isExhausted() };
    } catch (error) {
      this.kill(cursor.id);
      throw error;
    }
  }

  kill(id: bigint): boolean {
    const cursor = this.byId.get(id);
    if (cursor === undefined) return false;
    this.byId.delete(id);
    if (cursor.source.wait !== undefined) this.streams -= 1;
    if (cursor.transaction !== undefined) this.inTransactions -= 1;
    cursor.stop.abort();
    cursor.source.close();
    return true;
  }

  killWhere(isGone: (cursor: Cursor) => boolean): void {
    for (const cursor of this.byId.values()) if (isGone(cursor)) this.kill(cursor.id);
  }

  /** The same for those that may be told why when they are asked again. */
  breakOffWhere(isGone: (cursor: Cursor) => boolean, reason: string): void {
    for (const cursor of this.byId.values()) if (isGone(cursor)) cursor.breakOff(reason);
  }

  expire(): void {
    const limit = this.now() - IDLE_MS;
    this.killWhere((cursor) => !cursor.isTimeless && cursor.usedAt < limit);
  }

  private newId(): bigint {
    for (;;) {
      const id = (BigInt(Math.floor(this.random() * 2 ** 31)) << 32n) | BigInt(Math.floor(this.random() * 2 ** 32));
      if (id !== 0n && !this.byId.has(id)) return id;
    }
  }
}

function cursorReply(id: bigint, namespace: string, batchName: string, documents: Doc[], token: Doc | undefined): Doc {
  const cursor = doc({ [batchName]: documents, postBatchResumeToken: token, id, ns: namespace });
  return doc({ cursor });
}
