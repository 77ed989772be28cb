import { decodeDoc } from "#server/embedded/mongo/bson/decode.ts";
import { encodeDoc } from "#server/embedded/mongo/bson/encode.ts";

import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { crc32c } from "./crc32c.ts";

/** The bytes are no message of the MongoDB wire protocol; the connection cannot go on. */
export class MalformedMessage extends Error {}

export const MAX_MESSAGE_BYTES = 48_000_000;
export const HEADER_BYTES = 16;

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const EXHAUST_ALLOWED = 1 << 16;
const KNOWN_REQUIRED_BITS = CHECKSUM_PRESENT | MORE_TO_COME;

export type Request = {
  requestId: number;
  body: Doc;
  /** No reply is wanted. */
  isUnacknowledged: boolean;
  mayStream: boolean;
  /** Came as OP_QUERY, so that the reply has to be OP_REPLY. */
  isLegacy: boolean;
};

export function parseMessage(message: Buffer): Request {
  const requestId = message.readInt32LE(4);
  const opCode = message.readInt32LE(12);
  if (opCode === OP_MSG) return parseMsg(message, requestId);
  if (opCode === OP_QUERY) return parseQuery(message, requestId);
  throw new MalformedMessage(`unknown opcode ${opCode}`);
}

function parseMsg(message: Buffer, requestId: number): Request {
  if (message.length < 21) throw new MalformedMessage("message is cut off");
  const flags = message.readUInt32LE(16);
  if ((flags & 0xffff & ~KNOWN_REQUIRED_BITS) !== 0) throw new MalformedMessage("unknown required flag bits");
  let end = message.length;
  if ((flags & CHECKSUM_PRESENT) !== 0) {
    end -= 4;
    if (crc32c(message.subarray(0, end)) !== message.readUInt32LE(end)) throw new MalformedMessage("wrong checksum");
  }
  let body: Doc | undefined;
  const sequences: [string, Value[]][] = [];
  let at = 20;
  while (at < end) {
    const kind = message[at];
    at += 1;
    if (at + 4 > end) throw new MalformedMessage("section is cut off");
    const size = message.readInt32LE(at);
    if (size < 5 || at + size > end) throw new MalformedMessage("section length is wrong");
    if (kind === 0 && body === undefined) body = decodeDoc(message, at);
    else if (kind === 1) sequences.push(parseSequence(message, at, at + size));
    else throw new MalformedMessage("unknown section kind");
    at += size;
  }
  if (body === undefined) throw new MalformedMessage("message has no body");
  for (const [name, documents] of sequences) body.set(name, documents);
  return {
    requestId,
    body,
    isUnacknowledged: (flags & MORE_TO_COME) !== 0,
    mayStream: (flags & EXHAUST_ALLOWED) !== 0,
    isLegacy: false,
  };
}

function parseSequence(message: Buffer, start: number, end: number): [string, Value[]] {
  const nameEnd = message.indexOf(0, start + 4);
  if (nameEnd < 0 || nameEnd >= end) throw new MalformedMessage("sequence has no name");
  const documents: Value[] = [];
  let at = nameEnd + 1;
  while (at < end) {
    if (at + 4 > end) throw new MalformedMessage("sequence is cut off");
    const size = message.readInt32LE(at);
    if (size < 5 || at + size > end) throw new MalformedMessage("document length is wrong");
    documents.push(decodeDoc(message, at));
    at += size;
  }
  return [message.toString("utf8", start + 4, nameEnd), documents];
}

/** Only commands (`db.$cmd`) come this way, and of those only the first hello of a connection. */
function parseQuery(message: Buffer, requestId: number): Request {
  const nameEnd = message.indexOf(0, 20);
  if (nameEnd < 0 || nameEnd + 13 > message.length) throw new MalformedMessage("query is cut off");
  const namespace = message.toString("utf8", 20, nameEnd);
  const body = decodeDoc(message, nameEnd + 9);
  if (!body.has("$db")) body.set("$db", namespace.split(".")[0] ?? "admin");
  return { requestId, body, isUnacknowledged: false, mayStream: false, isLegacy: true };
}

/** The bytes of a reply; `moreFollows` announces another one without a request. */
export function encodeReply(
  requestId: number,
  responseTo: number,
  reply: Doc,
  isLegacy: boolean,
  moreFollows: boolean,
): Buffer {
  const body = encodeDoc(reply);
  const preamble = isLegacy ? 36 : 21;
  const out = Buffer.allocUnsafe(preamble + body.length);
  out.writeInt32LE(out.length, 0);
  out.writeInt32LE(requestId, 4);
  out.writeInt32LE(responseTo, 8);
  out.writeInt32LE(isLegacy ? OP_REPLY : OP_MSG, 12);
  if (isLegacy) {
    out.fill(0, 16, 36);
    out.writeInt32LE(8, 16);
    out.writeInt32LE(1, 32);
  } else {
    out.writeUInt32LE(moreFollows ? MORE_TO_COME : 0, 16);
    out[20] = 0;
  }
  body.copy(out, preamble);
  return out;
}
