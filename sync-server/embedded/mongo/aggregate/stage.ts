import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";

export type Stage = (input: Iterable<Doc>) => Iterable<Doc>;

/** Runs a pipeline over its collection's documents, or over those that match as well. */
export type Prepared = (match?: Doc) => Iterable<Doc>;

/** What stages reach beyond the documents that flow through them. */
export type PipelineContext = {
  db: string;
  environment: Environment;
  /** A collection's documents that match, through its indexes. */
  read: (db: string, collection: string, filter: Doc, environment: Environment) => Iterable<Doc>;
  /** Makes a whole pipeline over another collection (undefined: over no documents at all), to be run many times. */
  prepare: (db: string, collection: string | undefined, stages: readonly Value[], environment: Environment) => Prepared;
};

export type StageMaker = (spec: Value, context: PipelineContext) => Stage;

export function stageEntry(stage: Value): [string, Value] {
  const [entry] = isDoc(stage) && stage.size === 1 ? stage : [];
  if (entry === undefined)
    throw new MongoError({ code: 40323 }, "A pipeline stage specification object must contain exactly one field.");
  return entry;
}

const TOLD_WITH_STAGE = ["$addFields", "$set", "$project", "$unset"];

/** Makes a stage; what is wrong with its expressions is told together with where they stand. */
export function inContext<T>(name: string, make: () => T): T {
  if (!TOLD_WITH_STAGE.includes(name)) return make();
  try {
    return make();
  } catch (error) {
    if (!(error instanceof MongoError)) throw error;
    throw new MongoError(
      { code: error.code },
      `Invalid ${name} :: caused by :: ${error.message}`,
      error.labels,
      error.facts,
    );
  }
}

/** Throws for a stage that may not stand in a pipeline within another. */
export function refuseStages(
  stages: readonly Value[],
  names: readonly string[],
  complain: (name: string) => MongoError,
): void {
  for (const stage of stages) {
    const [name] = stageEntry(stage);
    if (names.includes(name)) throw complain(name);
  }
}

export function isWritingStage(stage: Value): boolean {
  const [name] = stageEntry(stage);
  return name === "$out" || name === "$merge";
}
