import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { Bindings } from "./variables.ts";

/** The value of an expression that depends on no document; undefined when it may. */
export function constantOf(expression: Value, environment: Environment): { value: Value } | undefined {
  if (!isConstant(expression, environment)) return undefined;
  return { value: environment.compileExpression(expression)(new Map()) ?? null };
}

function isConstant(expression: Value, environment: Environment): boolean {
  if (typeof expression === "string") {
    if (!expression.startsWith("$")) return true;
    const [name = ""] = expression.slice(2).split(".");
    const { variables } = environment;
    const isVarying = variables instanceof Bindings && variables.varying.has(name);
    return expression.startsWith("$$") && variables.has(name) && !isVarying;
  }
  if (Array.isArray(expression)) return expression.every((item) => isConstant(item, environment));
  if (!isDoc(expression)) return true;
  if (expression.has("$literal") || expression.has("$const")) return true;
  if (expression.has("$rand") || expression.has("$function")) return false;
  return expression.values().every((item) => isConstant(item, environment));
}
