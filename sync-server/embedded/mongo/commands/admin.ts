import { arch, cpus, hostname, platform, release, totalmem } from "node:os";
import { Binary, DateTime, Double, ObjectId, Timestamp, doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { randomUUID } from "node:crypto";
import { speculate, supportedMechanisms } from "./authenticate.ts";
import type { Command, Services } from "./context.ts";
import { MAX_MESSAGE_BYTES } from "#server/embedded/mongo/wire/message.ts";

export const SERVER_VERSION = "8.0.0";
export const SET_NAME = "rs0";
const MAX_WIRE_VERSION = 25;
const processId = new ObjectId(Buffer.from(randomUUID().replaceAll("-", "").slice(0, 24), "hex").toString("latin1"));

export function topologyVersion(): Doc {
  return doc({ processId, counter: 6n });
}

export function hello(command: Command): Doc {
  const { services, peer, name } = command;
  peer.appName ??= appNameOf(command.body);
  const me = services.host();
  const latest = services.store.oplog.latestTime;
  const now = new DateTime(BigInt(services.now()));
  const opTime = doc({ ts: new Timestamp(latest), t: 1n });
  return doc({
    helloOk: true,
    topologyVersion: topologyVersion(),
    hosts: [me],
    setName: SET_NAME,
    setVersion: 1,
    isWritablePrimary: name === "hello" ? true : undefined,
    ismaster: name === "hello" ? undefined : true,
    secondary: false,
    primary: me,
    me,
    electionId: new ObjectId("\u007f\u00ff\u00ff\u00ff\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0001"),
    lastWrite: doc({ opTime, lastWriteDate: now, majorityOpTime: opTime, majorityWriteDate: now }),
    maxBsonObjectSize: 16777216,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100000,
    localTime: now,
    logicalSessionTimeoutMinutes: 30,
    connectionId: peer.id,
    minWireVersion: 0,
    maxWireVersion: MAX_WIRE_VERSION,
    readOnly: false,
    saslSupportedMechs: supportedMechanisms(command),
    speculativeAuthenticate: speculate(command),
  });
}

function appNameOf(body: Doc): string | undefined {
  const client = body.get("client");
  const application = isDoc(client) ? client.get("application") : undefined;
  const name = isDoc(application) ? application.get("name") : undefined;
  return typeof name === "string" ? name : undefined;
}

export function ping(): Doc {
  return new Map();
}

export function buildInfo(): Doc {
  return doc({
    version: SERVER_VERSION,
    gitVersion: "embedded",
    modules: [],
    allocator: "system",
    javascriptEngine: "none",
    sysInfo: "deprecated",
    versionArray: [8, 0, 0, 0],
    openssl: doc({ running: process.versions.openssl }),
    bits: 64,
    debug: false,
    maxBsonObjectSize: 16777216,
    storageEngines: ["sqlite"],
  });
}

export function hostInfo(command: Command): Doc {
  return doc({
    system: doc({
      currentTime: new DateTime(BigInt(command.services.now())),
      hostname: hostname(),
      cpuAddrSize: 64,
      memSizeMB: BigInt(Math.floor(totalmem() / 1048576)),
      numCores: cpus().length,
      cpuArch: arch(),
    }),
    os: doc({ type: platform(), name: platform(), version: release() }),
    extra: new Map(),
  });
}

export function serverStatus(command: Command): Doc {
  const { services } = command;
  const uptime = Math.floor((services.now() - services.startedAt) / 1000);
  const memory = process.memoryUsage();
  return doc({
    host: services.host(),
    version: SERVER_VERSION,
    process: "mongod",
    pid: BigInt(process.pid),
    uptime: new Double(uptime),
    uptimeMillis: BigInt(uptime) * 1000n,
    localTime: new DateTime(BigInt(services.now())),
    connections: doc({
      current: services.connectionCount(),
      available: 1000,
      totalCreated: services.connectionCount(),
    }),
    mem: doc({
      bits: 64,
      resident: Math.floor(memory.rss / 1048576),
      virtual: Math.floor(memory.rss / 1048576),
      supported: true,
    }),
    metrics: doc({ cursor: doc({ open: doc({ total: BigInt(services.cursors.size) }) }) }),
    transactions: doc({ currentOpen: BigInt(services.store.open.size) }),
    storageEngine: doc({ name: "sqlite", supportsCommittedReads: true, persistent: true }),
    repl: doc({ setName: SET_NAME, isWritablePrimary: true, me: services.host() }),
  });
}

export function connectionStatus(command: Command): Doc {
  const { user } = command.peer;
  const users = user === undefined ? [] : [doc({ user, db: "admin" })];
  const roles = user === undefined ? [] : [doc({ role: "root", db: "admin" })];
  return doc({ authInfo: doc({ authenticatedUsers: users, authenticatedUserRoles: roles }) });
}

export function getParameter(command: Command): Doc {
  const known = new Map(command.services.parameters).set("featureCompatibilityVersion", doc({ version: "8.0" }));
  const out: Doc = new Map();
  if (command.body.get("getParameter") === "*") return known;
  for (const name of command.body.keys()) {
    const value = known.get(name);
    if (value !== undefined) out.set(name, value);
  }
  if (out.size === 0) throw new MongoError("InvalidOptions", "no option found to get");
  return out;
}

export function whatsMyUri(command: Command): Doc {
  return doc({ you: command.peer.address });
}

export function replSetGetStatus(command: Command): Doc {
  const me = command.services.host();
  return doc({
    set: SET_NAME,
    date: new DateTime(BigInt(command.services.now())),
    myState: 1,
    members: [doc({ _id: 0, name: me, health: new Double(1), state: 1, stateStr: "PRIMARY", self: true })],
  });
}

export function replSetGetConfig(command: Command): Doc {
  const members = [doc({ _id: 0, host: command.services.host() })];
  return doc({ config: doc({ _id: SET_NAME, version: 1, members }) });
}

export function startSession(): Doc {
  return doc({
    id: doc({ id: new Binary(4, Buffer.from(randomUUID().replaceAll("-", ""), "hex")) }),
    timeoutMinutes: 30,
  });
}

export function endSessions(command: Command): Doc {
  const given = command.body.get(command.name);
  for (const lsid of Array.isArray(given) ? given : []) {
    if (!isDoc(lsid)) continue;
    const session = command.services.sessions.forget(lsid);
    if (session === undefined) continue;
    if (session.transaction !== undefined) command.services.store.endTransaction(session.transaction);
    closeCursorsOf(command.services, session.key);
  }
  return new Map();
}

function closeCursorsOf(services: Services, sessionKey: string): void {
  services.cursors.killWhere((cursor) => cursor.sessionKey === sessionKey);
}

export function collStats(command: Command): Doc {
  const name = command.body.get(command.name);
  const collection = command.services.store.catalog.find(command.db, String(name));
  const count = collection?.count() ?? 0;
  return doc({
    ns: `${command.db}.${String(name)}`,
    count,
    size: 0,
    storageSize: 0,
    nindexes: collection?.indexes.length ?? 0,
    capped: false,
  });
}

export function dbStats(command: Command): Doc {
  const collections = command.services.store.catalog.inDatabase(command.db);
  const objects = collections.reduce((sum, collection) => sum + collection.count(), 0);
  const indexes = collections.reduce((sum, collection) => sum + collection.indexes.length, 0);
  return doc({
    db: command.db,
    collections: collections.length,
    views: 0,
    objects,
    indexes,
    dataSize: 0,
    storageSize: 0,
  });
}
