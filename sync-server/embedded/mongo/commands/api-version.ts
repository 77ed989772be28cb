import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, typeMismatch } from "#server/embedded/mongo/error.ts";

/** The commands that the stable API holds, in its version 1. */
const STABLE = new Set([
  "abortTransaction",
  "aggregate",
  "bulkWrite",
  "collMod",
  "commitTransaction",
  "count",
  "create",
  "createIndexes",
  "delete",
  "drop",
  "dropDatabase",
  "dropIndexes",
  "endSessions",
  "explain",
  "find",
  "findAndModify",
  "getMore",
  "hello",
  "insert",
  "killCursors",
  "listCollections",
  "listDatabases",
  "listIndexes",
  "ping",
  "refreshSessions",
  "saslContinue",
  "saslStart",
  "update",
]);

const UNSTABLE_STAGES = [
  "$currentOp",
  "$indexStats",
  "$listLocalSessions",
  "$listSessions",
  "$planCacheStats",
  "$search",
];

/** Whether the stable API holds the command. */
export function isStable(name: string): boolean {
  return STABLE.has(name);
}

/** Throws when the client asks for an API that is not served, or bound itself to one that the command is not of. */
export function checkApiVersion(name: string, body: Doc): void {
  const version = body.get("apiVersion");
  const strict = body.get("apiStrict");
  if (version === undefined) {
    if (strict !== undefined || body.has("apiDeprecationErrors"))
      throw new MongoError({ code: 4886600 }, "Provide apiVersion to use apiStrict or apiDeprecationErrors");
    return;
  }
  if (typeof version !== "string")
    throw typeMismatch("BSON field 'apiVersion' is the wrong type, expected type 'string'");
  if (version !== "1") throw new MongoError("APIVersionError", 'API version must be "1"');
  if (strict !== true) return;
  if (!isStable(name)) {
    throw new MongoError(
      "APIStrictError",
      `Provided apiStrict:true, but the command ${name} is not in API Version 1. Information on supported commands and migrations in API Version 1 can be found at https://dochub.mongodb.org/core/manual-versioned-api`,
    );
  }
  if (name === "aggregate") checkStages(body);
}

function checkStages(body: Doc): void {
  const stages = body.get("pipeline");
  for (const stage of Array.isArray(stages) ? stages : []) {
    const unstable = isDoc(stage) ? UNSTABLE_STAGES.find((name) => stage.has(name)) : undefined;
    if (unstable !== undefined)
      throw new MongoError(
        "APIStrictError",
        `stage ${unstable} is not allowed with 'apiStrict: true' in API Version 1`,
      );
  }
}
