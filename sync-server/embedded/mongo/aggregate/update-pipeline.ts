import { cloneDoc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, failedToParse } from "#server/embedded/mongo/error.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { addFieldsStage, projectStage, replaceRootStage, replaceWithStage, unsetStage } from "./reshape.ts";
import type { Reshape } from "./reshape.ts";
import { inContext } from "./stage.ts";

/** The stages that an update may consist of. What comes out shares nothing with what went in. */
export function compilePipeline(stages: readonly Value[], environment: Environment): Reshape {
  const steps = stages.map((stage) => compileStep(stage, environment));
  return (source) => {
    let current: Doc = source;
    for (const step of steps) current = step(current);
    return cloneDoc(current);
  };
}

const STEPS: Readonly<Record<string, (spec: Value, environment: Environment) => Reshape>> = {
  $set: addFieldsStage,
  $addFields: addFieldsStage,
  $unset: unsetStage,
  $project: projectStage,
  $replaceWith: replaceWithStage,
  $replaceRoot: replaceRootStage,
};

function compileStep(stage: Value, environment: Environment): Reshape {
  const [entry] = isDoc(stage) && stage.size === 1 ? stage : [];
  if (entry === undefined) throw failedToParse("A pipeline stage specification object must contain exactly one field.");
  const [name, spec] = entry;
  const step = STEPS[name];
  if (step === undefined) throw new MongoError("InvalidOptions", `${name} is not allowed to be used within an update`);
  return inContext(name, () => step(spec, environment));
}
