import { DateTime, Double, doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue } from "#server/embedded/mongo/error.ts";
import { toInteger } from "#server/embedded/mongo/query/coerce.ts";
import type { Command, Services } from "./context.ts";

/** What of MongoDB's parameters has a meaning here; each is what this server does, and none changes while it runs. */
function parametersOf(services: Services): ReadonlyMap<string, Value> {
  return new Map<string, Value>([
    ["authenticationMechanisms", ["SCRAM-SHA-256"]],
    ["cursorTimeoutMillis", 600_000n],
    ["enableTestCommands", services.failPoint !== undefined],
    ["featureCompatibilityVersion", doc({ version: "8.0" })],
    ["localLogicalSessionTimeoutMinutes", 30],
    ["logComponentVerbosity", doc({ verbosity: 0 })],
    ["logLevel", 0],
    ["maxTransactionLockRequestTimeoutMillis", 0],
    ["notablescan", false],
    ["quiet", false],
    ["scramSHA256IterationCount", 15_000],
    ["transactionLifetimeLimitSeconds", 60],
    ["ttlMonitorEnabled", true],
    ["ttlMonitorSleepSecs", Math.ceil(services.expiryIntervalMs / 1000)],
  ]);
}

/** Beside the parameter's own name. */
const GENERIC = ["getParameter", "setParameter", "showDetails", "allParameters", "comment", "lsid", "maxTimeMS"];

function namesIn(body: Doc): string[] {
  return [...body.keys()].filter((name) => !GENERIC.includes(name) && !name.startsWith("$") && !name.startsWith("api"));
}

export function getParameter(command: Command): Doc {
  const known = parametersOf(command.services);
  const asked = command.body.get("getParameter");
  const isAll = asked === "*" || (isDoc(asked) && asked.get("allParameters") === true);
  const hasDetails = isDoc(asked) && asked.get("showDetails") === true;
  const names = isAll ? [...known.keys()] : namesIn(command.body);
  const out: Doc = new Map();
  for (const name of names) {
    const value = known.get(name);
    if (value === undefined) continue;
    const details = { value, settableAtRuntime: false, settableAtStartup: false };
    out.set(name, hasDetails ? doc(details) : value);
  }
  if (out.size === 0) throw new MongoError("InvalidOptions", "no option found to get");
  return out;
}

export function setParameter(command: Command): Doc {
  const known = parametersOf(command.services);
  const [name] = namesIn(command.body);
  if (name === undefined)
    throw new MongoError("InvalidOptions", "no option found to set, use help:true to see options ");
  if (!known.has(name))
    throw new MongoError(
      "InvalidOptions",
      `attempted to set unrecognized parameter [${name}], use help:true to see options `,
    );
  throw new MongoError("IllegalOperation", `not allowed to change [${name}] at runtime`);
}

export function getDefaultReadWriteConcern(command: Command): Doc {
  return doc({
    defaultReadConcern: doc({ level: "local" }),
    defaultWriteConcern: doc({ w: "majority", wtimeout: 0 }),
    defaultWriteConcernSource: "implicit",
    defaultReadConcernSource: "implicit",
    localUpdateWallClockTime: new DateTime(BigInt(command.services.now())),
  });
}

/** The profiler is off; it can be asked, and told to stay off. */
export function profile(command: Command): Doc {
  const level = toInteger(command.body.get("profile"));
  if (level === undefined || level > 2n)
    throw badValue("Profiling level must be between 0 and 2, or -1 to see the current level");
  if (level > 0n) throw new MongoError("CommandNotSupported", "This server has no profiler");
  return doc({ was: 0, slowms: 100, sampleRate: new Double(1) });
}
