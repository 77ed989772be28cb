import type { Socket } from "socket.io";
import { AppError } from "#schemas/errors.ts";
import type { Permission } from "#schemas/operators.ts";
import { OpenRowMessage, type Queue, QUEUES, type TakenRows } from "#schemas/queues.ts";
import { holdersOf } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import {
  type Answer,
  type FeatureMessages,
  type OpenFeatureMessages,
  parseMessage,
} from "#server/platform/sync/feature-messages.ts";
import type { Outbox } from "#server/platform/sync/outbox.ts";
import { findUserById } from "#server/users/index.ts";
import { giveBack, TAKEN, takenOf, takeRow } from "./taken-rows.ts";

interface Member {
  readonly socket: Socket;
  readonly userId: number;
  readonly queue: Queue;
}

export interface QueueRooms {
  readonly messages: OpenFeatureMessages;
  stop(): Promise<void>;
}

/** Who looks at a queue is told at most so often, however much is opened and left. */
const TELL_MS = 250;

/**
 * The sockets of operators who look at queues, and the rows that they have open. Whether somebody may look is asked of the database when
 * they come and before every message; who may decide has what they open, and gives it back with the socket.
 */
export function openQueueRooms(runtime: Runtime): QueueRooms {
  const { database, log } = runtime;
  const members = new Map<string, Member>();
  let outbox: Outbox | null = null;
  let unfollow: (() => void) | null = null;
  let timer: NodeJS.Timeout | null = null;
  const underWay = new Set<Promise<unknown>>();
  const turns = new Map<string, Promise<void>>();

  /** One message of a socket after the other: what was opened last counts, however long the one before took. */
  const open: Answer = (asker, message) => {
    const { id } = asker.socket;
    const turn = (turns.get(id) ?? Promise.resolve()).then(() => answer(asker, message));
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    turns.set(id, settled);
    void settled.then(() => turns.get(id) === settled && turns.delete(id));
    return turn;
  };

  const answer: Answer = async ({ socket, userId: ask }, message) => {
    const { queue, open: id } = parseMessage(OpenRowMessage, message);
    const userId = await ask();
    if (userId === null) throw new AppError("session-required");
    const { read, decide } = QUEUES[queue];
    if (!(await mayAll([userId], read)).has(userId)) throw new AppError("role-required");
    // It may have left while it was asked who it is.
    if (!socket.connected) throw new AppError("not-ready");
    join({ socket, userId, queue });
    await giveBack(runtime, socket.id, id === null ? undefined : `${queue} ${id}`);
    if (id !== null && (await mayAll([userId], decide)).has(userId)) {
      const name = (await findUserById(runtime, userId))?.username ?? "";
      await takeRow(runtime, queue, id, { userId, name, socket: socket.id });
      if (!members.has(socket.id)) await giveBack(runtime, socket.id);
    }
    const told: TakenRows = { queue, taken: await takenOf(runtime, queue) };
    return { answer: told, bytes: bytesOf(told) };
  };

  function join(member: Member): void {
    const former = members.get(member.socket.id);
    if (former && former.queue !== member.queue) void member.socket.leave(roomOf(former.queue));
    members.set(member.socket.id, member);
    void member.socket.join(roomOf(member.queue));
    unfollow ??= database.changes.on([TAKEN], tellSoon);
  }

  function leave({ id }: Pick<Socket, "id">): void {
    if (!members.delete(id)) return;
    if (members.size === 0) {
      unfollow?.();
      unfollow = null;
    }
    keep(giveBack(runtime, id));
  }

  function tellSoon(): void {
    timer ??= setTimeout(() => {
      timer = null;
      keep(tell());
    }, TELL_MS);
  }

  async function tell(): Promise<void> {
    const queues = new Set([...members.values()].map(({ queue }) => queue));
    for (const queue of queues) {
      const there = [...members.values()].filter((member) => member.queue === queue);
      const seeing = await mayAll(
        there.map(({ userId }) => userId),
        QUEUES[queue].read,
      );
      for (const { socket, userId } of there) if (!seeing.has(userId)) await cutOff(socket);
      const message: TakenRows = { queue, taken: await takenOf(runtime, queue) };
      outbox?.send(roomOf(queue), "taken", message, bytesOf(message), { key: roomOf(queue), message: () => message });
    }
  }

  /** Its device connects again, and is told why it may not look any more. */
  async function cutOff(socket: Socket): Promise<void> {
    const { queue } = members.get(socket.id) ?? {};
    leave(socket);
    if (queue !== undefined) await socket.leave(roomOf(queue));
    socket.conn.close();
  }

  async function mayAll(userIds: readonly number[], permission: Permission): Promise<ReadonlySet<number>> {
    const holders = await holdersOf(database, null, permission);
    return new Set(holders.map(({ id }) => id).filter((id) => userIds.includes(id)));
  }

  function keep(work: Promise<void>): void {
    const settled = work
      .catch((error: unknown) => log.warn({ err: error }, "who has which row open was not told"))
      .finally(() => underWay.delete(settled));
    underWay.add(settled);
  }

  return {
    messages: (opened): FeatureMessages => {
      outbox = opened;
      return { answers: new Map([["open-row", open]]), leave };
    },
    async stop() {
      unfollow?.();
      unfollow = null;
      if (timer !== null) clearTimeout(timer);
      for (const id of members.keys()) leave({ id });
      await Promise.all(underWay);
    },
  };
}

function roomOf(queue: Queue): string {
  return `queue ${queue}`;
}

function bytesOf(message: object): number {
  return JSON.stringify(message).length;
}
