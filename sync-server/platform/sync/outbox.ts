import type { Server } from "socket.io";
import type { SocketAllowance } from "./limits.ts";

/** What a socket is told instead, once it has read, of all that it was not sent under one key. */
export interface Hint {
  readonly key: string;
  message(): unknown;
}

export interface Outbox {
  /** Sockets that are open. */
  count(): number;
  admit(socketId: string, allowance: SocketAllowance): void;
  /** The socket is gone. */
  forget(socketId: string): void;
  isBehind(socketId: string): boolean;
  /** One message for all in a room that read; it is encoded once. The others are given the hint later. */
  send(room: string, event: string, message: unknown, bytes: number, hint: Hint): void;
  stop(): void;
}

/** Of each key, the last hint for a socket that was not sent something. */
type Unsent = Map<string, { readonly event: string; readonly hint: Hint }>;

/** How often a socket that was behind is looked at again. */
const LOOK_MS = 250;

/**
 * Sends to the sockets of this process. One whose device does not read is left out rather than kept in memory; once it has
 * read, it is told that there is something, and asks.
 */
export function openOutbox(io: Server): Outbox {
  const sockets = io.of("/");
  const allowances = new Map<string, SocketAllowance>();
  const behind = new Map<string, Unsent>();
  let looking: NodeJS.Timeout | null = null;

  function isBehind(socketId: string): boolean {
    return behind.has(socketId) || (allowances.get(socketId)?.isBehind() ?? false);
  }

  function keep(socketId: string, event: string, hint: Hint): void {
    const unsent = behind.get(socketId) ?? new Map<string, { event: string; hint: Hint }>();
    unsent.set(hint.key, { event, hint });
    behind.set(socketId, unsent);
    looking ??= setInterval(look, LOOK_MS);
  }

  function look(): void {
    for (const [socketId, unsent] of behind) {
      if (allowances.get(socketId)?.isBehind() === true) continue;
      behind.delete(socketId);
      for (const { event, hint } of unsent.values()) sockets.sockets.get(socketId)?.emit(event, hint.message());
    }
    if (behind.size === 0) stop();
  }

  function stop(): void {
    if (looking !== null) clearInterval(looking);
    looking = null;
  }

  return {
    count: () => allowances.size,
    admit: (socketId, allowance) => {
      allowances.set(socketId, allowance);
    },
    forget(socketId) {
      allowances.get(socketId)?.close();
      allowances.delete(socketId);
      behind.delete(socketId);
    },
    isBehind,
    send(room, event, message, bytes, hint) {
      const left: string[] = [];
      for (const socketId of sockets.adapter.rooms.get(room) ?? []) {
        if (isBehind(socketId)) left.push(socketId);
        else allowances.get(socketId)?.sending(bytes);
      }
      for (const socketId of left) keep(socketId, event, hint);
      sockets.local.to(room).except(left).emit(event, message);
    },
    stop,
  };
}
