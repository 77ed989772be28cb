import { DateTime, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import type { Environment, Evaluate } from "#server/embedded/mongo/query/environment.ts";
import { ARITHMETIC } from "./arithmetic.ts";
import { ARRAYS } from "./arrays.ts";
import { ARRAY_SHAPES } from "./array-shapes.ts";
import { DATE_UNITS } from "./date-units.ts";
import { DATES } from "./dates.ts";
import type { Compile, Expression, Operator, Scope } from "./expression.ts";
import { bind, fail } from "./expression.ts";
import { TYPES } from "./types.ts";
import { Bindings, checkReadable, missingIn } from "./variables.ts";
import { INSPECTION } from "./inspection.ts";
import { LIMITED } from "./limited.ts";
import { LOGIC } from "./logic.ts";
import { LOOPS } from "./loops.ts";
import { OBJECTS } from "./objects.ts";
import { PATTERNS } from "./patterns.ts";
import { PERCENTILES } from "./percentile.ts";
import { ROUNDING } from "./rounding.ts";
import { SCRIPTS } from "./script.ts";
import { SETS } from "./sets.ts";
import { STATISTICS } from "./statistics.ts";
import { STRINGS } from "./strings.ts";
import { TRANSCENDENTAL } from "./transcendental.ts";

const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>(
  [
    ARITHMETIC,
    ARRAYS,
    ARRAY_SHAPES,
    DATES,
    DATE_UNITS,
    INSPECTION,
    LIMITED,
    LOGIC,
    LOOPS,
    OBJECTS,
    PATTERNS,
    PERCENTILES,
    ROUNDING,
    SCRIPTS,
    SETS,
    STATISTICS,
    STRINGS,
    TRANSCENDENTAL,
    TYPES,
  ].flatMap((group) => Object.entries(group)),
);

/** What `$$REMOVE` evaluates to is what a missing field evaluates to. */
const BUILT_IN = ["ROOT", "CURRENT", "REMOVE", "NOW"];

export function compileExpression(expression: Value, environment: Environment): Evaluate {
  const evaluate = compileWithin(expression, environment);
  return (source) => evaluate(source, source);
}

/** The same where the document at hand (`$$CURRENT`) is a part of the whole (`$$ROOT`). */
export function compileWithin(
  expression: Value,
  environment: Environment,
): (root: Doc, current: Value) => Value | undefined {
  const { variables } = environment;
  const known = new Set([...BUILT_IN, ...variables.keys(), ...missingIn(variables)]);
  const compiled = compilerFor(environment, known)(expression);
  const now = new DateTime(BigInt(environment.now.getTime()));
  const scopeOf = (): Scope => {
    let scope: Scope;
    for (const [name, value] of variables) scope = bind(scope, name, value);
    return bind(scope, "NOW", now);
  };
  const fixed = variables instanceof Bindings ? undefined : scopeOf();
  return (root, current) => compiled(root, bind(bind(fixed ?? scopeOf(), "ROOT", root), "CURRENT", current));
}

function compilerFor(environment: Environment, known: ReadonlySet<string>): Compile {
  const compile = (expression: Value): Expression => {
    if (typeof expression === "string" && expression.startsWith("$")) return compilePath(expression, known);
    if (Array.isArray(expression)) {
      const items = expression.map(compile);
      return (root, scope) => items.map((item) => item(root, scope) ?? null);
    }
    if (isDoc(expression)) return compileDoc(expression, whole, environment);
    return () => expression;
  };
  const whole: Compile = Object.assign(compile, {
    knowing: (...names: string[]): Compile => compilerFor(environment, new Set([...known, ...names])),
  });
  return whole;
}

function compileDoc(expression: Doc, compile: Compile, environment: Environment): Expression {
  const first = expression.keys().next().value;
  if (first?.startsWith("$") === true) {
    if (expression.size > 1)
      throw fail(15983, "an expression specification must contain exactly one field, the name of the expression.");
    return compileOperator(first, expression.get(first) ?? null, compile, environment);
  }
  const fields = [...expression].map(([name, value]): [string, Expression] => {
    checkFieldName(name);
    return [name, compile(value)];
  });
  return (root, scope) => {
    const out: Doc = new Map();
    for (const [name, field] of fields) {
      const value = field(root, scope);
      if (value !== undefined) out.set(name, value);
    }
    return out;
  };
}

function checkFieldName(name: string): void {
  if (name === "") throw fail(15998, "FieldPath field names may not be empty strings.");
  if (name.startsWith("$"))
    throw fail(16410, "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
  if (name.includes("."))
    throw fail(16412, "FieldPath field names may not contain '.'. Consider using $getField or $setField.");
}

function compileOperator(name: string, operand: Value, compile: Compile, environment: Environment): Expression {
  if (name === "$literal" || name === "$const") return () => operand;
  if (name === "$expr") return compile(operand);
  const operator = OPERATORS.get(name);
  if (operator === undefined) throw new MongoError({ code: 168 }, `Unrecognized expression '${name}'`);
  return operator(operand, compile, environment, name);
}

/** `$a.b` from the document, `$$name.a.b` from a variable; arrays on the way are walked element by element. */
function compilePath(path: string, known: ReadonlySet<string>): Expression {
  if (path === "$") throw fail(16872, "'$' by itself is not a valid FieldPath");
  if (!path.startsWith("$$")) {
    const parts = path.slice(1).split(".");
    checkParts(path, parts);
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return (_root, scope) => child(lookUp(scope, "CURRENT"), only);
    return (_root, scope) => walk(lookUp(scope, "CURRENT"), parts, 0);
  }
  const [name = "", ...parts] = path.slice(2).split(".");
  checkReadable(name);
  if (path.slice(2).includes(".")) checkParts(path, parts);
  if (name === "CLUSTER_TIME") throw fail(51144, "Builtin variable '$$CLUSTER_TIME' is not available");
  if (!known.has(name)) throw fail(17276, `Use of undefined variable: ${name}`);
  return (_root, scope) => walk(lookUp(scope, name), parts, 0);
}

function checkParts(path: string, parts: readonly string[]): void {
  if (path.endsWith(".")) throw fail(40353, "FieldPath must not end with a '.'.");
  if (parts.includes("")) throw fail(15998, "FieldPath field names may not be empty strings.");
  if (parts.some((part) => part.startsWith("$")))
    throw fail(16410, "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
}

export function lookUp(scope: Scope, name: string): Value | undefined {
  for (let at = scope; at !== undefined; at = at.outer) if (at.name === name) return at.value;
  return undefined;
}

function child(value: Value | undefined, name: string): Value | undefined {
  if (value instanceof Map) return value.get(name);
  if (Array.isArray(value)) return walk(value, [name], 0);
  return undefined;
}

/** Only documents of an array on the way count, and only those that have the field. */
export function walk(value: Value | undefined, parts: readonly string[], depth: number): Value | undefined {
  const part = parts[depth];
  if (part === undefined) return value;
  if (value instanceof Map) return walk(value.get(part), parts, depth + 1);
  if (!Array.isArray(value)) return undefined;
  const out: Value[] = [];
  for (const item of value) {
    const inner = item instanceof Map ? walk(item, parts, depth) : undefined;
    if (inner !== undefined) out.push(inner);
  }
  return out;
}
