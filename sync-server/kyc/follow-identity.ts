import type { ChangeStream, Document } from "mongodb";
import { IDENTITY_CHANGED } from "#schemas/identity.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { roomOf } from "#server/platform/sync/audience.ts";
import type { OpenFeatureMessages } from "#server/platform/sync/feature-messages.ts";
import type { Outbox } from "#server/platform/sync/outbox.ts";
import { HAND_OVERS } from "./hand-overs.ts";
import { PICTURES } from "./pictures.ts";
import { VERIFICATIONS } from "./verifications.ts";

/** A picture comes in many parts: its owner's devices are told at most so often. */
const TELL_MS = 250;
const WATCH_AGAIN_MS = 1000;
const WATCHED = [VERIFICATIONS, PICTURES, HAND_OVERS];

export interface IdentityNews {
  readonly messages: OpenFeatureMessages;
  stop(): Promise<void>;
}

/** Tells people's own devices that their check, or what is sent for it, changed, whichever process wrote it: nothing but that. */
export function followIdentity({ database, log }: Pick<Runtime, "database" | "log">): IdentityNews {
  const due = new Map<number, NodeJS.Timeout>();
  const ending = new AbortController();
  let outbox: Outbox | null = null;
  let stream: ChangeStream<Document, Document> | null = null;
  let watching: Promise<void> | null = null;

  function tellSoon(userId: number): void {
    if (due.has(userId)) return;
    const tell = () => {
      due.delete(userId);
      const hint = { key: IDENTITY_CHANGED, message: () => ({}) };
      outbox?.send(roomOf(userId), IDENTITY_CHANGED, {}, IDENTITY_CHANGED.length, hint);
    };
    due.set(userId, setTimeout(tell, TELL_MS).unref());
  }

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        stream = database.db.watch<Document, Document>(
          [
            { $match: { "ns.coll": { $in: WATCHED } } },
            { $project: { "ns.coll": 1, "documentKey._id": 1, "fullDocument.userId": 1 } },
          ],
          { fullDocument: "updateLookup", maxAwaitTimeMS: database.awaitMs },
        );
        for await (const event of stream) {
          const isHandOver = event["ns"].coll === HAND_OVERS;
          const userId: unknown = isHandOver ? event["documentKey"]?._id : event["fullDocument"]?.userId;
          if (typeof userId === "number") tellSoon(userId);
        }
      } catch (error) {
        if (ending.signal.aborted) return;
        log.warn({ err: error }, "identity checks are watched anew");
        await new Promise((resolve) => setTimeout(resolve, WATCH_AGAIN_MS).unref());
      }
    }
  }

  return {
    messages: (opened) => {
      outbox = opened;
      watching ??= watch();
      return { answers: new Map(), leave: () => undefined };
    },
    async stop() {
      ending.abort();
      for (const timer of due.values()) clearTimeout(timer);
      due.clear();
      await stream?.close();
      await watching;
    },
  };
}
