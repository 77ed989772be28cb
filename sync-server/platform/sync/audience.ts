import type { Server, Socket } from "socket.io";
import type { ChangesMessage } from "#schemas/protocol.ts";
import { PUBLIC_OWNER } from "#server/platform/db/replicated.ts";
import type { ChangesAudience } from "./live-changes.ts";
import type { SocketAllowance } from "./limits.ts";

/** Of each collection, the last message that a socket was not sent. */
type Unsent = Map<string, ChangesMessage>;

export interface SocketAudience extends ChangesAudience {
  join(socket: Socket, userId: number | null, allowance: SocketAllowance): Promise<void>;
  /** Forgets a socket; answers with the owners of whom nobody is left. */
  leave(socket: Socket): void;
  stop(): void;
}

const PUBLIC_ROOM = "public";
/** How often a socket that was behind is looked at again. */
const LOOK_MS = 250;

/**
 * The sockets of this process, by the owners whose changes they are given. A socket whose device does not read is left
 * out rather than kept in memory; once it has read, it is told what there is, and its device pulls.
 */
export function openAudience(io: Server): SocketAudience {
  const sockets = io.of("/");
  const allowances = new Map<string, SocketAllowance>();
  const behind = new Map<string, Unsent>();
  let looking: NodeJS.Timeout | null = null;

  function isBehind(socketId: string): boolean {
    return behind.has(socketId) || (allowances.get(socketId)?.isBehind() ?? false);
  }

  function membersOf(owner: number): Iterable<string> {
    return sockets.adapter.rooms.get(roomOf(owner)) ?? [];
  }

  /** One message for all that read; it is encoded once. */
  function send(owner: number, message: ChangesMessage, bytes: number): void {
    const left: string[] = [];
    for (const socketId of membersOf(owner)) {
      if (isBehind(socketId)) left.push(socketId);
      else allowances.get(socketId)?.sending(bytes);
    }
    for (const socketId of left) keep(socketId, message);
    sockets.local.to(roomOf(owner)).except(left).emit("changes", message);
  }

  function keep(socketId: string, { collection, checkpoint }: ChangesMessage): void {
    const unsent = behind.get(socketId) ?? new Map<string, ChangesMessage>();
    unsent.set(collection, hint(collection, checkpoint));
    behind.set(socketId, unsent);
    looking ??= setInterval(look, LOOK_MS);
  }

  function look(): void {
    for (const [socketId, unsent] of behind) {
      if (allowances.get(socketId)?.isBehind() === true) continue;
      behind.delete(socketId);
      for (const message of unsent.values()) sockets.sockets.get(socketId)?.emit("changes", message);
    }
    if (behind.size === 0) stop();
  }

  function stop(): void {
    if (looking !== null) clearInterval(looking);
    looking = null;
  }

  return {
    presence(owner) {
      let presence: ReturnType<ChangesAudience["presence"]> = "absent";
      for (const socketId of membersOf(owner)) {
        if (!isBehind(socketId)) return "listening";
        presence = "behind";
      }
      return presence;
    },
    send,
    tell(owner, collection, checkpoint) {
      send(owner, hint(collection, checkpoint), 0);
    },
    // Closing the connection, not the socket: devices connect again by themselves and pull.
    resyncAll() {
      for (const socket of sockets.sockets.values()) socket.conn.close();
    },
    async join(socket, userId, allowance) {
      allowances.set(socket.id, allowance);
      await socket.join(PUBLIC_ROOM);
      if (userId !== null) await socket.join(roomOf(userId));
    },
    leave(socket) {
      allowances.get(socket.id)?.close();
      allowances.delete(socket.id);
      behind.delete(socket.id);
    },
    stop,
  };
}

/** Without documents: a device that is not at the checkpoint pulls. */
function hint(collection: ChangesMessage["collection"], checkpoint: ChangesMessage["checkpoint"]): ChangesMessage {
  return { collection, documents: [], previous: checkpoint, checkpoint };
}

export function roomOf(owner: number): string {
  return owner === PUBLIC_OWNER ? PUBLIC_ROOM : `user:${owner}`;
}

/** The owner whose sockets are in a room; null for any other room. */
export function ownerOf(room: string): number | null {
  if (room === PUBLIC_ROOM) return PUBLIC_OWNER;
  return room.startsWith("user:") ? Number(room.slice("user:".length)) : null;
}
