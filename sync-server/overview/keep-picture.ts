import type { ChangeStream, Document } from "mongodb";
import type { OverviewChange, OverviewPart } from "#schemas/overview.ts";
import { beginStream } from "#server/platform/db/begin-stream.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Picture } from "./picture.ts";

export interface Keeping {
  /** Whether the picture is up to date without being read by whoever asks. */
  readonly isKept: boolean;
  /** Whom changes are told. */
  tell: (change: OverviewChange) => Promise<void>;
  /** Somebody looks from now on. */
  begin(): void;
  /** Nobody does any more. */
  end(): void;
  stop(): Promise<void>;
}

/** Which parts are read anew when something of a collection is written, whichever process wrote it. */
const READ_BY: Readonly<Record<string, readonly OverviewPart[]>> = {
  cash_app_deposits: ["waiting"],
  proposals: ["waiting"],
  submissions: ["waiting", "submissions"],
  suspense_items: ["waiting"],
  kyc_verifications: ["waiting"],
  system_issues: ["waiting"],
  page_contents: ["waiting"],
  maintenance_tasks: ["waiting"],
  asset_halts: ["house"],
  vault_rewraps: ["rewrap"],
};
/** What changes without a write that is watched, and how often it is read. */
const READ_EVERY: readonly (readonly [ms: number, parts: readonly OverviewPart[]])[] = [
  [5000, ["service", "days"]],
  [30_000, ["house", "submissions", "waiting"]],
];
/** Consoles are told at most this often, however much changes and however many there are. */
const TELL_MS = 1000;
const WATCH_AGAIN_MS = 1000;

/** Keeps the picture up to date while somebody looks, and tells what changed. While nobody does, nothing is read. */
export function keepPicture({ database, log }: Pick<Runtime, "database" | "log">, picture: Picture): Keeping {
  const due = new Set<OverviewPart>();
  let life: AbortController | null = null;
  let timer: NodeJS.Timeout | null = null;
  let earliestMs = 0;
  let work: Promise<void> = Promise.resolve();
  let isTurning = false;
  let isKept = false;

  function note(parts: readonly OverviewPart[]): void {
    for (const part of parts) due.add(part);
    if (life === null || due.size === 0 || isTurning || timer !== null) return;
    const begin = () => {
      timer = null;
      work = turn();
    };
    timer = setTimeout(begin, Math.max(0, earliestMs - performance.now()));
  }

  async function turn(): Promise<void> {
    isTurning = true;
    earliestMs = performance.now() + TELL_MS;
    const parts = [...due];
    due.clear();
    try {
      const change = await picture.refresh(parts);
      if (change) await keeping.tell(change);
      isKept = life !== null;
    } catch (error) {
      log.warn({ err: error }, "the overview could not be read");
      isKept = false;
      for (const part of parts) due.add(part);
    }
    isTurning = false;
    note([]);
  }

  function begin(): void {
    if (life) return;
    const ending = new AbortController();
    life = ending;
    const timers = READ_EVERY.map(([ms, parts]) => setInterval(() => note(parts), ms));
    ending.signal.addEventListener("abort", () => {
      for (const each of timers) clearInterval(each);
    });
    void watch(ending.signal);
  }

  function end(): void {
    life?.abort();
    life = null;
    isKept = false;
    due.clear();
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }

  async function watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const stream = openStream();
      const close = () => void stream.close();
      signal.addEventListener("abort", close);
      try {
        const events = await beginStream(stream);
        // What was written before it was watched was read by nobody.
        note(Object.values(READ_BY).flat());
        for await (const event of events) noteEvent(event);
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error }, "what operators are told of is watched anew");
        await new Promise((resolve) => setTimeout(resolve, WATCH_AGAIN_MS).unref());
      } finally {
        signal.removeEventListener("abort", close);
        close();
      }
    }
  }

  function noteEvent(event: Document): void {
    note(READ_BY[event["ns"].coll] ?? []);
  }

  function openStream(): ChangeStream<Document, Document> {
    const pipeline = [{ $match: { "ns.coll": { $in: Object.keys(READ_BY) } } }, { $project: { "ns.coll": 1 } }];
    return database.db.watch<Document, Document>(pipeline, { maxAwaitTimeMS: database.awaitMs });
  }

  const keeping: Keeping = {
    get isKept() {
      return isKept;
    },
    tell: () => Promise.resolve(),
    begin,
    end,
    async stop() {
      end();
      await work;
    },
  };
  return keeping;
}
