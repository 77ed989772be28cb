import { DateTime, ObjectId, Timestamp, doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { randomUUID } from "node:crypto";
import { isStranger, speculate, supportedMechanisms } from "./authenticate.ts";
import type { Command } from "./context.ts";
import { MAX_MESSAGE_BYTES } from "#server/embedded/mongo/wire/message.ts";

export const SERVER_VERSION = "8.0.0";
export const SET_NAME = "rs0";
const MAX_WIRE_VERSION = 25;
/** Made anew at each start. */
export const processId = new ObjectId(
  Buffer.from(randomUUID().replaceAll("-", "").slice(0, 24), "hex").toString("latin1"),
);

export function topologyVersion(): Doc {
  return doc({ processId, counter: 6n });
}

export function hello(command: Command): Doc {
  const { services, peer, name } = command;
  peer.appName ??= appNameOf(command.body);
  const me = addressOf(command);
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
    lastWrite: isStranger(command)
      ? undefined
      : doc({ opTime, lastWriteDate: now, majorityOpTime: opTime, majorityWriteDate: now }),
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

/** As the client calls itself in its hello. */
export function appNameOf(body: Doc): string | undefined {
  const client = body.get("client");
  const application = isDoc(client) ? client.get("application") : undefined;
  const name = isDoc(application) ? application.get("name") : undefined;
  return typeof name === "string" ? name : undefined;
}

/** Bound to every address of the machine, it is known to each client by the one that this client reached. */
function addressOf(command: Command): string {
  const own = command.services.host();
  return /^(0\.0\.0\.0|\[?::\]?):\d+$/.test(own) ? command.peer.reached : own;
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

export function whatsMyUri(command: Command): Doc {
  return doc({ you: command.peer.address });
}
