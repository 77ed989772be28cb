import type { Document } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { TAKEN } from "./taken-rows.ts";

const WATCH_AGAIN_MS = 1000;

/** Tells of every change of rows that are open, whichever process wrote it, until it is ended; at first as well. */
export function followTaken({ database, log }: Pick<Runtime, "database" | "log">, changed: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      const stream = database.db.watch<Document, Document>([{ $match: { "ns.coll": TAKEN } }, { $project: { ns: 1 } }]);
      const close = () => void stream.close();
      signal.addEventListener("abort", close);
      try {
        await stream.tryNext();
        // What was written before it was watched was told of by nobody.
        changed();
        for await (const _ of stream) changed();
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error }, "rows that operators have open are watched anew");
        await new Promise((resolve) => setTimeout(resolve, WATCH_AGAIN_MS).unref());
      } finally {
        signal.removeEventListener("abort", close);
        close();
      }
    }
  }

  void watch();
  return () => ending.abort();
}
