import { Double, doc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import type { Store } from "#server/embedded/mongo/store/store.ts";

/** The kinds that MongoDB counts operations by. */
const KINDS = ["insert", "query", "update", "delete", "getmore", "command"] as const;

export type OperationKind = (typeof KINDS)[number];

const KIND_OF: Readonly<Record<string, OperationKind>> = {
  insert: "insert",
  find: "query",
  update: "update",
  delete: "delete",
  getMore: "getmore",
};

/** What of a command is counted. */
export type Counted = {
  readonly name: string;
  readonly body: Doc;
  readonly db: string;
  readonly services: { readonly store: Store };
};

/** One command while it runs. */
export type Running<Command extends Counted> = {
  readonly id: number;
  readonly command: Command;
  /** By the monotonic clock, in milliseconds. */
  readonly startedAt: number;
  /** Set only by who waits; ends the wait. */
  stop: AbortController | undefined;
};

export type Timed = { micros: number; count: number };

/** What the server has done for one collection since it started. */
export type CollectionUsage = Record<"reads" | "writes" | "commands", Timed> & Record<OperationKind, Timed>;

/** What runs now and what has run since the start. */
export class Usage<Command extends Counted = Counted> {
  readonly running = new Map<Command, Running<Command>>();
  readonly counts: Record<OperationKind, number> = {
    insert: 0,
    query: 0,
    update: 0,
    delete: 0,
    getmore: 0,
    command: 0,
  };
  requests = 0;
  private readonly byCollection = new Map<string, CollectionUsage>();
  private lastId = 0;

  /** Runs the command and counts it, failed or not. */
  async track(command: Command, run: (command: Command) => Doc | Promise<Doc>): Promise<Doc> {
    this.lastId += 1;
    const running = { id: this.lastId, command, startedAt: performance.now(), stop: undefined };
    this.running.set(command, running);
    try {
      return await run(command);
    } finally {
      this.running.delete(command);
      this.count(command, performance.now() - running.startedAt);
    }
  }

  private count(command: Command, ms: number): void {
    const kind = KIND_OF[command.name] ?? "command";
    this.requests += 1;
    if (command.name === "bulkWrite") this.countBulk(command.body.get("ops"));
    else this.counts[kind] += statementCount(command, kind);
    const namespace = namespaceOf(command);
    const collection = namespace === undefined ? undefined : command.services.store.catalog.find(command.db, namespace);
    if (collection === undefined) return;
    const usage = this.usageOf(collection.namespace);
    add(usage[kind], ms);
    add(usage[familyOf(kind, command.name)], ms);
  }

  private countBulk(ops: Value | undefined): void {
    for (const op of Array.isArray(ops) ? ops : []) {
      const name = op instanceof Map ? op.keys().next().value : undefined;
      if (name === "insert" || name === "update" || name === "delete") this.counts[name] += 1;
    }
  }

  private usageOf(namespace: string): CollectionUsage {
    let usage = this.byCollection.get(namespace);
    if (usage === undefined) {
      usage = noUsage();
      this.byCollection.set(namespace, usage);
    }
    return usage;
  }

  of(namespace: string): CollectionUsage {
    return this.byCollection.get(namespace) ?? noUsage();
  }

  /** Aborted when somebody ends the operation with killOp; for those that wait. */
  stopOf(command: Command): AbortSignal {
    const running = this.running.get(command);
    if (running === undefined) return new AbortController().signal;
    running.stop ??= new AbortController();
    return running.stop.signal;
  }
}

function add(timed: Timed, ms: number): void {
  timed.micros += ms * 1000;
  timed.count += 1;
}

export function interrupted(): MongoError {
  return new MongoError("Interrupted", "operation was interrupted");
}

/** The collection a command works on; undefined for one that works on none. */
export function namespaceOf(command: Counted): string | undefined {
  const target = command.body.get(command.name === "getMore" ? "collection" : command.name);
  return typeof target === "string" ? target : undefined;
}

export function kindOf(name: string): OperationKind {
  return KIND_OF[name] ?? "command";
}

/** A write command counts once for each of its statements. */
function statementCount(command: Counted, kind: OperationKind): number {
  if (kind !== "insert" && kind !== "update" && kind !== "delete") return 1;
  const statements = command.body.get(kind === "insert" ? "documents" : `${kind}s`);
  return Array.isArray(statements) ? statements.length : 1;
}

function familyOf(kind: OperationKind, name: string): "reads" | "writes" | "commands" {
  if (kind === "query" || kind === "getmore" || ["aggregate", "count", "distinct"].includes(name)) return "reads";
  return kind === "command" && name.toLowerCase() !== "findandmodify" ? "commands" : "writes";
}

function noUsage(): CollectionUsage {
  const none = (): Timed => ({ micros: 0, count: 0 });
  return {
    reads: none(),
    writes: none(),
    commands: none(),
    insert: none(),
    query: none(),
    update: none(),
    delete: none(),
    getmore: none(),
    command: none(),
  };
}

export function opcounters({ counts }: Pick<Usage, "counts">): Doc {
  return doc(Object.fromEntries(KINDS.map((kind) => [kind, BigInt(counts[kind])])));
}

/** A whole number in the smallest of MongoDB's types that holds it. */
export function countValue(value: number): Value {
  if (!Number.isInteger(value)) return new Double(value);
  return Math.abs(value) < 2 ** 31 ? value : BigInt(value);
}
