import { encodeKeyValue } from "#server/embedded/mongo/bson/key.ts";
import { doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import type { Environment, Evaluate } from "#server/embedded/mongo/query/environment.ts";
import { makeAccumulator } from "./accumulators.ts";
import type { Running, Start } from "./running.ts";
import type { Stage, StageMaker } from "./stage.ts";

export type Output = { name: string; start: Start };

export const groupStage: StageMaker = (spec, { environment }) => {
  if (!isDoc(spec)) throw new MongoError({ code: 15947 }, "a group's fields must be specified in an object");
  const id = spec.get("_id");
  if (id === undefined) throw new MongoError({ code: 15955 }, "a group specification must include an _id");
  return groupBy(environment.compileExpression(id), parseOutputs(spec, environment), environment);
};

export function parseOutputs(spec: Doc, environment: Environment): Output[] {
  return [...spec].flatMap(([name, accumulator]) => {
    if (name === "_id") return [];
    if (name.includes(".")) throw new MongoError({ code: 40235 }, `The field name '${name}' cannot contain '.'`);
    if (name.startsWith("$"))
      throw new MongoError({ code: 40236 }, `The field name '${name}' cannot be an operator name`);
    return [{ name, start: makeAccumulator(name, accumulator, environment) }];
  });
}

export function groupBy(evaluate: Evaluate, outputs: readonly Output[], environment: Environment): Stage {
  return function* group(input) {
    const groups = new Map<string, { id: Value; accumulators: Running[] }>();
    for (const document of input) {
      const id = evaluate(document) ?? null;
      const key = encodeKeyValue(environment.collation?.fold(id) ?? id).toString("latin1");
      let found = groups.get(key);
      if (found === undefined) {
        const initial = isDoc(id) ? id : new Map<string, Value>();
        found = { id, accumulators: outputs.map((output) => output.start(initial, "group")) };
        groups.set(key, found);
      }
      for (const accumulator of found.accumulators) accumulator.add(document);
    }
    for (const { id, accumulators } of groups.values()) {
      const out = doc({ _id: id });
      outputs.forEach((output, index) => out.set(output.name, accumulators[index]?.result() ?? null));
      yield out;
    }
  };
}
