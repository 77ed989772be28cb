import * as v from "valibot";
import { LinkError } from "#pwa/platform/api/http-error.ts";
import {
  type Checkpoint,
  ChangesMessage,
  PullAck,
  type PullMessage,
  PushAck,
  type PushMessage,
} from "#schemas/protocol.ts";
import { openSocket } from "./open-socket.ts";

type Row = Readonly<Record<string, unknown>>;

/** The way to the server. Calls fail with {@link LinkError} when the answer does not come or is a refusal. */
export interface Link {
  isConnected(): boolean;
  /** Settles with the next connection, or at once when there is one. */
  whenConnected(): Promise<void>;
  pull(message: PullMessage): Promise<{ documents: Row[]; checkpoint: Checkpoint; hasMore: boolean }>;
  push(message: PushMessage): Promise<{ conflicts: Row[]; refused: { uid: string; code: string }[] }>;
  close(): void;
}

/** What happens on a link. */
export interface LinkEvents {
  connected(): void;
  disconnected(): void;
  changes(message: ChangesMessage): void;
  /** The server refuses this device until something is done about it. */
  refused(code: string): void;
}

export type OpenLink = (events: LinkEvents) => Link;

/** Longest wait for an answer. */
const ANSWER_MS = 20_000;
/** Opens the socket to `url`, by default to where the page came from, and keeps it open. */
export function openSocketLink(events: LinkEvents, url?: string, cookie?: string): Link {
  const waiting = new Set<() => void>();
  const { socket, close } = openSocket(
    "sync",
    {
      connected() {
        events.connected();
        for (const settle of waiting) settle();
        waiting.clear();
      },
      disconnected: () => events.disconnected(),
      refused: (code) => events.refused(code),
    },
    { url, cookie },
  );
  socket.on("changes", (message: unknown) => {
    const parsed = v.safeParse(ChangesMessage, message);
    if (parsed.success) events.changes(parsed.output);
    else events.refused("client-outdated");
  });

  async function ask<Schema extends v.GenericSchema>(
    event: "pull" | "push",
    message: unknown,
    answers: Schema,
  ): Promise<v.InferOutput<Schema>> {
    let answer: unknown;
    try {
      answer = await socket.timeout(ANSWER_MS).emitWithAck(event, message);
    } catch (error) {
      throw new LinkError("no-answer", error instanceof Error ? error.message : "no answer");
    }
    const parsed = v.safeParse(answers, answer);
    if (!parsed.success) throw new LinkError("client-outdated", "The answer was not understood.");
    return parsed.output;
  }

  return {
    isConnected: () => socket.connected,
    whenConnected: () =>
      socket.connected
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.add(resolve);
          }),
    async pull(message) {
      const answer = await ask("pull", message, PullAck);
      if ("error" in answer) throw new LinkError(answer.error.code, answer.error.message, answer.error.facts);
      return answer;
    },
    async push(message) {
      const answer = await ask("push", message, PushAck);
      if ("error" in answer) throw new LinkError(answer.error.code, answer.error.message, answer.error.facts);
      return answer;
    },
    close,
  };
}
