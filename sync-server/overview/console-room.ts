import type { Socket } from "socket.io";
import { AppError } from "#schemas/errors.ts";
import { type OverviewChange, type OverviewOutput, WatchOverviewMessage } from "#schemas/overview.ts";
import { type Answer, type FeatureMessages, parseMessage } from "#server/platform/sync/feature-messages.ts";
import type { Outbox } from "#server/platform/sync/outbox.ts";

export interface RoomDeps {
  /** Of these users, those who may be in the room at this moment. */
  whoSees(userIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Called when the first comes. */
  opened(): void;
  /** Called when nobody is left. */
  emptied(): void;
  /** The picture as it is told from now on. */
  picture(): Promise<OverviewOutput>;
  /** The same at once, for a socket that was not sent something. */
  latest(): OverviewOutput | null;
}

export interface ConsoleRoom {
  readonly messages: FeatureMessages;
  /** Tells a change to all who may still hear it; who may no longer is cut off. */
  tell(change: OverviewChange): Promise<void>;
}

const ROOM = "operators";

/** The sockets of operators who look at the overview. Whether somebody is one is asked when they come, and before every message. */
export function openConsoleRoom(outbox: Outbox, deps: RoomDeps): ConsoleRoom {
  const members = new Map<string, { readonly socket: Socket; readonly userId: number }>();

  function leave(socket: Socket): void {
    if (members.delete(socket.id) && members.size === 0) deps.emptied();
  }

  const watch: Answer = async ({ socket, userId: ask }, message) => {
    parseMessage(WatchOverviewMessage, message);
    const userId = await ask();
    if (userId === null) throw new AppError("session-required");
    if (!(await deps.whoSees([userId])).has(userId)) throw new AppError("admin-required");
    // It may have left while it was asked who it is.
    if (!socket.connected) throw new AppError("not-ready");
    members.set(socket.id, { socket, userId });
    if (members.size === 1) deps.opened();
    await socket.join(ROOM);
    const answer = await deps.picture();
    return { answer, bytes: bytesOf(answer) };
  };

  return {
    messages: { answers: new Map([["watch-overview", watch]]), leave },
    async tell(change) {
      const asked = [...members.values()];
      if (asked.length === 0) return;
      const seeing = await deps.whoSees(asked.map(({ userId }) => userId));
      for (const { socket, userId } of asked) if (!seeing.has(userId)) await cutOff(socket);
      outbox.send(ROOM, "overview", change, bytesOf(change), {
        key: ROOM,
        message: () => hint(deps.latest() ?? change),
      });
    },
  };

  /** Its device connects again, and is told why it may not look any more. */
  async function cutOff(socket: Socket): Promise<void> {
    leave(socket);
    await socket.leave(ROOM);
    socket.conn.close();
  }
}

/** Nothing but how far there is something: who is not there has missed it, and asks. */
function hint({ sequence, at }: Pick<OverviewChange, "sequence" | "at">): OverviewChange {
  return { previous: sequence, sequence, at };
}

function bytesOf(message: object): number {
  return JSON.stringify(message).length;
}
