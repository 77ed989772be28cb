import * as v from "valibot";
import { LinkError } from "#pwa/platform/api/http-error.ts";
import {
  ChangesMessage,
  type ErrorAck,
  PullAck,
  PullManyAck,
  type PullMessage,
  PushAck,
  type PushMessage,
} from "#schemas/protocol.ts";
import { joinPulls, type Pulled } from "./joined-pulls.ts";
import { openSocket } from "./open-socket.ts";

type Row = Readonly<Record<string, unknown>>;

/** The way to the server. Calls fail with {@link LinkError} when the answer does not come or is a refusal. */
export interface Link {
  isConnected(): boolean;
  /** Settles with the next connection, or at once when there is one. */
  whenConnected(): Promise<void>;
  pull(message: PullMessage): Promise<Pulled>;
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
        pulls.connected();
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
    event: "pull" | "pull-many" | "push",
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

  const pulls = joinPulls({
    pull: async (message) => orThrow(await ask("pull", message, PullAck)),
    async pullMany(messages) {
      const { answers } = orThrow(await ask("pull-many", { pulls: messages }, PullManyAck));
      return answers.map((answer) => ("error" in answer ? toLinkError(answer) : answer));
    },
  });

  return {
    isConnected: () => socket.connected,
    whenConnected: () =>
      socket.connected
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.add(resolve);
          }),
    pull: pulls.pull,
    push: async (message) => orThrow(await ask("push", message, PushAck)),
    close,
  };
}

function toLinkError({ error }: ErrorAck): LinkError {
  return new LinkError(error.code, error.message, error.facts);
}

function orThrow<Answer extends object>(answer: Answer | ErrorAck): Answer {
  if ("error" in answer) throw toLinkError(answer);
  return answer;
}
