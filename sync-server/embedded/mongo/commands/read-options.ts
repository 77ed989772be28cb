import { Timestamp, isDoc, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import type { Source } from "#server/embedded/mongo/cursors.ts";
import { MongoError, badValue, typeMismatch } from "#server/embedded/mongo/error.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { TimeLimit } from "#server/embedded/mongo/query/time-limit.ts";
import type { Collection } from "#server/embedded/mongo/store/collection.ts";
import { countField, docField } from "./context.ts";
import type { Command } from "./context.ts";

/** What any command may carry. */
const GENERIC = [
  "$db",
  "lsid",
  "txnNumber",
  "startTransaction",
  "autocommit",
  "$clusterTime",
  "$readPreference",
  "readConcern",
  "writeConcern",
  "maxTimeMS",
  "maxTimeMSOpOnly",
  "comment",
  "apiVersion",
  "apiStrict",
  "apiDeprecationErrors",
];

/** Throws MongoDB's 40415 for a field the command does not have, so that no wish is passed over in silence. */
export function refuseUnknownFields(command: Command, known: readonly string[]): void {
  const unknown = command.body
    .keys()
    .find((name) => name !== command.name && !GENERIC.includes(name) && !known.includes(name));
  if (unknown !== undefined)
    throw new MongoError({ code: 40415 }, `BSON field '${command.name}.${unknown}' is an unknown field.`);
}

/** The same for one statement of a write command. */
export function refuseUnknownOptions(where: string, statement: Doc, known: readonly string[]): void {
  const unknown = statement.keys().find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new MongoError({ code: 40415 }, `BSON field '${where}.${unknown}' is an unknown field.`);
}

/** The environment of a search: by the collation that was asked for, else by the collection's own. */
export function environmentFor(command: Command, collection: Collection | undefined, given?: Value): Environment {
  return command.environment(given ?? collection?.options.get("collation"));
}

const LEVELS = ["local", "majority", "available", "linearizable", "snapshot"];

/** Throws for a read concern this server could not keep: one node, whose reads are always the latest. */
export function checkReadConcern(command: Command): void {
  const given = command.body.get("readConcern");
  if (given === undefined) return;
  if (!isDoc(given))
    throw typeMismatch(`BSON field 'readConcern' is the wrong type '${typeName(given)}', expected type 'object'`);
  const level = given.get("level");
  if (level !== undefined && (typeof level !== "string" || !LEVELS.includes(level)))
    throw badValue(`Enumeration value '${String(level)}' for field 'readConcern.level' is not a valid value.`);
  checkTimes(command, given, level);
}

function checkTimes(command: Command, concern: Doc, level: Value | undefined): void {
  const latest = command.services.store.oplog.latestTime;
  const after = timeOf(concern, "afterClusterTime");
  const at = timeOf(concern, "atClusterTime");
  if (after !== undefined && at !== undefined)
    throw new MongoError("InvalidOptions", "Can not specify both afterClusterTime and atClusterTime");
  if (at !== undefined && level !== "snapshot")
    throw new MongoError("InvalidOptions", "readConcern level must be 'snapshot' when atClusterTime is given");
  // A client tells with every command how far the cluster's clock has come; what it saw before a restart counts too.
  const told = docField(command.body, "$clusterTime").get("clusterTime");
  const known = told instanceof Timestamp && told.bits > latest ? told.bits : latest;
  if (after !== undefined && after > known)
    throw new MongoError(
      "InvalidOptions",
      "readConcern afterClusterTime value must not be greater than the current clusterTime.",
    );
}

function timeOf(concern: Doc, name: string): bigint | undefined {
  const value = concern.get(name);
  if (value === undefined) return undefined;
  if (!(value instanceof Timestamp))
    throw typeMismatch(
      `BSON field 'readConcern.${name}' is the wrong type '${typeName(value)}', expected type 'timestamp'`,
    );
  return value.bits;
}

/** What `maxTimeMS` allows; undefined for no limit. */
export function timeLimitOf(command: Command): TimeLimit | undefined {
  const limit = countField(command.body, "maxTimeMS");
  if (limit !== undefined && limit > 2147483647)
    throw badValue(`${limit} value for maxTimeMS is out of range [0, 2147483647]`);
  return limit === undefined || limit === 0 ? undefined : new TimeLimit(limit, () => performance.now());
}

/** Counts only the time in which the source works. */
export function limited(source: Source, time: TimeLimit | undefined): Source {
  if (time === undefined) return source;
  time.pause();
  return {
    ...source,
    next: () => {
      time.resume();
      try {
        return source.next();
      } finally {
        time.pause();
      }
    },
  };
}
