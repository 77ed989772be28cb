import * as v from "valibot";
import { LinkError } from "#pwa/platform/api/http-error.ts";
import { type OpenRowMessage, TakenRows, OpenRowAck } from "#schemas/queues.ts";
import { openSocket } from "./open-socket.ts";

/** The way to the queues of operators. `open` fails with {@link LinkError} when the answer does not come or is a refusal. */
export interface QueueLink {
  /** Says what is open on this screen, and answers with what everybody has open; from then on that comes as events. */
  open(message: OpenRowMessage): Promise<TakenRows>;
  close(): void;
}

export interface QueueLinkEvents {
  connected(): void;
  disconnected(): void;
  taken(rows: TakenRows): void;
}

export type OpenQueueLink = (events: QueueLinkEvents) => QueueLink;

const ANSWER_MS = 10_000;

/** A socket of its own, which is there as long as a queue is shown: what is open on it is given back with it. */
export function openQueueLink(events: QueueLinkEvents): QueueLink {
  const { socket, close } = openSocket(
    "console",
    {
      connected: () => events.connected(),
      disconnected: () => events.disconnected(),
      // An old app, or a session that ended, is told so by what syncs it.
      refused: () => undefined,
    },
    { url: undefined, cookie: undefined },
  );
  socket.on("taken", (message: unknown) => {
    const parsed = v.safeParse(TakenRows, message);
    if (parsed.success) events.taken(parsed.output);
  });

  async function ask(message: OpenRowMessage): Promise<unknown> {
    try {
      return await socket.timeout(ANSWER_MS).emitWithAck("open-row", message);
    } catch (error) {
      throw new LinkError("no-answer", error instanceof Error ? error.message : "no answer");
    }
  }

  return {
    async open(message) {
      const answer = v.safeParse(OpenRowAck, await ask(message));
      if (!answer.success) throw new LinkError("client-outdated", "The answer was not understood.");
      if ("error" in answer.output) {
        // Whoever asks for the list by REST is told why, in their language.
        const { code, message: words, facts } = answer.output.error;
        throw new LinkError(code, words, facts);
      }
      return answer.output;
    },
    close,
  };
}
