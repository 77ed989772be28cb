import { createConnection } from "node:net";
import type { Socket } from "node:net";
import { deserialize, serialize } from "bson";
import type { Document } from "bson";

export const OP_QUERY = 2004;
export const OP_MSG = 2013;

export type RawReply = {
  opCode: number;
  requestId: number;
  responseTo: number;
  flags: number;
  body: Document;
  bytes: Buffer;
};

/** A connection that sends exactly what it is told to, right or wrong. */
export class RawClient {
  readonly socket: Socket;
  private chunks: Buffer[] = [];
  private size = 0;
  private readonly closed: Promise<void>;
  private wake: () => void = () => {};

  constructor(port: number) {
    this.socket = createConnection(port, "127.0.0.1");
    this.socket.on("error", () => this.socket.destroy());
    this.socket.on("data", (chunk) => {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      this.chunks.push(bytes);
      this.size += bytes.length;
      this.wake();
    });
    this.closed = new Promise((resolve) => {
      this.socket.on("close", () => resolve());
    });
  }

  send(...parts: Buffer[]): void {
    this.socket.write(Buffer.concat(parts));
  }

  /** The next reply; throws when the connection ends instead. */
  async next(): Promise<RawReply> {
    for (;;) {
      const reply = this.take();
      if (reply !== undefined) return reply;
      if (this.socket.destroyed) throw new Error("the connection ended");
      const { promise, resolve } = Promise.withResolvers<void>();
      this.wake = resolve;
      await Promise.race([promise, this.closed]);
    }
  }

  private take(): RawReply | undefined {
    if (this.size < 16) return undefined;
    const [first] = this.chunks;
    const head = first !== undefined && first.length >= 4 ? first : Buffer.concat(this.chunks);
    const length = head.readInt32LE(0);
    if (this.size < length) return undefined;
    const all = Buffer.concat(this.chunks);
    this.chunks = [all.subarray(length)];
    this.size -= length;
    return readReply(all.subarray(0, length));
  }

  async command(command: Document): Promise<Document> {
    this.send(opMsg(command));
    return (await this.next()).body;
  }

  /** Resolves once the server has ended the connection. */
  untilClosed(): Promise<void> {
    return this.closed;
  }

  close(): void {
    this.socket.destroy();
  }
}

function readReply(bytes: Buffer): RawReply {
  const opCode = bytes.readInt32LE(12);
  const start = opCode === OP_MSG ? 21 : 36;
  const end = start + bytes.readInt32LE(start);
  return {
    opCode,
    requestId: bytes.readInt32LE(4),
    responseTo: bytes.readInt32LE(8),
    flags: bytes.readUInt32LE(16),
    body: deserialize(bytes.subarray(start, end)),
    bytes,
  };
}

export function frame(opCode: number, body: Buffer, requestId = 7): Buffer {
  const head = Buffer.alloc(16);
  head.writeInt32LE(16 + body.length, 0);
  head.writeInt32LE(requestId, 4);
  head.writeInt32LE(opCode, 12);
  return Buffer.concat([head, body]);
}

export function uint32(value: number): Buffer {
  const out = Buffer.alloc(4);
  out.writeUInt32LE(value, 0);
  return out;
}

export function opMsg(command: Document, options: { flags?: number; sections?: Buffer[] } = {}): Buffer {
  const body = Buffer.concat([Buffer.from([0]), serialize(command)]);
  return frame(OP_MSG, Buffer.concat([uint32(options.flags ?? 0), body, ...(options.sections ?? [])]));
}

export function sequence(name: string, documents: readonly Document[]): Buffer {
  const content = Buffer.concat([Buffer.from(`${name}\0`), ...documents.map((document) => serialize(document))]);
  return Buffer.concat([Buffer.from([1]), uint32(content.length + 4), content]);
}

export function opQuery(namespace: string, command: Document): Buffer {
  const head = Buffer.concat([uint32(0), Buffer.from(`${namespace}\0`), uint32(0), uint32(0xffffffff)]);
  return frame(OP_QUERY, Buffer.concat([head, serialize(command)]));
}
