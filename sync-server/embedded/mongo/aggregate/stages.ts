import { doc, isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { fail } from "#server/embedded/mongo/expression/expression.ts";
import { toInteger } from "#server/embedded/mongo/query/coerce.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { compileFilter } from "#server/embedded/mongo/query/match.ts";
import { bucketAutoStage, bucketStage } from "./buckets.ts";
import { densifyStage } from "./densify.ts";
import { fillStage } from "./fill.ts";
import { groupStage } from "./group.ts";
import { graphLookupStage } from "./graph-lookup.ts";
import { lookupStage } from "./lookup.ts";
import { redactStage } from "./redact.ts";
import { addFieldsStage, projectStage, replaceRootStage, replaceWithStage, unsetStage } from "./reshape.ts";
import type { Reshape } from "./reshape.ts";
import { setWindowFieldsStage } from "./set-window-fields.ts";
import { sortStage } from "./sort.ts";
import { inContext, stageEntry } from "./stage.ts";
import type { PipelineContext, Stage, StageMaker } from "./stage.ts";
import { documentsStage, facetStage, unionStage } from "./unions.ts";
import { unwindStage } from "./unwind.ts";

function reshaping(make: (spec: Value, environment: Environment) => Reshape): StageMaker {
  return (spec, { environment }) => {
    const reshape = make(spec, environment);
    return function* reshaped(input) {
      for (const document of input) yield reshape(document);
    };
  };
}

const matchStage: StageMaker = (spec, { environment }) => {
  if (!isDoc(spec)) throw new MongoError({ code: 15959 }, "the match filter must be an expression in an object");
  const matches = compileFilter(spec, environment);
  return function* match(input) {
    for (const document of input) if (matches(document)) yield document;
  };
};

export function wholeNumber(spec: Value, stage: string, least: number): number {
  const number = isNumber(spec) ? toInteger(spec) : undefined;
  if (number === undefined)
    throw new MongoError({ code: 5107200 }, `invalid argument to ${stage} stage: Expected a number`);
  if (Number(number) < least) {
    throw new MongoError(
      { code: stage === "$limit" ? 15958 : 5107200 },
      stage === "$limit"
        ? "the limit must be positive"
        : `invalid argument to ${stage} stage: Expected a non-negative number`,
    );
  }
  return Number(number);
}

const limitStage: StageMaker = (spec) => {
  const count = wholeNumber(spec, "$limit", 1);
  return function* limit(input) {
    let left = count;
    for (const document of input) {
      yield document;
      left -= 1;
      if (left === 0) return;
    }
  };
};

const skipStage: StageMaker = (spec) => {
  const count = wholeNumber(spec, "$skip", 0);
  return function* skip(input) {
    let left = count;
    for (const document of input) {
      if (left > 0) left -= 1;
      else yield document;
    }
  };
};

const countStage: StageMaker = (spec) => {
  if (typeof spec !== "string") throw fail(40156, "the count field must be a non-empty string");
  if (spec === "") throw fail(40157, "the count field must be a non-empty string");
  if (spec.startsWith("$")) throw fail(40158, "the count field cannot be a $-prefixed path");
  if (spec.includes("\0")) throw fail(40159, "the count field cannot contain a null byte");
  if (spec.includes(".")) throw fail(40160, "the count field cannot contain '.'");
  return function* count(input) {
    let n = 0;
    for (const _ of input) n += 1;
    if (n > 0) yield doc({ [spec]: n });
  };
};

const sampleStage: StageMaker = (spec, { environment }) => {
  const size = sampleSize(spec);
  return function* sample(input) {
    const all = [...input];
    for (let taken = 0; taken < size && taken < all.length; taken += 1) {
      const at = taken + Math.floor(environment.random() * (all.length - taken));
      const [chosen, displaced] = [all[at], all[taken]];
      if (displaced !== undefined) all[at] = displaced;
      if (chosen !== undefined) yield chosen;
    }
  };
};

function sampleSize(spec: Value): number {
  if (!isDoc(spec)) throw fail(28745, "the $sample stage specification must be an object");
  for (const key of spec.keys()) if (key !== "size") throw fail(28748, `unrecognized option to $sample: ${key}`);
  const size = spec.get("size");
  if (size === undefined) throw fail(28749, "$sample stage must specify a size");
  if (!isNumber(size)) throw fail(28746, "size argument to $sample must be a number");
  const number = Number(toInteger(size) ?? 0n);
  if (number <= 0) throw fail(28747, "size argument to $sample must be a positive integer");
  return number;
}

const sortByCountStage: StageMaker = (spec, context) => {
  if (isDoc(spec) ? spec.keys().next().value?.startsWith("$") !== true : typeof spec !== "string")
    throw fail(
      isDoc(spec) ? 40147 : 40149,
      isDoc(spec)
        ? `the sortByCount field must be defined as a $-prefixed path or an expression inside an object`
        : `the sortByCount field must be specified as a string or as an object`,
    );
  if (typeof spec === "string" && !spec.startsWith("$"))
    throw fail(40148, "the sortByCount field must be defined as a $-prefixed path or an expression inside an object");
  const group = groupStage(doc({ _id: spec, count: doc({ $sum: 1 }) }), context);
  const sort = sortStage(doc({ count: -1 }), context);
  return (input) => sort(group(input));
};

const STAGES: ReadonlyMap<string, StageMaker> = new Map<string, StageMaker>([
  ["$match", matchStage],
  ["$project", reshaping(projectStage)],
  ["$addFields", reshaping(addFieldsStage)],
  ["$set", reshaping(addFieldsStage)],
  ["$unset", reshaping(unsetStage)],
  ["$replaceWith", reshaping(replaceWithStage)],
  ["$replaceRoot", reshaping(replaceRootStage)],
  ["$group", groupStage],
  ["$sort", sortStage],
  ["$limit", limitStage],
  ["$skip", skipStage],
  ["$count", countStage],
  ["$unwind", unwindStage],
  ["$lookup", lookupStage],
  ["$graphLookup", graphLookupStage],
  ["$sample", sampleStage],
  ["$sortByCount", sortByCountStage],
  ["$facet", facetStage((stages, _spec, context) => compileStages(stages, context))],
  ["$unionWith", unionStage],
  ["$documents", documentsStage],
  ["$redact", redactStage],
  ["$bucket", bucketStage],
  ["$bucketAuto", bucketAutoStage],
  ["$setWindowFields", setWindowFieldsStage],
  ["$fill", fillStage],
  ["$densify", densifyStage],
]);

export function isKnownStage(name: string): boolean {
  return STAGES.has(name);
}

/** One stage out of many; throws MongoDB's error for a stage there is none of, or not in that place. */
export function compileStages(stages: readonly Value[], context: PipelineContext): Stage {
  const compiled = stages.map((stage, index) => {
    const [name, spec] = stageEntry(stage);
    if (name === "$out" || name === "$merge") throw fail(40601, `${name} can only be the final stage in the pipeline`);
    if (name === "$documents" && index > 0)
      throw fail(40602, "$documents is only valid as the first stage in a pipeline.");
    const maker = STAGES.get(name);
    if (maker === undefined) throw new MongoError({ code: 40324 }, `Unrecognized pipeline stage name: '${name}'`);
    return inContext(name, () => maker(spec, context));
  });
  return (input) => {
    let current = input;
    for (const stage of compiled) current = stage(current);
    return current;
  };
}
