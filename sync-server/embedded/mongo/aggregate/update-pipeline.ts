import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, failedToParse } from "#server/embedded/mongo/error.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { addFieldsStage, projectStage, replaceRootStage, unsetStage } from "./reshape.ts";
import type { Reshape } from "./reshape.ts";

/** The stages that an update may consist of. */
export function compilePipeline(stages: readonly Value[], environment: Environment): Reshape {
  const steps = stages.map((stage) => compileStep(stage, environment));
  return (source) => {
    let current: Doc = source;
    for (const step of steps) current = step(current);
    return current;
  };
}

function compileStep(stage: Value, environment: Environment): Reshape {
  const [entry] = isDoc(stage) && stage.size === 1 ? stage : [];
  if (entry === undefined) throw failedToParse("A pipeline stage specification object must contain exactly one field.");
  const [name, spec] = entry;
  switch (name) {
    case "$set":
    case "$addFields":
      return addFieldsStage(spec, environment);
    case "$unset":
      return unsetStage(spec, environment);
    case "$project":
      return projectStage(spec, environment);
    case "$replaceWith":
      return replaceRootStage(spec, environment);
    case "$replaceRoot":
      return replaceRootStage(isDoc(spec) ? spec.get("newRoot") : undefined, environment);
    default:
      throw new MongoError("InvalidOptions", `${name} is not allowed to be used within an update`);
  }
}
