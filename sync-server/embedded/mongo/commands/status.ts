import { arch, cpus, hostname, platform, release, totalmem } from "node:os";
import { DateTime, Double, doc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { SERVER_VERSION, SET_NAME, hello, processId } from "./admin.ts";
import type { Command, Services } from "./context.ts";
import { opcounters } from "./usage.ts";
import type { Timed } from "./usage.ts";

export function hostInfo(command: Command): Doc {
  return doc({
    system: doc({
      currentTime: new DateTime(BigInt(command.services.now())),
      hostname: hostname(),
      cpuAddrSize: 64,
      memSizeMB: BigInt(Math.floor(totalmem() / 1048576)),
      memLimitMB: BigInt(Math.floor(Math.min(process.constrainedMemory() || Infinity, totalmem()) / 1048576)),
      numCores: cpus().length,
      cpuArch: arch() === "x64" ? "x86_64" : arch(),
      numaEnabled: false,
    }),
    os: doc({ type: platform() === "linux" ? "Linux" : platform(), name: platform(), version: release() }),
    extra: new Map(),
  });
}

export function serverStatus(command: Command): Doc {
  const { services } = command;
  const upMs = services.now() - services.startedAt;
  const out = doc({
    host: services.host(),
    version: SERVER_VERSION,
    process: "mongod",
    pid: BigInt(process.pid),
    uptime: new Double(Math.floor(upMs / 1000)),
    uptimeMillis: BigInt(upMs),
    uptimeEstimate: BigInt(Math.floor(upMs / 1000)),
    localTime: new DateTime(BigInt(services.now())),
    connections: connections(services),
    globalLock: globalLock(services, upMs),
    logicalSessionRecordCache: doc({ activeSessionsCount: services.sessions.all().length }),
    mem: memory(),
    metrics: doc({ cursor: doc({ open: doc({ total: BigInt(services.cursors.size) }) }) }),
    network: doc({ numRequests: BigInt(services.usage.requests) }),
    opcounters: opcounters(services.usage),
    repl: replication(command),
    storageEngine: storageEngine(),
    transactions: transactions(services),
  });
  for (const [section, wanted] of command.body) if (wanted === 0 || wanted === false) out.delete(section);
  return out;
}

function connections(services: Services): Doc {
  const current = services.connectionCount();
  return doc({
    current,
    available: Math.max(0, services.maxConnections - current),
    totalCreated: services.connectionTotal(),
    active: services.usage.running.size,
  });
}

/** One thread does all the work: what runs beside this command waits for the disk, a transaction or a change. */
function globalLock(services: Services, upMs: number): Doc {
  const none = { total: 0, readers: 0, writers: 0 };
  return doc({
    totalTime: BigInt(upMs) * 1000n,
    currentQueue: doc(none),
    activeClients: doc({ ...none, total: services.usage.running.size }),
  });
}

function memory(): Doc {
  const resident = Math.floor(process.memoryUsage.rss() / 1048576);
  return doc({ bits: 64, resident, virtual: resident, supported: true });
}

function storageEngine(): Doc {
  return doc({ name: "sqlite", supportsCommittedReads: true, persistent: true, readOnly: false });
}

function transactions(services: Services): Doc {
  const open = services.sessions.all().filter((session) => session.transaction !== undefined).length;
  return doc({ currentOpen: BigInt(open), currentActive: 0n, currentInactive: BigInt(open) });
}

function replication(command: Command): Doc {
  const greeting = hello({ ...command, name: "hello" });
  const names = [
    "topologyVersion",
    "hosts",
    "setName",
    "setVersion",
    "isWritablePrimary",
    "secondary",
    "primary",
    "me",
  ];
  const out: Doc = new Map();
  for (const name of [...names, "electionId", "lastWrite"]) {
    const value = greeting.get(name);
    if (value !== undefined) out.set(name, value);
  }
  return out;
}

/** Where the time went, by collection. */
export function top(command: Command): Doc {
  const { services } = command;
  const told = ({ micros, count }: Timed): Doc => doc({ time: BigInt(Math.round(micros)), count: BigInt(count) });
  const totals: Doc = doc({ note: "all times in microseconds" });
  for (const collection of services.store.catalog.all()) {
    const usage = services.usage.of(collection.namespace);
    const all = [usage.reads, usage.writes, usage.commands];
    const total = { micros: 0, count: 0 };
    for (const { micros, count } of all) {
      total.micros += micros;
      total.count += count;
    }
    totals.set(
      collection.namespace,
      doc({
        total: told(total),
        readLock: told(usage.reads),
        writeLock: told(usage.writes),
        queries: told(usage.query),
        getmore: told(usage.getmore),
        insert: told(usage.insert),
        update: told(usage.update),
        remove: told(usage.delete),
        commands: told(usage.command),
      }),
    );
  }
  return doc({ totals });
}

/** The pool of connections to other members, of whom there are none. */
export function connPoolStats(): Doc {
  return doc({
    numClientConnections: 0,
    numAScopedConnections: 0,
    totalInUse: 0,
    totalAvailable: 0,
    totalLeased: 0,
    totalCreated: 0,
    totalRefreshing: 0,
    totalRefreshed: 0,
    pools: new Map(),
    hosts: new Map(),
    replicaSets: new Map(),
  });
}

/** How the process was started; a password is not told. */
export function getCmdLineOpts(command: Command): Doc {
  const { services } = command;
  const colon = services.host().lastIndexOf(":");
  return doc({
    argv: process.argv.map((word, index, all) =>
      all[index - 1] === "--password" ? "<password>" : word.replace(/^--password=.*$/s, "--password=<password>"),
    ),
    parsed: doc({
      net: doc({ bindIp: services.host().slice(0, colon), port: Number(services.host().slice(colon + 1)) }),
      replication: doc({ replSet: SET_NAME }),
      security: services.credentials === undefined ? undefined : doc({ authorization: "enabled" }),
      storage: doc({ dbPath: services.folder }),
    }),
  });
}

const LOGS = ["global", "startupWarnings"];

/** Nothing is kept of the log: the process says what it has to say on its standard error. */
export function getLog(command: Command): Doc {
  const name = command.body.get("getLog");
  if (typeof name !== "string") throw new MongoError("TypeMismatch", "Argument to getLog must be of type String");
  if (name === "*") return doc({ names: LOGS });
  if (!LOGS.includes(name)) throw new MongoError({ code: 96 }, `No log named '${name}'`);
  return doc({ totalLinesWritten: 0, log: [] });
}

/** Where the plans of queries would be kept: each is made anew, so that there is nothing to clear. */
export function planCacheClear(): Doc {
  return new Map();
}

export function features(): Doc {
  const machine = Buffer.from(processId.bytes, "latin1").readUIntBE(4, 3);
  return doc({ js: new Map(), oidMachine: machine });
}
