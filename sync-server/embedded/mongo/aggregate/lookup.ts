import { Regex, doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, failedToParse } from "#server/embedded/mongo/error.ts";
import { somePathValue } from "#server/embedded/mongo/query/path.ts";
import { setPath } from "#server/embedded/mongo/query/update-path.ts";
import type { PipelineContext, StageMaker } from "./stage.ts";
import { cloneDoc } from "#server/embedded/mongo/bson/value.ts";
import { compileFilter } from "#server/embedded/mongo/query/match.ts";
import { encodeKeyValue } from "#server/embedded/mongo/bson/key.ts";
import { toInteger } from "#server/embedded/mongo/query/coerce.ts";

function text(spec: Doc, name: string, stage: string): string {
  const value = spec.get(name);
  if (typeof value !== "string") throw failedToParse(`${stage} argument '${name}' must be a string`);
  return value;
}

export const lookupStage: StageMaker = (spec, context) => {
  if (!isDoc(spec)) throw failedToParse("the $lookup specification must be an Object");
  const as = text(spec, "as", "$lookup");
  const from = spec.has("from") ? text(spec, "from", "$lookup") : undefined;
  const local = spec.has("localField") ? text(spec, "localField", "$lookup") : undefined;
  const foreign = spec.has("foreignField") ? text(spec, "foreignField", "$lookup") : undefined;
  const stages = spec.get("pipeline");
  const variables = [...(isDoc(spec.get("let")) ? letOf(spec) : [])].map(([name, value]) => ({
    name,
    evaluate: context.environment.compileExpression(value),
  }));
  if ((local === undefined) !== (foreign === undefined))
    throw failedToParse("$lookup requires both or neither of 'localField' and 'foreignField' to be specified");
  if (local === undefined && !Array.isArray(stages))
    throw failedToParse("$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified");
  return function* lookup(input) {
    for (const document of input) {
      const match = local === undefined || foreign === undefined ? new Map() : joinFilter(document, local, foreign);
      const bound = new Map(context.environment.variables);
      for (const { name, evaluate } of variables) {
        const value = evaluate(document);
        if (value !== undefined) bound.set(name, value);
      }
      const out = cloneDoc(document);
      setPath(out, as.split("."), [...joined(context, from, match, Array.isArray(stages) ? stages : [], bound)]);
      yield out;
    }
  };
};

function letOf(spec: Doc): Doc {
  const value = spec.get("let");
  return isDoc(value) ? value : new Map();
}

function joined(
  context: PipelineContext,
  from: string | undefined,
  match: Doc,
  stages: readonly Value[],
  variables: ReadonlyMap<string, Value>,
): Iterable<Doc> {
  const scoped = context.environment.withVariables(variables);
  if (stages.length === 0 && from !== undefined) return context.read(context.db, from, match, scoped);
  const head = match.size === 0 ? [] : [doc({ $match: match })];
  return context.run(context.db, from, [...head, ...stages], scoped);
}

/** Equality as `$lookup` means it: an array joins by its elements, a missing field like null. */
function joinFilter(document: Doc, local: string, foreign: string): Doc {
  const values: Value[] = [];
  somePathValue(document, local.split("."), true, (value, index) => {
    if (!(Array.isArray(value) && index === undefined)) values.push(value ?? null);
    return false;
  });
  const [only] = values;
  if (values.length === 1 && only !== undefined && !(only instanceof Regex))
    return doc({ [foreign]: doc({ $eq: only }) });
  const plain = values.filter((value) => !(value instanceof Regex));
  return doc({ [foreign]: doc({ $in: plain }) });
}

export const graphLookupStage: StageMaker = (spec, context) => {
  if (!isDoc(spec)) throw failedToParse("the $graphLookup specification must be an object");
  const from = text(spec, "from", "$graphLookup");
  const connectFrom = text(spec, "connectFromField", "$graphLookup").split(".");
  const connectTo = text(spec, "connectToField", "$graphLookup");
  const as = text(spec, "as", "$graphLookup").split(".");
  const depthField = spec.has("depthField") ? text(spec, "depthField", "$graphLookup").split(".") : undefined;
  const most = spec.has("maxDepth") ? Number(toInteger(spec.get("maxDepth")) ?? -1n) : Infinity;
  if (most < 0) throw new MongoError({ code: 40101 }, "maxDepth requires a nonnegative argument");
  const start = context.environment.compileExpression(spec.get("startWith") ?? null);
  const restriction = spec.get("restrictSearchWithMatch");
  const accepts = isDoc(restriction) ? compileFilter(restriction, context.environment) : () => true;
  return function* graphLookup(input) {
    for (const document of input) {
      const out = cloneDoc(document);
      setPath(out, as, walkGraph(start(document)));
      yield out;
    }
  };

  function walkGraph(first: Value | undefined): Value[] {
    const found = new Map<string, Doc>();
    const asked = new Set<string>();
    let frontier: Value[] = Array.isArray(first) ? first : [first ?? null];
    for (let depth = 0; depth <= most && frontier.length > 0; depth += 1) {
      const wanted = frontier.filter((value) => {
        const key = encodeKeyValue(value).toString("latin1");
        if (asked.has(key)) return false;
        asked.add(key);
        return true;
      });
      frontier = [];
      if (wanted.length === 0) break;
      for (const next of context.read(
        context.db,
        from,
        doc({ [connectTo]: doc({ $in: wanted }) }),
        context.environment,
      )) {
        const key = encodeKeyValue(next.get("_id")).toString("latin1");
        if (found.has(key) || !accepts(next)) continue;
        const shown = cloneDoc(next);
        if (depthField !== undefined) setPath(shown, depthField, BigInt(depth));
        found.set(key, shown);
        somePathValue(next, connectFrom, true, (value, index) => {
          if (value !== undefined && !(Array.isArray(value) && index === undefined)) frontier.push(value);
          return false;
        });
      }
    }
    return [...found.values()];
  }
};
