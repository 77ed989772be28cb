import { AsyncLocalStorage } from "node:async_hooks";
import type { Collection, Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";

/** What whatever a dead process still tries comes to. */
export class DeadError extends Error {
  constructor(moment: string) {
    super(`the process died ${moment}`);
    this.name = "DeadError";
  }
}

/** A moment at which a process asks the database or the network something, or has just heard the answer. */
export interface Moment {
  readonly when: "before" | "after";
  readonly what: string;
  /** Whether it changes something that outlives the process: a write of its own, a commit, an envelope sent. */
  readonly isEffect: boolean;
  /** Whether it happens within a transaction, which is undone with the process. */
  readonly isInTransaction: boolean;
}

/** At which of the moments that count a process dies, or stands still until it is woken. */
export interface Fate {
  readonly kind: "dies" | "stands still";
  readonly at: number;
  readonly counts: (moment: Moment) => boolean;
}

/** The life of a process of a test. */
export class Life {
  readonly #fate: Fate | null;
  readonly #stood = Promise.withResolvers<void>();
  readonly #woken = Promise.withResolvers<void>();
  #passed = 0;
  #metAt: string | null = null;

  constructor(fate: Fate | null = null) {
    this.#fate = fate;
  }

  /** The moment at which its fate met it; null while it has not. */
  get metAt(): string | null {
    return this.#metAt;
  }

  /** Resolves once it stands still. */
  get stood(): Promise<void> {
    return this.#stood.promise;
  }

  /** Lets it go on where it stands. */
  wake(): void {
    this.#woken.resolve();
  }

  async ask<T>(moment: Omit<Moment, "when">, question: () => Promise<T>): Promise<T> {
    await this.pass({ ...moment, when: "before" });
    const answer = await question();
    await this.pass({ ...moment, when: "after" });
    return answer;
  }

  async pass(moment: Moment): Promise<void> {
    const isMet = this.#meets(moment);
    if (this.#metAt === null) return;
    if (this.#fate?.kind === "dies") throw new DeadError(this.#metAt);
    // What it has under way in another transaction comes to its end: held open, it would hold everyone up.
    if (isMet || !moment.isInTransaction) await this.#woken.promise;
  }

  #meets(moment: Moment): boolean {
    if (!this.#fate || this.#metAt !== null || !this.#fate.counts(moment)) return false;
    this.#passed += 1;
    if (this.#passed !== this.#fate.at) return false;
    this.#metAt = `${moment.when} ${moment.what}`;
    this.#stood.resolve();
    return true;
  }
}

/** Set while a transaction's work runs: what it asks without the session, such as ids, stands still with the transaction. */
const transactions = new AsyncLocalStorage<true>();

/** The database as a process has it: a transaction under way when it dies is undone, as the database's own is. */
export function mortalDatabase(database: Database, life: Life): Database {
  return {
    ...database,
    collection: <T extends Document>(name: string) => mortalCollection(database.collection<T>(name), life),
    transaction: (work) =>
      life.ask({ what: "a transaction", isEffect: true, isInTransaction: false }, () =>
        database.transaction(async (session) => {
          const outcome = await transactions.run(true, () => work(session));
          await life.pass({ when: "before", what: "a commit", isEffect: false, isInTransaction: true });
          return outcome;
        }),
      ),
    nextIds: (...parameters) =>
      life.ask({ what: "taking ids", isEffect: false, isInTransaction: true }, () => database.nextIds(...parameters)),
  };
}

/** The network as a process has it. */
export function mortalNetwork(network: StellarNetwork, life: Life): StellarNetwork {
  const look = <T>(what: string, question: () => Promise<T>) =>
    life.ask({ what, isEffect: false, isInTransaction: false }, question);
  return {
    ...network,
    head: () => look("head", network.head),
    oldestLedger: () => look("oldestLedger", network.oldestLedger),
    headHash: () => look("headHash", network.headHash),
    transactions: (cursor, limit) => look("transactions", () => network.transactions(cursor, limit)),
    transaction: (hash) => look("transaction", () => network.transaction(hash)),
    holdings: (queries) => look("holdings", () => network.holdings(queries)),
    feeBid: () => look("feeBid", network.feeBid),
    send: (envelope) =>
      life.ask({ what: "send", isEffect: true, isInTransaction: false }, () => network.send(envelope)),
  };
}

const READS: readonly unknown[] = ["findOne", "countDocuments", "estimatedDocumentCount", "distinct"];
/** Calls that answer with a cursor, which asks when it is read. */
const CURSORS: readonly unknown[] = ["find", "aggregate"];

function mortalCollection<T extends Document>(collection: Collection<T>, life: Life): Collection<T> {
  return watched(collection, (name, call) => {
    const what = `${String(name)} in ${collection.collectionName}`;
    const isInTransaction = transactions.getStore() === true;
    const isEffect = !isInTransaction && !READS.includes(name) && !CURSORS.includes(name);
    const moment = { what, isEffect, isInTransaction };
    return CURSORS.includes(name)
      ? mortalCursor(call(), moment, life)
      : life.ask(moment, () => Promise.resolve(call()));
  });
}

function mortalCursor(cursor: unknown, moment: Omit<Moment, "when">, life: Life): unknown {
  if (typeof cursor !== "object" || cursor === null) throw new Error(`${moment.what} gave no cursor`);
  return watched(cursor, (way, read) => {
    if (way === "toArray" || way === "next") return life.ask(moment, () => Promise.resolve(read()));
    // Sorts, limits and projections answer with the cursor.
    if (way !== Symbol.asyncIterator) return mortalCursor(read(), moment, life);
    return iterate(cursor, moment, life);
  });
}

async function* iterate(cursor: object, moment: Omit<Moment, "when">, life: Life): AsyncGenerator<unknown> {
  await life.pass({ ...moment, when: "before" });
  if (!(Symbol.asyncIterator in cursor)) throw new Error(`${moment.what} cannot be iterated`);
  for await (const document of cursor as AsyncIterable<unknown>) yield document;
  await life.pass({ ...moment, when: "after" });
}

type OnCall = (name: string | symbol, call: () => unknown) => unknown;

/** The same object, whose calls go through `onCall`. */
function watched<T extends object>(target: T, onCall: OnCall): T {
  return new Proxy(target, {
    get: (_target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...parameters: unknown[]) => onCall(name, () => Reflect.apply(value, target, parameters));
    },
  });
}
