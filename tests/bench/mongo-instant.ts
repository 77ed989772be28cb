import { type Socket, createServer } from "node:net";
import { BSON } from "mongodb";

/**
 * A server that knows nothing and answers at once: what the driver reaches with it is what any server can reach. Says
 * its port when it listens, and ends with its standard input.
 */
const HEADER_BYTES = 16;
const NAME_AT = 26;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

const stamped = {
  ok: 1,
  $clusterTime: {
    clusterTime: new BSON.Timestamp({ t: 1, i: 1 }),
    signature: { hash: new BSON.Binary(Buffer.alloc(20)), keyId: BSON.Long.ZERO },
  },
  operationTime: new BSON.Timestamp({ t: 1, i: 1 }),
};

const hello = {
  helloOk: true,
  isWritablePrimary: true,
  setName: "rs0",
  hosts: ["127.0.0.1:1"],
  me: "127.0.0.1:1",
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: 25,
  ...stamped,
};

const account = {
  _id: new BSON.ObjectId(),
  email: "person-0000000@example.org",
  owner: 5000,
  rank: 1_000_000_000,
  changes: 0,
  createdAt: new Date(0),
  note: "What an account of a small operator says about its owner, in a few words.",
};

const replies = new Map([
  ["find", reply({ cursor: { firstBatch: [account], id: BSON.Long.ZERO, ns: "bench.large" }, ...stamped })],
  ["update", reply({ n: 1, nModified: 1, ...stamped })],
  ["insert", reply({ n: 1, ...stamped })],
  ["ping", reply(stamped)],
]);
const helloReply = reply(hello);
const legacyReply = reply(hello, true);

function reply(body: BSON.Document, isLegacy = false): Buffer {
  const bytes = BSON.serialize(body);
  const preamble = isLegacy ? 36 : 21;
  const out = Buffer.alloc(preamble + bytes.length);
  out.writeInt32LE(out.length, 0);
  out.writeInt32LE(isLegacy ? OP_REPLY : OP_MSG, 12);
  if (isLegacy) out.writeInt32LE(1, 32);
  out.set(bytes, preamble);
  return out;
}

function serve(socket: Socket): void {
  let pending = Buffer.alloc(0);
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: Buffer) => {
    pending = pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([pending, chunk]);
    while (pending.length >= HEADER_BYTES && pending.length >= pending.readInt32LE(0)) {
      const length = pending.readInt32LE(0);
      socket.write(answerTo(pending.subarray(0, length)));
      pending = pending.subarray(length);
    }
  });
}

function answerTo(message: Buffer): Buffer {
  const isLegacy = message.readInt32LE(12) === OP_QUERY;
  const name = message.toString("latin1", NAME_AT, message.indexOf(0, NAME_AT));
  const out = Buffer.from(isLegacy ? legacyReply : (replies.get(name) ?? helloReply));
  out.writeInt32LE(message.readInt32LE(4), 8);
  return out;
}

const server = createServer({ noDelay: true }, serve);
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`instant ready on 127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`);
});
process.stdin.on("end", () => process.exit(0)).resume();
