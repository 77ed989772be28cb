import type { Server, Socket } from "socket.io";
import type { ChangesMessage } from "#schemas/protocol.ts";
import { PUBLIC_OWNER } from "#server/platform/db/replicated.ts";
import type { ChangesAudience } from "./live-changes.ts";
import type { Outbox } from "./outbox.ts";

export interface SocketAudience extends ChangesAudience {
  join(socket: Socket, userId: number | null): Promise<void>;
  stop(): void;
}

const PUBLIC_ROOM = "public";

/** The sockets of this process, by the owners whose changes they are given. */
export function openAudience(io: Server, outbox: Outbox): SocketAudience {
  const sockets = io.of("/");

  function send(owner: number, message: ChangesMessage, bytes: number): void {
    const { collection, checkpoint } = message;
    const hinted = { key: collection, message: () => hint(collection, checkpoint) };
    outbox.send(roomOf(owner), "changes", message, bytes, hinted);
  }

  return {
    presence(owner) {
      let presence: ReturnType<ChangesAudience["presence"]> = "absent";
      for (const socketId of sockets.adapter.rooms.get(roomOf(owner)) ?? []) {
        if (!outbox.isBehind(socketId)) return "listening";
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
    async join(socket, userId) {
      await socket.join(PUBLIC_ROOM);
      if (userId !== null) await socket.join(roomOf(userId));
    },
    stop: () => outbox.stop(),
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
