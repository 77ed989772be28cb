import { decodeDoc } from "#server/embedded/mongo/bson/decode.ts";
import { encodeBriefly } from "#server/embedded/mongo/bson/encode.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { crc32c } from "./crc32c.ts";

/** The bytes are no message of the MongoDB wire protocol; the connection cannot go on. */
export class MalformedMessage extends Error {}

export const MAX_MESSAGE_BYTES = 48_000_000;
export const HEADER_BYTES = 16;

const COMMAND_SUFFIX = ".$cmd";
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
  /** Came with a checksum, so that the reply carries one too. */
  hasChecksum: boolean;
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
  const sequences = new Map<string, Value[]>();
  let at = 20;
  while (at < end) {
    const kind = message[at];
    at += 1;
    if (at + 4 > end) throw new MalformedMessage("section is cut off");
    const size = message.readInt32LE(at);
    if (size < 5 || at + size > end) throw new MalformedMessage("section length is wrong");
    if (kind === 0 && body === undefined) body = decodeDoc(message, at);
    else if (kind === 1) parseSequence(message, at, at + size, sequences);
    else throw new MalformedMessage("unknown section kind");
    at += size;
  }
  if (body === undefined) throw new MalformedMessage("message has no body");
  for (const [name, documents] of sequences) {
    if (body.has(name)) throw new MalformedMessage("a sequence has the name of a field");
    body.set(name, documents);
  }
  return {
    requestId,
    body,
    isUnacknowledged: (flags & MORE_TO_COME) !== 0,
    mayStream: (flags & EXHAUST_ALLOWED) !== 0,
    isLegacy: false,
    hasChecksum: (flags & CHECKSUM_PRESENT) !== 0,
  };
}

function parseSequence(message: Buffer, start: number, end: number, sequences: Map<string, Value[]>): void {
  const nameEnd = message.indexOf(0, start + 4);
  if (nameEnd < 0 || nameEnd >= end) throw new MalformedMessage("sequence has no name");
  const name = message.toString("utf8", start + 4, nameEnd);
  if (sequences.has(name)) throw new MalformedMessage("a sequence comes twice");
  const documents: Value[] = [];
  let at = nameEnd + 1;
  while (at < end) {
    if (at + 4 > end) throw new MalformedMessage("sequence is cut off");
    const size = message.readInt32LE(at);
    if (size < 5 || at + size > end) throw new MalformedMessage("document length is wrong");
    documents.push(decodeDoc(message, at));
    at += size;
  }
  sequences.set(name, documents);
}

/** Only commands (`db.$cmd`) come this way, and of those only the first hello of a connection. */
function parseQuery(message: Buffer, requestId: number): Request {
  const nameEnd = message.indexOf(0, 20);
  if (nameEnd < 0 || nameEnd + 13 > message.length) throw new MalformedMessage("query is cut off");
  const namespace = message.toString("utf8", 20, nameEnd);
  if (!namespace.endsWith(COMMAND_SUFFIX)) throw new MalformedMessage("query of a collection");
  const body = decodeDoc(message, nameEnd + 9);
  if (!body.has("$db")) body.set("$db", namespace.slice(0, -COMMAND_SUFFIX.length));
  return { requestId, body, isUnacknowledged: false, mayStream: false, isLegacy: true, hasChecksum: false };
}

/** The bytes of a reply; `moreFollows` announces another one without a request. */
export function encodeReply(
  requestId: number,
  responseTo: number,
  reply: Doc,
  request: Pick<Request, "isLegacy" | "hasChecksum">,
  moreFollows: boolean,
): Buffer {
  const { isLegacy, hasChecksum } = request;
  const out = encodeBriefly(reply, isLegacy ? 36 : 21);
  out.writeInt32LE(out.length + (hasChecksum ? 4 : 0), 0);
  out.writeInt32LE(requestId, 4);
  out.writeInt32LE(responseTo, 8);
  out.writeInt32LE(isLegacy ? OP_REPLY : OP_MSG, 12);
  if (isLegacy) {
    out.fill(0, 16, 36);
    out.writeInt32LE(8, 16);
    out.writeInt32LE(1, 32);
  } else {
    out.writeUInt32LE((moreFollows ? MORE_TO_COME : 0) | (hasChecksum ? CHECKSUM_PRESENT : 0), 16);
    out[20] = 0;
  }
  if (!hasChecksum) return out;
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32c(out));
  return Buffer.concat([out, checksum]);
}
