import { doc, isDoc, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { failedToParse, typeMismatch } from "#server/embedded/mongo/error.ts";
import { fail } from "#server/embedded/mongo/expression/expression.ts";
import { readFields } from "#server/embedded/mongo/expression/fields.ts";
import { refuseStages, stageEntry } from "./stage.ts";
import type { Stage, StageMaker } from "./stage.ts";

const NOT_IN_FACETS = [
  "$facet",
  "$out",
  "$merge",
  "$changeStream",
  "$collStats",
  "$documents",
  "$geoNear",
  "$indexStats",
  "$planCacheStats",
];

/** Runs pipelines side by side; `compile` makes each of them. */
export function facetStage(compile: (stages: readonly Value[], ...rest: Parameters<StageMaker>) => Stage): StageMaker {
  return (spec, context) => {
    if (!isDoc(spec) || spec.size === 0)
      throw fail(40169, `the $facet specification must be a non-empty object, but found: ${typeName(spec)}`);
    const facets = [...spec].map(([name, stages]): [string, Stage] => {
      if (name.includes(".") || name.startsWith("$"))
        throw fail(16410, "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
      if (!Array.isArray(stages))
        throw fail(40170, `arguments to $facet must be arrays, ${name} is type ${typeName(stages)}`);
      refuseStages(stages, NOT_IN_FACETS, (stage) =>
        fail(40600, `${stage} is not allowed to be used within a $facet stage`),
      );
      return [name, compile(stages, spec, context)];
    });
    return function* facet(input) {
      const all = [...input];
      const out: Doc = new Map();
      for (const [name, stage] of facets) out.set(name, [...stage(all)]);
      yield out;
    };
  };
}

/** The documents of another collection, or of a pipeline of its own, after those that came. */
export const unionStage: StageMaker = (spec, context) => {
  if (typeof spec !== "string" && !isDoc(spec))
    throw failedToParse(`the $unionWith stage specification must be an object or string, but found ${typeName(spec)}`);
  const union = isDoc(spec)
    ? readFields("$unionWith", spec, { coll: { type: "string" }, pipeline: { type: "array" } })
    : doc({ coll: spec });
  const from = union.get("coll");
  const stages = union.get("pipeline") ?? [];
  if (!Array.isArray(stages)) throw typeMismatch("pipeline must be an array");
  const [first] = stages;
  if (from === undefined && (first === undefined || stageEntry(first)[0] !== "$documents"))
    throw failedToParse(
      "$unionWith stage without explicit collection must have a pipeline with $documents as first stage",
    );
  refuseStages(stages, ["$out", "$merge"], (stage) =>
    fail(31441, `${stage} is not allowed within a $unionWith's sub-pipeline`),
  );
  const { db, environment } = context;
  const other = context.prepare(db, typeof from === "string" ? from : undefined, stages, environment);
  return function* union_(input) {
    yield* input;
    yield* other();
  };
};

export const documentsStage: StageMaker = (spec, { environment }) => {
  const evaluate = environment.compileExpression(spec);
  return function* documents() {
    const list = evaluate(new Map());
    if (!Array.isArray(list)) throw fail(5858203, "an array is expected");
    for (const item of list) {
      if (!isDoc(item)) throw fail(40228, "an array of documents is expected");
      yield item;
    }
  };
};
