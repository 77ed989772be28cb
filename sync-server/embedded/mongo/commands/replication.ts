import { DateTime, Double, Timestamp, doc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { SET_NAME, processId } from "./admin.ts";
import type { Command } from "./context.ts";

const TERM = 1n;

/** The status of a set whose only member, this server, is its primary. */
export function replSetGetStatus(command: Command): Doc {
  const { services } = command;
  const now = new DateTime(BigInt(services.now()));
  const ts = new Timestamp(services.store.oplog.latestTime);
  const opTime = doc({ ts, t: TERM });
  const wall = new DateTime((ts.bits >> 32n) * 1000n);
  const startedAt = Math.floor(services.startedAt / 1000);
  return doc({
    set: SET_NAME,
    date: now,
    myState: 1,
    term: TERM,
    syncSourceHost: "",
    syncSourceId: -1,
    heartbeatIntervalMillis: 2000n,
    majorityVoteCount: 1,
    writeMajorityCount: 1,
    votingMembersCount: 1,
    writableVotingMembersCount: 1,
    optimes: doc({
      lastCommittedOpTime: opTime,
      lastCommittedWallTime: wall,
      readConcernMajorityOpTime: opTime,
      appliedOpTime: opTime,
      durableOpTime: opTime,
      lastAppliedWallTime: wall,
      lastDurableWallTime: wall,
    }),
    members: [
      doc({
        _id: 0,
        name: services.host(),
        health: new Double(1),
        state: 1,
        stateStr: "PRIMARY",
        uptime: Math.floor((services.now() - services.startedAt) / 1000),
        optime: opTime,
        optimeDate: wall,
        lastAppliedWallTime: wall,
        lastDurableWallTime: wall,
        syncSourceHost: "",
        syncSourceId: -1,
        infoMessage: "",
        electionTime: new Timestamp((BigInt(startedAt) << 32n) | 1n),
        electionDate: new DateTime(BigInt(startedAt) * 1000n),
        configVersion: 1,
        configTerm: 1,
        self: true,
        lastHeartbeatMessage: "",
      }),
    ],
  });
}

export function replSetGetConfig(command: Command): Doc {
  const member = doc({
    _id: 0,
    host: command.services.host(),
    arbiterOnly: false,
    buildIndexes: true,
    hidden: false,
    priority: 1,
    tags: new Map(),
    secondaryDelaySecs: 0n,
    votes: 1,
  });
  const settings = doc({
    chainingAllowed: true,
    heartbeatIntervalMillis: 2000,
    heartbeatTimeoutSecs: 10,
    electionTimeoutMillis: 10_000,
    catchUpTimeoutMillis: -1,
    catchUpTakeoverDelayMillis: 30_000,
    getLastErrorModes: new Map(),
    getLastErrorDefaults: doc({ w: 1, wtimeout: 0 }),
    replicaSetId: processId,
  });
  return doc({
    config: doc({
      _id: SET_NAME,
      version: 1,
      term: 1,
      members: [member],
      protocolVersion: 1n,
      writeConcernMajorityJournalDefault: true,
      settings,
    }),
    commitmentStatus: command.body.get("commitmentStatus") === true ? true : undefined,
  });
}

export function replSetInitiate(): never {
  throw new MongoError("AlreadyInitialized", "already initialized");
}

/** There is nobody else who could become primary. */
export function replSetStepDown(): never {
  throw new MongoError(
    "ExceededTimeLimit",
    "No electable secondaries caught up as of the time of the request. Please use the replSetStepDown command with the argument {force: true} to force node to step down.",
  );
}
