import type { Socket } from "socket.io";
import * as v from "valibot";
import { AppError } from "#schemas/errors.ts";
import type { Outbox } from "./outbox.ts";

/** Whoever sent a message. */
export interface Asker {
  readonly socket: Socket;
  /** The user whose socket this is; null for nobody. Throws `session-required` when the session has ended since. */
  userId(): Promise<number | null>;
}

export interface Answered {
  readonly answer: unknown;
  /** About how many are sent: they are counted to tell who does not read. */
  readonly bytes: number;
}

export type Answer = (asker: Asker, message: unknown) => Promise<Answered>;

/** What a feature answers on the socket, beside pulls and pushes of rows. */
export interface FeatureMessages {
  /** By the message's name. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** Forgets a socket that is gone. */
  leave(socket: Socket): void;
}

/** Opens them for a process's sockets, to which the outbox sends. */
export type OpenFeatureMessages = (outbox: Outbox) => FeatureMessages;

/** The messages of several features, whose names differ. */
export function allMessages(...opens: readonly OpenFeatureMessages[]): OpenFeatureMessages {
  return (outbox) => {
    const all = opens.map((open) => open(outbox));
    return {
      answers: new Map(all.flatMap(({ answers }) => [...answers])),
      leave: (socket) => {
        for (const each of all) each.leave(socket);
      },
    };
  };
}

/** Throws `sync-message-malformed`. */
export function parseMessage<Schema extends v.GenericSchema>(schema: Schema, message: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, message);
  if (parsed.success) return parsed.output;
  throw new AppError("sync-message-malformed");
}
