import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { Regex, doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { failedToParse } from "#server/embedded/mongo/error.ts";
import { fail } from "#server/embedded/mongo/expression/expression.ts";
import { Bindings, checkWritable } from "#server/embedded/mongo/expression/variables.ts";
import type { Evaluate } from "#server/embedded/mongo/query/environment.ts";
import { somePathValue } from "#server/embedded/mongo/query/path.ts";
import { parsePath, withField } from "./field-paths.ts";
import { refuseStages, stageEntry } from "./stage.ts";
import type { PipelineContext, StageMaker } from "./stage.ts";

type Lookup = {
  from: string | undefined;
  as: string[];
  local: string[] | undefined;
  foreign: string | undefined;
  stages: readonly Value[];
  variables: readonly { name: string; evaluate: Evaluate }[];
};

const NAMES = ["from", "as", "localField", "foreignField"];

function parseLookup(spec: Value, { environment }: PipelineContext): Lookup {
  if (!isDoc(spec)) throw failedToParse("the $lookup specification must be an Object");
  for (const [name, value] of spec) checkArgument(name, value);
  const text = (name: string): string | undefined => {
    const value = spec.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const stages = spec.get("pipeline");
  const given = spec.get("let");
  const [from, as, local, foreign] = NAMES.map(text);
  if (as === undefined) throw failedToParse("must specify 'as' field for a $lookup");
  const isPipeline = Array.isArray(stages);
  if ((local === undefined) !== (foreign === undefined) || (local === undefined && !isPipeline))
    throw failedToParse(
      local === undefined && foreign === undefined
        ? "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified"
        : "$lookup requires both or neither of 'localField' and 'foreignField' to be specified",
    );
  if (given !== undefined && !isPipeline)
    throw failedToParse("$lookup with a 'let' argument must also specify 'pipeline'");
  const [first] = isPipeline ? stages : [];
  if (from === undefined && (first === undefined || stageEntry(first)[0] !== "$documents"))
    throw failedToParse("must specify 'pipeline' when 'from' is empty");
  return {
    from,
    as: parsePath(as),
    local: local === undefined ? undefined : parsePath(local),
    foreign: foreign === undefined ? undefined : parsePath(foreign).join("."),
    stages: isPipeline ? stages : [],
    variables: [...(isDoc(given) ? given : [])].map(([name, value]) => ({
      name: checkWritable(name),
      evaluate: environment.compileExpression(value),
    })),
  };
}

function checkArgument(name: string, value: Value): void {
  if (name === "pipeline") {
    if (!Array.isArray(value)) throw failedToParse("'pipeline' option must be specified as an array");
    refuseStages(value, ["$out", "$merge"], (stage) =>
      fail(51047, `${stage} is not allowed to be used within a $lookup stage`),
    );
  } else if (name === "let") {
    if (!isDoc(value))
      throw failedToParse(`$lookup argument '${name}: ${showValue(value)}' must be an object, is type ${typeof value}`);
  } else if (!NAMES.includes(name)) throw failedToParse(`unknown argument to $lookup: ${name}`);
  else if (typeof value !== "string")
    throw failedToParse(`$lookup argument '${name}: ${showValue(value)}' must be a string, is type ${typeof value}`);
}

export const lookupStage: StageMaker = (spec, context) => {
  const lookup = parseLookup(spec, context);
  const { from, local, foreign, variables, as, stages } = lookup;
  const { db, environment } = context;
  const bound = new Bindings(environment.variables);
  for (const { name } of variables) bound.assign(name, undefined);
  const isAlwaysTheSame = local === undefined && variables.length === 0;
  // Made for its errors at once, and run for each document with its values.
  const scope = variables.length === 0 ? environment : environment.withVariables(bound);
  const foreignOf = context.prepare(db, from, stages, scope);
  return function* joined(input) {
    let same: Value[] | undefined;
    for (const document of input) {
      for (const { name, evaluate } of variables) bound.assign(name, evaluate(document));
      const match = local === undefined || foreign === undefined ? undefined : joinFilter(document, local, foreign);
      const found = same ?? [...foreignOf(match)];
      if (isAlwaysTheSame) same = found;
      yield withField(document, as, found);
    }
  };
};

/** Equality as `$lookup` means it: an array joins by its elements, a missing field like null. */
function joinFilter(document: Doc, local: readonly string[], foreign: string): Doc {
  const values: Value[] = [];
  somePathValue(document, local, true, (value, index) => {
    if (!(Array.isArray(value) && index === undefined)) values.push(value ?? null);
    return false;
  });
  const [only] = values;
  if (values.length === 1 && only !== undefined && !(only instanceof Regex))
    return doc({ [foreign]: doc({ $eq: only }) });
  const plain = values.filter((value) => !(value instanceof Regex));
  return doc({ [foreign]: doc({ $in: plain }) });
}
