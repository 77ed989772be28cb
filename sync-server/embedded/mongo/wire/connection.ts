import type { Socket } from "node:net";
import type { Conversation } from "#server/embedded/mongo/scram.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { HEADER_BYTES, encodeReply, parseMessage } from "./message.ts";
import type { Request } from "./message.ts";

export type Peer = {
  readonly id: number;
  readonly address: string;
  /** The address of ours that it reached. */
  readonly reached: string;
  readonly closed: AbortSignal;
  user: string | undefined;
  /** As the client called itself in its first hello. */
  appName: string | undefined;
  /** A login that is under way. */
  conversation: (Conversation & { skipsEmptyExchange: boolean }) | undefined;
};

/** The reply, and whether another one is to follow by itself (a streamed hello). */
export type Answer = { reply: Doc; streams: boolean };

export type Respond = (request: Request, peer: Peer) => Promise<Answer | "hang up">;

let lastRequestId = 0;

export type ConnectionOptions = {
  respond: Respond;
  /** How long a message of this client may be. */
  maxBytes: (peer: Peer) => number;
};

/** What may wait behind the message at work before no more is read. */
const MAX_BACKLOG_BYTES = 1024 * 1024;

/** Serves one client, message after message; a message that is none ends this connection and nothing else. */
export function serveConnection(socket: Socket, id: number, options: ConnectionOptions): void {
  const closing = new AbortController();
  const peer: Peer = {
    id,
    address: hostAndPort(socket.remoteAddress, socket.remotePort),
    reached: hostAndPort(socket.localAddress, socket.localPort),
    closed: closing.signal,
    user: undefined,
    appName: undefined,
    conversation: undefined,
  };
  let chunks: Buffer[] = [];
  let size = 0;
  const backlog: Buffer[] = [];
  let backlogBytes = 0;
  let isAtWork = false;
  socket.setNoDelay(true);
  socket.on("data", (chunk) => {
    chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    size += chunk.length;
    takeMessages();
    if (backlogBytes > MAX_BACKLOG_BYTES) socket.pause();
    if (!isAtWork && backlog.length > 0) void work();
  });
  socket.on("error", () => socket.destroy());
  socket.on("close", () => closing.abort());

  function takeMessages(): void {
    while (size >= HEADER_BYTES) {
      const pending = chunks.length === 1 ? chunks[0] : undefined;
      const head = pending ?? Buffer.concat((chunks[0]?.length ?? 0) >= 4 ? chunks.slice(0, 1) : chunks);
      const length = head.readInt32LE(0);
      if (length < HEADER_BYTES || length > options.maxBytes(peer)) {
        socket.destroy();
        return;
      }
      if (size < length) return;
      const all = pending ?? Buffer.concat(chunks);
      const rest = all.subarray(length);
      chunks = rest.length === 0 ? [] : [rest];
      size = rest.length;
      backlog.push(all.subarray(0, length));
      backlogBytes += length;
    }
  }

  async function work(): Promise<void> {
    isAtWork = true;
    for (let message = backlog.shift(); message !== undefined; message = backlog.shift()) {
      backlogBytes -= message.length;
      try {
        await answer(parseMessage(message));
      } catch {
        // Whatever the message did, it must not reach the other connections.
        socket.destroy();
      }
      if (backlogBytes <= MAX_BACKLOG_BYTES && socket.isPaused()) socket.resume();
    }
    isAtWork = false;
  }

  async function answer(request: Request): Promise<void> {
    if (socket.destroyed) return;
    let responseTo = request.requestId;
    for (;;) {
      const outcome = await options.respond(request, peer);
      if (outcome === "hang up") {
        socket.destroy();
        return;
      }
      if (request.isUnacknowledged || socket.destroyed) return;
      lastRequestId = (lastRequestId + 1) & 0x7fffffff;
      const isTaken = socket.write(encodeReply(lastRequestId, responseTo, outcome.reply, request, outcome.streams));
      // A client that does not read gets no further replies made for it.
      if (!isTaken) await untilDrained(socket, closing.signal);
      if (!outcome.streams) return;
      responseTo = lastRequestId;
    }
  }
}

function untilDrained(socket: Socket, closed: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      socket.off("drain", finish);
      closed.removeEventListener("abort", finish);
      resolve();
    };
    socket.on("drain", finish);
    closed.addEventListener("abort", finish);
    if (closed.aborted) finish();
  });
}

function hostAndPort(address = "", port = 0): string {
  return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}
