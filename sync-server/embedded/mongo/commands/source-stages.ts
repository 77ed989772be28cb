import { stageEntry } from "#server/embedded/mongo/aggregate/stage.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import type { Command } from "./context.ts";
import { currentOperations } from "./operations.ts";
import { searchNotEnabled } from "./search-indexes.ts";
import { listedSessions } from "./sessions.ts";
import { collStatsStage, indexStatsStage } from "./stats.ts";

/** A stage that makes documents of what the server itself knows. */
type SourceStage = (command: Command, db: string, collection: string | undefined, spec: Value) => Doc[];

function ofCollection(
  name: string,
  make: (command: Command, db: string, collection: string, spec: Value) => Doc[],
): [string, SourceStage] {
  const stage: SourceStage = (command, db, collection, spec) => {
    if (collection === undefined)
      throw new MongoError("InvalidNamespace", `{aggregate: 1} is not valid for '${name}'; a collection is required.`);
    return make(command, db, collection, spec);
  };
  return [name, stage];
}

function ofDatabase(
  name: string,
  where: string,
  make: (command: Command, spec: Value) => Doc[],
): [string, SourceStage] {
  const stage: SourceStage = (command, db, collection, spec) => {
    if (collection !== undefined || (where !== "" && db !== where))
      throw new MongoError(
        "InvalidNamespace",
        `${name} must be run against the ${where === "" ? "" : `'${where}' `}database with {aggregate: 1}`,
      );
    return make(command, spec);
  };
  return [name, stage];
}

const SOURCE_STAGES: ReadonlyMap<string, SourceStage> = new Map([
  ofCollection("$collStats", collStatsStage),
  ofCollection("$indexStats", indexStatsStage),
  // There is no cache of plans, so that it holds none.
  ofCollection("$planCacheStats", () => []),
  ofCollection("$listSessions", (command, db, collection) => {
    if (db !== "config" || collection !== "system.sessions")
      throw new MongoError("InvalidNamespace", "$listSessions may only be run against config.system.sessions");
    return listedSessions(command.services);
  }),
  ...["$listSearchIndexes", "$search", "$searchMeta", "$vectorSearch"].map((name) =>
    ofCollection(name, searchNotEnabled),
  ),
  ofDatabase("$listLocalSessions", "", (command) => listedSessions(command.services)),
  ofDatabase("$currentOp", "admin", currentOperations),
]);

/** The documents a pipeline begins with when its first stage makes them itself; undefined when it does not. */
export function sourceDocuments(
  command: Command,
  db: string,
  collection: string | undefined,
  stages: readonly Value[],
): Doc[] | undefined {
  for (const stage of stages.slice(1)) {
    const [name] = stageEntry(stage);
    if (SOURCE_STAGES.has(name))
      throw new MongoError({ code: 40602 }, `${name} is only valid as the first stage in a pipeline.`);
  }
  const [first] = stages;
  if (!isDoc(first)) return undefined;
  const [name, spec] = stageEntry(first);
  return SOURCE_STAGES.get(name)?.(command, db, collection, spec);
}
