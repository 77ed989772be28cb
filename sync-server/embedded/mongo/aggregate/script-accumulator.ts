import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { fail, shownType } from "#server/embedded/mongo/expression/expression.ts";
import { newProgram, sourceOf } from "#server/embedded/mongo/expression/script.ts";
import type { AccumulatorMaker } from "./running.ts";

const NAMES = ["init", "initArgs", "accumulate", "accumulateArgs", "merge", "finalize", "lang"];

function functionIn(spec: Doc, name: string): string {
  const value = spec.get(name);
  if (value === undefined) throw fail(4544703, `$accumulator missing required argument '${name}'`);
  const source = sourceOf(value);
  if (source === undefined) throw fail(4544701, `$accumulator ${name} must be of type string or code`);
  return source;
}

/** An accumulator whose every step is a script. */
const accumulator: AccumulatorMaker = (operand, environment) => {
  if (!isDoc(operand))
    throw fail(4544703, `$accumulator expects an object as an argument; found: ${shownType(operand)}`);
  for (const key of operand.keys())
    if (!NAMES.includes(key)) throw fail(4544706, `$accumulator got an unexpected argument: ${key}`);
  const [init, accumulate] = ["init", "accumulate"].map((name) => functionIn(operand, name));
  functionIn(operand, "merge");
  const finalize = operand.has("finalize") ? functionIn(operand, "finalize") : undefined;
  if (operand.get("lang") !== "js")
    throw fail(
      operand.has("lang") ? 4544712 : 4544713,
      operand.has("lang") ? "$accumulator only supports lang: 'js'" : "$accumulator missing required argument 'lang'",
    );
  if (!operand.has("accumulateArgs")) throw fail(4544714, "$accumulator missing required argument 'accumulateArgs'");
  const initArgs = environment.compileExpression(operand.get("initArgs") ?? []);
  const args = environment.compileExpression(operand.get("accumulateArgs") ?? []);
  const script = newProgram();
  return (id) => {
    let state: Value = script(init ?? "", listOf(initArgs(id), "initArgs"));
    return {
      add: (source) => {
        state = script(accumulate ?? "", [state, ...listOf(args(source), "accumulateArgs")]);
      },
      dropOldest: () => {},
      result: () => (finalize === undefined ? state : script(finalize, [state])),
    };
  };
};

function listOf(value: Value | undefined, name: string): readonly Value[] {
  if (Array.isArray(value)) return value;
  throw fail(4544711, `$accumulator ${name} must evaluate to an array: ${shownType(value)}`);
}

export const SCRIPT_ACCUMULATORS: Readonly<Record<string, AccumulatorMaker>> = { $accumulator: accumulator };
