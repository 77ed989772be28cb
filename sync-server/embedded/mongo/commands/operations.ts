import { DateTime, doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, typeMismatch } from "#server/embedded/mongo/error.ts";
import { toInteger } from "#server/embedded/mongo/query/coerce.ts";
import { compileFilter } from "#server/embedded/mongo/query/match.ts";
import type { Session } from "#server/embedded/mongo/session.ts";
import { flagField } from "./context.ts";
import type { Command, Services } from "./context.ts";
import { kindOf, namespaceOf } from "./usage.ts";
import type { Running } from "./usage.ts";

const OPTIONS = [
  "allUsers",
  "idleConnections",
  "idleCursors",
  "idleSessions",
  "localOps",
  "truncateOps",
  "backtrace",
  "targetAllNodes",
];

/** The documents of a `$currentOp` stage: what runs, and the transactions that wait for their client. */
export function currentOperations(command: Command, spec: Value): Doc[] {
  if (!isDoc(spec)) throw new MongoError("FailedToParse", "$currentOp options must be specified in an object");
  for (const [name, value] of spec) {
    if (!OPTIONS.includes(name))
      throw new MongoError("FailedToParse", `Unrecognized option '${name}' in $currentOp stage.`);
    if (typeof value !== "boolean")
      throw new MongoError("FailedToParse", `The '${name}' parameter of the $currentOp stage must be a boolean value`);
  }
  const { services } = command;
  const out = [...services.usage.running.values()].map((running) => describe(services, running));
  if (spec.get("idleSessions") !== false) {
    const busy = new Set([...services.usage.running.keys()].map((one) => one.session));
    for (const session of services.sessions.all())
      if (session.transaction !== undefined && !busy.has(session)) out.push(idleTransaction(services, session));
  }
  return out;
}

function describe(services: Services, running: Running<Command>): Doc {
  const { command } = running;
  const micros = Math.round((performance.now() - running.startedAt) * 1000);
  return doc({
    type: "op",
    host: services.host(),
    desc: `conn${command.peer.id}`,
    connectionId: command.peer.id,
    client: command.peer.address,
    appName: command.peer.appName,
    active: true,
    currentOpTime: new DateTime(BigInt(services.now())),
    effectiveUsers: command.peer.user === undefined ? undefined : [doc({ user: command.peer.user, db: "admin" })],
    opid: running.id,
    lsid: command.session?.lsid,
    secs_running: BigInt(Math.floor(micros / 1_000_000)),
    microsecs_running: BigInt(micros),
    op: kindOf(command.name),
    ns: `${command.db}.${namespaceOf(command) ?? `$cmd${command.name === "aggregate" ? ".aggregate" : ""}`}`,
    command: shown(command),
    numYields: 0,
    waitingForLock: running.stop !== undefined && command.name !== "getMore",
    transaction: command.transaction === undefined ? undefined : parametersOf(command.session),
  });
}

/** The command without the documents it carries, and without what was said at a login. */
function shown(command: Command): Doc {
  if (/^sasl|^hello$|^ismaster$/i.test(command.name)) return doc({ [command.name]: 1, $db: command.db });
  const out: Doc = new Map(command.body);
  for (const name of ["documents", "updates", "deletes", "ops"]) out.delete(name);
  return out;
}

function parametersOf(session: Session | undefined): Doc | undefined {
  if (session === undefined) return undefined;
  return doc({ parameters: doc({ txnNumber: session.txnNumber, autocommit: false }) });
}

function idleTransaction(services: Services, session: Session): Doc {
  const startedAt = session.transaction?.startedAt ?? services.now();
  return doc({
    type: "idleSession",
    host: services.host(),
    desc: "inactive transaction",
    active: false,
    currentOpTime: new DateTime(BigInt(services.now())),
    lsid: session.lsid,
    transaction: doc({
      parameters: doc({ txnNumber: session.txnNumber, autocommit: false }),
      startWallClockTime: new DateTime(BigInt(startedAt)),
      timeOpenMicros: BigInt(services.now() - startedAt) * 1000n,
    }),
    waitingForLock: false,
  });
}

/** The older form of `$currentOp`: what matches the command's other fields. */
export function currentOp(command: Command): Doc {
  const filter: Doc = new Map();
  for (const [name, value] of command.body) {
    const isGeneric = name.toLowerCase() === "currentop" || ["lsid", "comment", "maxTimeMS"].includes(name);
    if (isGeneric || (name.startsWith("$") && !["$or", "$and", "$nor"].includes(name))) continue;
    if (name !== "$all" && name !== "$ownOps") filter.set(name, value);
  }
  const matches = compileFilter(filter, command.environment());
  const idleSessions = flagField(command.body, "$all");
  return doc({ inprog: currentOperations(command, doc({ idleSessions })).filter((one) => matches(one)) });
}

/** Ends an operation that waits; one that does not wait is over before anybody could ask. */
export function killOp(command: Command): Doc {
  const id = toInteger(command.body.get("op"));
  if (id === undefined) throw typeMismatch('Expected field "op" to be of type number');
  for (const running of command.services.usage.running.values()) if (BigInt(running.id) === id) running.stop?.abort();
  return doc({ info: "attempting to kill op" });
}
