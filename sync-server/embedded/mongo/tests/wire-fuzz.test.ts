import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RawClient, frame, opMsg, opQuery, sequence, uint32 } from "./raw-client.ts";
import { connect, eventually, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

const folder = temporaryFolder();
let server: TestServer;

beforeAll(async () => {
  server = await startServer(folder);
});
afterAll(async () => {
  await stopServer(server);
  removeFolder(folder);
});

const TRUE_MESSAGES = [
  opMsg({ hello: 1, $db: "admin" }),
  opMsg({ find: "things", filter: { a: { $gt: 1 }, b: /x/ }, sort: { a: 1 }, $db: "fuzz" }),
  opMsg(
    { insert: "things", $db: "fuzz" },
    { sections: [sequence("documents", [{ a: 1, b: [1, { c: new Date(0) }] }])] },
  ),
  opMsg({ update: "things", updates: [{ q: { a: 1 }, u: { $inc: { a: 1 } }, upsert: true }], $db: "fuzz" }),
  opMsg({ aggregate: "things", pipeline: [{ $group: { _id: "$a", n: { $sum: 1 } } }], cursor: {}, $db: "fuzz" }),
  opMsg({ createIndexes: "things", indexes: [{ key: { a: 1 }, name: "a_1" }], $db: "fuzz" }),
  opQuery("admin.$cmd", { isMaster: 1 }),
];

/** One byte of a true message is another, or it ends early, or something is put in between. */
const mutated = fc
  .record({
    message: fc.constantFrom(...TRUE_MESSAGES),
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
    kind: fc.constantFrom("replace", "insert", "cut"),
  })
  .map(({ message, at, bytes, kind }) => {
    const place = Math.floor(at * message.length);
    const out = Buffer.from(message);
    if (kind === "cut") return out.subarray(0, place);
    if (kind === "insert") return Buffer.concat([out.subarray(0, place), bytes, out.subarray(place)]);
    out.set(bytes.subarray(0, message.length - place), place);
    return out;
  });

const random = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const framed = fc
  .record({ opCode: fc.constantFrom(2013, 2004, 2012, 1, 0), flags: fc.constantFrom(0, 1, 2, 65536), bytes: random })
  .map(({ opCode, flags, bytes }) => frame(opCode, Buffer.concat([uint32(flags), bytes])));

test("whatever bytes come, their connection ends and the others are served", { timeout: 60_000 }, async () => {
  const driver = await connect(server);
  const status = async (): Promise<{ mem: { resident: number }; connections: { current: number } }> => {
    const { mem, connections } = await driver.db("admin").command({ serverStatus: 1 });
    return { mem, connections };
  };
  await driver.db("fuzz").collection("kept").insertOne({ n: 1 });
  const before = await status();
  await fc.assert(
    fc.asyncProperty(fc.oneof(random, framed, mutated), async (bytes) => {
      const client = new RawClient(server.port);
      client.send(bytes);
      // Some are true messages still, and get a reply; the end of our side ends it for them.
      client.socket.end();
      await client.untilClosed();
    }),
    { numRuns: 400 },
  );
  await eventually(async () => ((await status()).connections.current <= before.connections.current ? true : undefined));
  expect((await status()).mem.resident - before.mem.resident).toBeLessThan(150);
  expect(await driver.db("fuzz").collection("kept").countDocuments()).toBe(1);
  expect(server.process.exitCode).toBeNull();
  await driver.close();
});
