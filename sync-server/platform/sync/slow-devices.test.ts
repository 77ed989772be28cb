import { createServer, type Server as HttpServer } from "node:http";
import {
  connect as connectTo,
  createServer as createTcpServer,
  type Server as TcpServer,
  type Socket as Tcp,
} from "node:net";
import { Server } from "socket.io";
import { io, type Socket } from "socket.io-client";
import { afterEach, expect, test } from "vitest";
import { PROTOCOL_VERSION } from "#schemas/protocol.ts";
import { putReplicated, type ReplicatedWrite } from "#server/platform/db/replicated.ts";
import { eventually } from "#tests/support/app.ts";
import { type Answer, type Changes, pullAll, STORED, useSync } from "#tests/sync/processes.fixture.ts";
import { openAudience } from "./audience.ts";
import { openOutbox } from "./outbox.ts";

const sync = useSync(1);
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function portOf(server: HttpServer | TcpServer): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

function listen(server: HttpServer | TcpServer): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(portOf(server)));
  });
}

/** A way to the first process over which nothing comes back while it is held. */
async function aHeldLink() {
  const target = Number(new URL(sync.urlOf(0)).port);
  const upstreams = new Set<Tcp>();
  const server = createTcpServer((client) => {
    const upstream = connectTo(target, "127.0.0.1");
    upstreams.add(upstream);
    upstream.on("data", (part) => client.write(part));
    client.pipe(upstream);
    for (const socket of [client, upstream]) socket.on("error", () => undefined);
    upstream.on("close", () => client.destroy());
    client.on("close", () => upstream.destroy());
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  closing.push(() => server.close());
  return {
    url,
    hold: () => upstreams.forEach((upstream) => upstream.pause()),
    release: () => upstreams.forEach((upstream) => upstream.resume()),
  };
}

test("a device that does not read is sent nothing more, hears of the gap when it does, and misses nothing", async () => {
  const owner = 800;
  const cookie = sync.signIn("slow", owner);
  const database = sync.databaseOf(0);
  const memo = "m".repeat(128);
  const fields = { ...STORED.transactions, memo, from: "f".repeat(69), to: "t".repeat(69) };
  const writes: ReplicatedWrite[] = Array.from({ length: 600 }, (_, index) => ({ uid: `s-${index}`, fields }));
  for (const [index, write] of writes.entries())
    Object.assign(write, { fields: { ...fields, operationId: `o-${index}` } });
  await database.transaction((session) => putReplicated(database, session, "transactions", owner, writes));

  const link = await aHeldLink();
  const socket = io(link.url, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    auth: { protocol: PROTOCOL_VERSION },
    extraHeaders: { cookie },
  });
  closing.push(() => socket.disconnect());
  const heard: Changes[] = [];
  socket.on("changes", (message: Changes) => heard.push(message));
  await eventually(() => socket.connected);
  const held = (await pullAll(socket, "contacts")).checkpoint;
  link.hold();
  // More than the network itself keeps on the way, and no more than a device may ask.
  const asked: Promise<Answer | null>[] = [];
  for (let count = 0; count < 100; count += 1) {
    asked.push(pullAll(socket, "transactions").catch(() => null));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await sync.put("contacts", owner, "while-held");
  const other = await sync.connect("slow");
  const beside = await eventually(() => pulled(other, null));
  expect(beside.documents.map(({ uid }) => uid)).toEqual(["while-held"]);
  link.release();
  const answers = (await Promise.all(asked)).filter((answer) => answer !== null);
  const served = answers.filter(({ error }) => error === undefined);
  expect(served.length).toBeGreaterThan(4);
  expect(served.length).toBeLessThan(100);
  const refused = answers.flatMap(({ error }) => error?.code ?? []);
  expect(new Set(refused)).toEqual(new Set(["sync-too-many"]));
  const hint = await eventually(() => heard.find(({ collection }) => collection === "contacts"));
  expect(hint.documents).toEqual([]);
  const missed = await eventually(() => pulled(socket, held));
  expect(missed.documents.map(({ uid }) => uid)).toEqual(["while-held"]);
  expect(missed.checkpoint).toBe(hint.checkpoint);
});

test("of an owner's sockets only those that are behind are left out, and each is told once of each collection", async () => {
  const http = createServer();
  const server = new Server(http, { transports: ["websocket"] });
  closing.push(() => void server.close());
  const outbox = openOutbox(server);
  const audience = openAudience(server, outbox);
  const behind = new Set<string>();
  server.use((socket, next) => {
    const name = String(socket.handshake.auth["name"]);
    outbox.admit(socket.id, {
      begin: () => () => undefined,
      sending: () => undefined,
      isBehind: () => behind.has(name),
      close: () => undefined,
    });
    void audience.join(socket, 1);
    next();
  });
  const url = `http://127.0.0.1:${await listen(http)}`;
  const heard: Record<string, Changes[]> = { quick: [], slow: [] };
  const sockets = Object.entries(heard).map(([name, messages]): Socket => {
    const socket = io(url, { transports: ["websocket"], forceNew: true, auth: { name } });
    socket.on("changes", (message: Changes) => messages.push(message));
    closing.push(() => socket.disconnect());
    return socket;
  });
  await eventually(() => sockets.every(({ connected }) => connected));

  expect(audience.presence(1)).toBe("listening");
  expect(audience.presence(2)).toBe("absent");
  behind.add("slow");
  const message = (revision: number) => ({
    collection: "contacts" as const,
    documents: [],
    previous: `r${revision - 1}`,
    checkpoint: `r${revision}`,
  });
  for (const revision of [1, 2, 3]) audience.send(1, message(revision), 10);
  await eventually(() => heard["quick"]?.length === 3);
  expect(heard["slow"]).toEqual([]);
  behind.delete("slow");
  await eventually(() => heard["slow"]?.length === 1);
  expect(heard["slow"]).toEqual([{ ...message(3), previous: "r3" }]);
  audience.send(1, message(4), 10);
  await eventually(() => heard["slow"]?.length === 2);
  expect(heard["slow"]?.[1]).toEqual(message(4));
  behind.add("slow").add("quick");
  expect(audience.presence(1)).toBe("behind");
  audience.stop();
});

/** What a pull of contacts brings; false where too much was asked just before. */
async function pulled(socket: Socket, checkpoint: string | null): Promise<Answer | false> {
  const answer = await pullAll(socket, "contacts", checkpoint);
  return answer.error === undefined && answer;
}
