import type { Socket } from "node:net";
import type { Conversation } from "#server/embedded/mongo/scram.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { HEADER_BYTES, MAX_MESSAGE_BYTES, encodeReply, parseMessage } from "./message.ts";
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

/** Serves one client, message after message; a message that is none ends this connection and nothing else. */
export function serveConnection(socket: Socket, id: number, respond: Respond): void {
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
  let queue: Promise<void> = Promise.resolve();
  socket.setNoDelay(true);
  socket.on("data", (chunk) => {
    chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    size += chunk.length;
    takeMessages();
  });
  socket.on("error", () => socket.destroy());
  socket.on("close", () => closing.abort());

  function takeMessages(): void {
    while (size >= HEADER_BYTES) {
      const pending = chunks.length === 1 ? chunks[0] : undefined;
      const head = pending ?? Buffer.concat((chunks[0]?.length ?? 0) >= 4 ? chunks.slice(0, 1) : chunks);
      const length = head.readInt32LE(0);
      if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) {
        socket.destroy();
        return;
      }
      if (size < length) return;
      const all = pending ?? Buffer.concat(chunks);
      const rest = all.subarray(length);
      chunks = rest.length === 0 ? [] : [rest];
      size = rest.length;
      enqueue(all.subarray(0, length));
    }
  }

  function enqueue(message: Buffer): void {
    queue = afterwards(queue, message);
  }

  async function afterwards(previous: Promise<void>, message: Buffer): Promise<void> {
    await previous;
    try {
      await answer(parseMessage(message));
    } catch {
      // Whatever the message did, it must not reach the other connections.
      socket.destroy();
    }
  }

  async function answer(request: Request): Promise<void> {
    if (socket.destroyed) return;
    let responseTo = request.requestId;
    for (;;) {
      const outcome = await respond(request, peer);
      if (outcome === "hang up") {
        socket.destroy();
        return;
      }
      if (request.isUnacknowledged || socket.destroyed) return;
      lastRequestId = (lastRequestId + 1) & 0x7fffffff;
      socket.write(encodeReply(lastRequestId, responseTo, outcome.reply, request.isLegacy, outcome.streams));
      if (!outcome.streams) return;
      responseTo = lastRequestId;
    }
  }
}

function hostAndPort(address = "", port = 0): string {
  return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}
