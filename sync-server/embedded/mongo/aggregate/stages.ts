import { doc, isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { cloneDoc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, failedToParse } from "#server/embedded/mongo/error.ts";
import { toInteger } from "#server/embedded/mongo/query/coerce.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { compileFilter } from "#server/embedded/mongo/query/match.ts";
import { getPath, setPath, unsetPath } from "#server/embedded/mongo/query/update-path.ts";
import { bucketAutoStage, bucketStage } from "./buckets.ts";
import { densifyStage } from "./densify.ts";
import { fillStage } from "./fill.ts";
import { groupStage } from "./group.ts";
import { graphLookupStage, lookupStage } from "./lookup.ts";
import { addFieldsStage, projectStage, replaceRootStage, unsetStage } from "./reshape.ts";
import type { Reshape } from "./reshape.ts";
import { setWindowFieldsStage } from "./set-window-fields.ts";
import { sortStage } from "./sort.ts";
import { stageEntry } from "./stage.ts";
import type { PipelineContext, Stage, StageMaker } from "./stage.ts";

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
  if (typeof spec !== "string" || spec === "" || spec.startsWith("$") || spec.includes("."))
    throw new MongoError({ code: 40156 }, "the count field must be a non-empty string");
  return function* count(input) {
    let n = 0;
    for (const _ of input) n += 1;
    if (n > 0) yield doc({ [spec]: n });
  };
};

const unwindStage: StageMaker = (spec) => {
  const path = isDoc(spec) ? spec.get("path") : spec;
  if (typeof path !== "string")
    throw new MongoError({ code: 28808 }, "expected a string as the path for $unwind stage");
  if (!path.startsWith("$"))
    throw new MongoError({ code: 28818 }, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  const parts = path.slice(1).split(".");
  const indexName = isDoc(spec) ? spec.get("includeArrayIndex") : undefined;
  const keepsEmpty = isDoc(spec) && spec.get("preserveNullAndEmptyArrays") === true;
  return function* unwind(input) {
    for (const document of input) {
      const value = getPath(document, parts);
      if (Array.isArray(value) && value.length > 0) {
        for (const [index, item] of value.entries()) yield unwound(document, parts, item, indexName, BigInt(index));
      } else if (Array.isArray(value)) {
        if (keepsEmpty) yield unwound(document, parts, undefined, indexName, null);
      } else if ((value !== undefined && value !== null) || keepsEmpty)
        yield unwound(document, parts, value, indexName, null);
    }
  };
};

function unwound(
  document: Doc,
  parts: readonly string[],
  item: Value | undefined,
  indexName: Value | undefined,
  index: Value,
): Doc {
  const out = cloneDoc(document);
  if (item === undefined) unsetPath(out, parts);
  else setPath(out, parts, item);
  if (typeof indexName === "string") setPath(out, indexName.split("."), index);
  return out;
}

const sampleStage: StageMaker = (spec, { environment }) => {
  const size = isDoc(spec) ? wholeNumber(spec.get("size") ?? null, "$sample", 1) : 0;
  if (size === 0) throw new MongoError({ code: 28745 }, "the $sample stage specification must be an object");
  return function* sample(input) {
    const all = [...input];
    for (let taken = 0; taken < size && all.length > 0; taken += 1) {
      const at = Math.floor(environment.random() * all.length);
      const [chosen] = all.splice(at, 1);
      if (chosen !== undefined) yield chosen;
    }
  };
};

const sortByCountStage: StageMaker = (spec, context) => {
  const group = groupStage(doc({ _id: spec, count: doc({ $sum: 1 }) }), context);
  const sort = sortStage(doc({ count: -1 }), context);
  return (input) => sort(group(input));
};

const facetStage: StageMaker = (spec, context) => {
  if (!isDoc(spec) || spec.size === 0)
    throw new MongoError({ code: 40169 }, "the $facet specification must be a non-empty object");
  const facets = [...spec].map(([name, stages]): [string, Stage] => {
    if (!Array.isArray(stages))
      throw new MongoError({ code: 40170 }, `arguments to $facet must be arrays, ${name} is not`);
    return [name, compileStages(stages, context)];
  });
  return function* facet(input) {
    const all = [...input];
    const out: Doc = new Map();
    for (const [name, stage] of facets) out.set(name, [...stage(all)]);
    yield out;
  };
};

const unionStage: StageMaker = (spec, context) => {
  const from = isDoc(spec) ? spec.get("coll") : spec;
  const stages = isDoc(spec) ? (spec.get("pipeline") ?? []) : [];
  if (!Array.isArray(stages)) throw failedToParse("$unionWith pipeline must be an array");
  return function* union(input) {
    yield* input;
    yield* context.run(context.db, typeof from === "string" ? from : undefined, stages, context.environment);
  };
};

const documentsStage: StageMaker = (spec, { environment }) => {
  const evaluate = environment.compileExpression(spec);
  return function* documents() {
    const list = evaluate(new Map());
    if (!Array.isArray(list)) throw new MongoError({ code: 5858203 }, "an array is expected");
    for (const item of list) if (isDoc(item)) yield item;
  };
};

const redactStage: StageMaker = (spec, { environment }) => {
  const levels = new Map<string, Value>([
    ["DESCEND", "descend"],
    ["PRUNE", "prune"],
    ["KEEP", "keep"],
  ]);
  const evaluate = environment.withVariables(new Map([...environment.variables, ...levels])).compileExpression(spec);
  return function* redacted(input) {
    for (const document of input) {
      const kept = redact(document);
      if (kept !== undefined) yield kept;
    }
  };

  function redact(value: Doc): Doc | undefined {
    const verdict = evaluate(value);
    if (verdict === "keep") return value;
    if (verdict === "prune") return undefined;
    if (verdict !== "descend")
      throw new MongoError(
        { code: 17053 },
        "$redact's expression should not return anything aside from the variables $$KEEP, $$DESCEND, and $$PRUNE",
      );
    const out: Doc = new Map();
    for (const [name, inner] of value) {
      const kept = within(inner);
      if (kept !== undefined) out.set(name, kept);
    }
    return out;
  }

  function within(value: Value): Value | undefined {
    if (isDoc(value)) return redact(value);
    if (!Array.isArray(value)) return value;
    return value.flatMap((item) => {
      const kept = within(item);
      return kept === undefined ? [] : [kept];
    });
  }
};

const STAGES: ReadonlyMap<string, StageMaker> = new Map<string, StageMaker>([
  ["$match", matchStage],
  ["$project", reshaping(projectStage)],
  ["$addFields", reshaping(addFieldsStage)],
  ["$set", reshaping(addFieldsStage)],
  ["$unset", reshaping(unsetStage)],
  ["$replaceWith", reshaping(replaceRootStage)],
  [
    "$replaceRoot",
    reshaping((spec, environment) => replaceRootStage(isDoc(spec) ? spec.get("newRoot") : undefined, environment)),
  ],
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
  ["$facet", facetStage],
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

/** One stage out of many; throws MongoDB's error for a stage there is none of. */
export function compileStages(stages: readonly Value[], context: PipelineContext): Stage {
  const compiled = stages.map((stage) => {
    const [name, spec] = stageEntry(stage);
    const maker = STAGES.get(name);
    if (maker === undefined) throw new MongoError({ code: 40324 }, `Unrecognized pipeline stage name: '${name}'`);
    return maker(spec, context);
  });
  return (input) => {
    let current = input;
    for (const stage of compiled) current = stage(current);
    return current;
  };
}
