import type { Socket } from "socket.io";
import { AppError } from "#schemas/errors.ts";
import { PullManyMessage, PullMessage, PushMessage } from "#schemas/protocol.ts";
import type { Clock, Logger } from "#server/platform/http/runtime.ts";
import { type FeatureMessages, parseMessage } from "./feature-messages.ts";
import type { SocketAllowance } from "./limits.ts";
import { pull } from "./pull.ts";
import { pullMany } from "./pull-many.ts";
import { push, type PushContext } from "./push.ts";
import { traced } from "#server/platform/trace/trace.ts";
import { toErrorAck } from "./refusals.ts";

export interface AnswerContext extends PushContext {
  readonly clock: Clock;
  readonly log: Logger;
  readonly messages: FeatureMessages;
  /** The user whose socket this is; null for nobody. Throws `session-required` when the session has ended since. */
  userIdOf(socket: Socket): Promise<number | null>;
}

type Ack = (answer: unknown) => void;

/** Messages beyond its pace that a socket may send; a device that is told to wait sends one for each collection, and waits. */
const MOST_UNPACED = 200;

/**
 * Answers a socket's messages. What is thrown becomes an error ack; a message without an ack gets none. Whoever goes on sending
 * though told to wait is cut off: reading and refusing costs, too.
 */
export function answerMessages(
  context: AnswerContext,
  socket: Socket,
  allowance: SocketAllowance,
  userId: number | null,
): void {
  const { log } = context;
  let unpaced = 0;
  let messages = 0;

  /** Counts the message in, and how far the socket is beyond its pace. */
  function begin(): () => void {
    try {
      const end = allowance.begin();
      unpaced = Math.max(0, unpaced - 1);
      return end;
    } catch (error) {
      unpaced += 1;
      if (unpaced > MOST_UNPACED) socket.conn.close();
      throw error;
    }
  }

  async function answerOne(event: string, args: readonly unknown[]): Promise<void> {
    const ack = ackOf(args);
    try {
      const end = begin();
      try {
        if (!ack || args.length !== 2) throw new AppError("sync-message-malformed");
        ack(await answer(context, socket, allowance, event, args[0]));
      } finally {
        end();
      }
    } catch (error) {
      const told = toErrorAck(error, log, event);
      ack?.(told);
    }
  }

  socket.onAny((event: string, ...args: unknown[]) => {
    messages += 1;
    // Both ends know it: the socket's id, and the how manieth message it is.
    const trace = { requestId: `${socket.id}-${messages}`, ...(userId !== null && { userId }) };
    return traced(trace, () => answerOne(event, args));
  });
  socket.on("error", (error) => log.warn({ err: error }, "socket error"));
}

async function answer(
  context: AnswerContext,
  socket: Socket,
  allowance: SocketAllowance,
  event: string,
  message: unknown,
): Promise<unknown> {
  if (event === "pull") {
    const parsed = parseMessage(PullMessage, message);
    const { bytes, ...pulled } = await pull(context, await context.userIdOf(socket), parsed);
    allowance.sending(bytes);
    return pulled;
  }
  if (event === "pull-many") {
    const { pulls } = parseMessage(PullManyMessage, message);
    const { bytes, answers } = await pullMany(context, await context.userIdOf(socket), pulls);
    allowance.sending(bytes);
    return { answers };
  }
  if (event === "push") {
    const parsed = parseMessage(PushMessage, message);
    return push(context, await context.userIdOf(socket), parsed, context.clock.now());
  }
  const feature = context.messages.answers.get(event);
  if (!feature) throw new AppError("sync-message-malformed");
  const { answer: told, bytes } = await feature({ socket, userId: () => context.userIdOf(socket) }, message);
  if (bytes > 0) allowance.sending(bytes);
  return told;
}

function ackOf(args: readonly unknown[]): Ack | undefined {
  const last = args.at(-1);
  return typeof last === "function" ? (given) => void last(given) : undefined;
}
