import { encodeKeyValue } from "#server/embedded/mongo/bson/key.ts";
import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { doc, isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { failedToParse } from "#server/embedded/mongo/error.ts";
import { fail } from "#server/embedded/mongo/expression/expression.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";
import type { Evaluate } from "#server/embedded/mongo/query/environment.ts";
import { compileFilter } from "#server/embedded/mongo/query/match.ts";
import { somePathValue } from "#server/embedded/mongo/query/path.ts";
import { parsePath, withField } from "./field-paths.ts";
import type { PipelineContext, StageMaker } from "./stage.ts";

type Graph = {
  from: string;
  as: string[];
  connectFrom: string[];
  connectTo: string;
  depthField: string[] | undefined;
  most: number;
  start: Evaluate;
  accepts: (found: Doc) => boolean;
};

const NAMES = ["from", "as", "connectFromField", "connectToField", "depthField"];

function parseGraph(spec: Value, { environment }: PipelineContext): Graph {
  if (!isDoc(spec))
    throw failedToParse(`the $graphLookup stage specification must be an object, but found ${showValue(spec)}`);
  for (const [name, value] of spec) {
    if (name === "startWith" || name === "maxDepth" || name === "restrictSearchWithMatch") continue;
    if (!NAMES.includes(name)) throw fail(40104, `Unknown argument to $graphLookup: ${name}`);
    if (typeof value !== "string")
      throw fail(40103, `expected string as argument for '${name}', found: ${showValue(value)}`);
  }
  const text = (name: string): string => {
    const value = spec.get(name);
    if (typeof value === "string") return value;
    throw fail(
      40105,
      "$graphLookup requires 'from', 'as', 'startWith', 'connectFromField', and 'connectToField' to be specified.",
    );
  };
  const restriction = spec.get("restrictSearchWithMatch");
  if (restriction !== undefined && !isDoc(restriction))
    throw fail(
      40185,
      `$graphLookup restrictSearchWithMatch argument must be an object, found: ${showValue(restriction)}`,
    );
  const [from, as, connectFrom, connectTo] = ["from", "as", "connectFromField", "connectToField"].map(text);
  if (!spec.has("startWith")) text("startWith");
  return {
    from: from ?? "",
    as: parsePath(as ?? ""),
    connectFrom: parsePath(connectFrom ?? ""),
    connectTo: parsePath(connectTo ?? "").join("."),
    depthField: spec.has("depthField") ? parsePath(text("depthField")) : undefined,
    most: depthOf(spec.get("maxDepth")),
    start: environment.compileExpression(spec.get("startWith") ?? null),
    accepts: isDoc(restriction) ? compileFilter(restriction, environment) : () => true,
  };
}

function depthOf(value: Value | undefined): number {
  if (value === undefined) return Infinity;
  if (!isNumber(value)) throw fail(40100, "maxDepth requires numeric argument, found type: " + showValue(value));
  const depth = toNumber(value);
  if (depth < 0) throw fail(40101, `maxDepth requires a nonnegative argument, found: ${depth}`);
  if (!Number.isInteger(depth)) throw fail(40102, `maxDepth could not be represented as a long long: ${depth}`);
  return depth;
}

export const graphLookupStage: StageMaker = (spec, context) => {
  const graph = parseGraph(spec, context);
  return function* graphLookup(input) {
    for (const document of input) yield withField(document, graph.as, walkGraph(graph, context, graph.start(document)));
  };
};

/** Breadth first; each document once, at the least depth that leads to it. */
function walkGraph(graph: Graph, context: PipelineContext, first: Value | undefined): Value[] {
  const { environment } = context;
  const found = new Map<string, Doc>();
  const asked = new Set<string>();
  let frontier: Value[] = Array.isArray(first) ? first : first === undefined ? [] : [first];
  for (let depth = 0; depth <= graph.most && frontier.length > 0; depth += 1) {
    const wanted = frontier.filter((value) => {
      const key = encodeKeyValue(environment.collation?.fold(value) ?? value).toString("latin1");
      return asked.size < asked.add(key).size;
    });
    frontier = [];
    if (wanted.length === 0) break;
    const filter = doc({ [graph.connectTo]: doc({ $in: wanted }) });
    for (const next of context.read(context.db, graph.from, filter, environment)) {
      const key = encodeKeyValue(next.get("_id")).toString("latin1");
      if (found.has(key) || !graph.accepts(next)) continue;
      found.set(key, graph.depthField === undefined ? next : withField(next, graph.depthField, BigInt(depth)));
      somePathValue(next, graph.connectFrom, true, (value, index) => {
        if (value !== undefined && !(Array.isArray(value) && index === undefined)) frontier.push(value);
        return false;
      });
    }
  }
  return [...found.values()];
}
