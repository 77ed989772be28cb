import { serialize } from "bson";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { crc32c } from "#server/embedded/mongo/wire/crc32c.ts";
import { RawClient, frame, opMsg, opQuery, sequence, uint32, OP_MSG } from "./raw-client.ts";
import { connect, eventually, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const folder = temporaryFolder();
const clients: RawClient[] = [];
let server: TestServer;

beforeAll(async () => {
  server = await startServer(folder);
});
afterAll(async () => {
  for (const client of clients) client.close();
  await stopServer(server);
  removeFolder(folder);
});

function open(): RawClient {
  const client = new RawClient(server.port);
  clients.push(client);
  return client;
}

/** As a client sends it that wants to be sure: flag bit 0, and Castagnoli's CRC of all before it. */
function withChecksum(command: object, change = 0): Buffer {
  const body = Buffer.concat([uint32(1), Buffer.from([0]), serialize(command), uint32(0)]);
  const whole = frame(OP_MSG, body);
  whole.writeUInt32LE((crc32c(whole.subarray(0, -4)) ^ change) >>> 0, whole.length - 4);
  return whole;
}

test("Castagnoli's checksum has the value that everyone else computes", () => {
  expect(crc32c(Buffer.from("123456789"))).toBe(0xe3069283);
});

test("a first hello comes as OP_QUERY and is answered as OP_REPLY; nothing else is served that way", async () => {
  const client = open();
  client.send(opQuery("admin.$cmd", { isMaster: 1, helloOk: true }));
  const hello = await client.next();
  expect(hello).toMatchObject({
    opCode: 1,
    responseTo: 7,
    body: { ismaster: true, helloOk: true, maxWireVersion: 25 },
  });
  client.send(opQuery("admin.$cmd", { listDatabases: 1 }));
  expect((await client.next()).body).toMatchObject({ ok: 0, code: 352, codeName: "UnsupportedOpQueryCommand" });
  client.send(opQuery("shop.things", { a: 1 }));
  await client.untilClosed();
});

test("a right checksum is answered with one, a wrong one ends the connection", async () => {
  const client = open();
  client.send(withChecksum({ ping: 1, $db: "admin" }));
  const { flags, body, bytes } = await client.next();
  expect(body).toMatchObject({ ok: 1 });
  expect(flags).toBe(1);
  expect(bytes.readUInt32LE(bytes.length - 4)).toBe(crc32c(bytes.subarray(0, -4)));
  client.send(withChecksum({ ping: 1, $db: "admin" }, 1));
  await client.untilClosed();
});

test("documents come as a sequence; one that repeats a name ends the connection", async () => {
  const client = open();
  const documents = [{ _id: 1 }, { _id: 2 }, { _id: 3 }];
  client.send(opMsg({ insert: "sequences", $db: "wire" }, { sections: [sequence("documents", documents)] }));
  expect((await client.next()).body).toMatchObject({ ok: 1, n: 3 });
  const twice = [sequence("documents", [{ _id: 4 }]), sequence("documents", [{ _id: 5 }])];
  client.send(opMsg({ insert: "sequences", $db: "wire" }, { sections: twice }));
  await client.untilClosed();
  expect(await open().command({ count: "sequences", $db: "wire" })).toMatchObject({ n: 3 });
});

test("no compression is agreed on, and compressed messages end the connection", async () => {
  const client = open();
  const hello = await client.command({ hello: 1, compression: ["snappy", "zlib", "zstd"], $db: "admin" });
  expect(hello).not.toHaveProperty("compression");
  client.send(frame(2012, Buffer.concat([uint32(OP_MSG), uint32(26), Buffer.from([2]), Buffer.alloc(26)])));
  await client.untilClosed();
});

test("a monitor that allows it is told hello after hello without asking", async () => {
  const client = open();
  const { topologyVersion } = await client.command({ hello: 1, $db: "admin" });
  const command = { hello: 1, topologyVersion, maxAwaitTimeMS: 20, $db: "admin" };
  client.send(opMsg(command, { flags: 1 << 16 }));
  const first = await client.next();
  const second = await client.next();
  const third = await client.next();
  expect(first).toMatchObject({ flags: 2, responseTo: 7, body: { isWritablePrimary: true } });
  expect(second).toMatchObject({ flags: 2, responseTo: first.requestId });
  expect(third).toMatchObject({ flags: 2, responseTo: second.requestId });
});

test("an unacknowledged write gets no reply and is done", async () => {
  const client = open();
  const write = { insert: "quiet", documents: [{ _id: 1 }], writeConcern: { w: 0 }, $db: "wire" };
  client.send(opMsg(write, { flags: 2 }), opMsg({ count: "quiet", $db: "wire" }));
  expect((await client.next()).body).toMatchObject({ n: 1 });
});

test("unknown required flags, sections and opcodes end the connection; unknown optional flags do not", async () => {
  for (const bytes of [
    opMsg({ ping: 1, $db: "admin" }, { flags: 4 }),
    opMsg({ ping: 1, $db: "admin" }, { sections: [Buffer.from([2, 5, 0, 0, 0, 0])] }),
    frame(2011, Buffer.alloc(20)),
    frame(OP_MSG, uint32(0)),
  ]) {
    const client = open();
    client.send(bytes);
    await client.untilClosed();
  }
  const tolerated = open();
  tolerated.send(opMsg({ ping: 1, $db: "admin" }, { flags: 2 ** 20 }));
  expect((await tolerated.next()).body).toMatchObject({ ok: 1 });
});

test("48 MB in one message are taken, and not one byte more", async () => {
  const client = open();
  const limit = 48_000_000;
  const documents = [1, 2].map((_id) => ({ _id, bytes: Buffer.alloc(16_700_000) }));
  const made = (last: number): Buffer =>
    opMsg(
      { insert: "large", ordered: true, $db: "wire" },
      { sections: [sequence("documents", [...documents, { _id: 3, bytes: Buffer.alloc(last) }])] },
    );
  const fitting = limit - made(0).length;
  client.send(made(fitting));
  expect((await client.next()).body).toMatchObject({ ok: 1, n: 3 });
  // Its first bytes say how long it is going to be.
  client.send(uint32(limit + 1), Buffer.alloc(12));
  await client.untilClosed();
  await open().command({ drop: "large", $db: "wire" });
});

test("who has not logged in may send what a login takes, and no more", async () => {
  const guarded = temporaryFolder();
  const locked = await startServer(guarded, "--user", "ann", "--password", "open sesame");
  const stranger = new RawClient(locked.port);
  expect(await stranger.command({ hello: 1, $db: "admin" })).toMatchObject({ ok: 1 });
  stranger.send(uint32(65_537), Buffer.alloc(12));
  await stranger.untilClosed();
  const friend = await connect(locked, { auth: { username: "ann", password: "open sesame" } });
  await friend
    .db("wire")
    .collection("large")
    .insertOne({ bytes: Buffer.alloc(1_000_000) });
  await friend.close();
  await stopServer(locked);
  removeFolder(guarded);
});

test("a client that asks and does not read costs the server no memory", async () => {
  const driver = await connect(server);
  const page = driver.db("wire").collection<{ _id: number; bytes: Buffer }>("pages");
  await page.insertOne({ _id: 1, bytes: Buffer.alloc(1_000_000) });
  const residentMb = async (): Promise<number> =>
    (await driver.db("admin").command({ serverStatus: 1 }))["mem"].resident;
  const before = await residentMb();
  const client = open();
  client.socket.pause();
  const asked = 200;
  for (let index = 0; index < asked; index += 1) client.send(opMsg({ find: "pages", limit: 1, $db: "wire" }));
  // Each of these is a turn of the server's in which it could have made more replies.
  for (let turn = 0; turn < 100; turn += 1) await driver.db("admin").command({ ping: 1 });
  expect((await residentMb()) - before).toBeLessThan(100);
  client.socket.resume();
  for (let index = 0; index < asked; index += 1) expect((await client.next()).body["ok"]).toBe(1);
  await driver.close();
});

test("a client that goes away while it waits leaves nothing behind", async () => {
  const driver = await connect(server);
  const current = async (): Promise<number> =>
    (await driver.db("admin").command({ serverStatus: 1 }))["connections"].current;
  const before = await current();
  const half = new RawClient(server.port);
  half.send(opMsg({ ping: 1, $db: "admin" }).subarray(0, 10));
  const waiting = new RawClient(server.port);
  const { cursor } = await waiting.command({
    aggregate: "pages",
    pipeline: [{ $changeStream: {} }],
    cursor: {},
    $db: "wire",
  });
  waiting.send(opMsg({ getMore: cursor.id, collection: "pages", maxTimeMS: 600_000, $db: "wire" }));
  half.socket.end();
  waiting.socket.end();
  await half.untilClosed();
  await waiting.untilClosed();
  await eventually(async () => ((await current()) <= before ? true : undefined));
  await driver.close();
});
