import { isDoc, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { fail } from "#server/embedded/mongo/expression/expression.ts";
import type { Environment, Evaluate } from "#server/embedded/mongo/query/environment.ts";
import { compileProjection } from "#server/embedded/mongo/query/project.ts";
import { overlap, parsePath } from "./field-paths.ts";
import { showCompact } from "./show-compact.ts";

export type Reshape = (source: Doc) => Doc;

export function projectStage(spec: Value, environment: Environment): Reshape {
  if (!isDoc(spec)) throw fail(15969, "$project specification must be an object");
  if (spec.size === 0) throw fail(51272, "projection specification must have at least one field");
  const projection = compileProjection(spec, new Map(), environment);
  return (source) => projection?.(source) ?? source;
}

type Addition = { name: string; evaluate: Evaluate } | { name: string; children: Addition[] };

/** Adds fields, at dotted paths too; where an array is on the way, in each of its elements. */
export function addFieldsStage(spec: Value, environment: Environment): Reshape {
  if (!isDoc(spec)) throw fail(40272, `$addFields specification stage must be an object, got ${typeName(spec)}`);
  checkConflicts(spec);
  const additions = parseAdditions(spec, environment);
  return (source) => apply(source, additions, source);
}

function checkConflicts(spec: Doc): void {
  const seen: { path: string; parts: string[] }[] = [];
  for (const path of leafPaths(spec, "")) {
    const parts = parsePath(path);
    const other = seen.find((known) => overlap(known.parts, parts));
    if (other !== undefined)
      throw fail(
        40176,
        `specification contains two conflicting paths. Cannot specify both '${path}' and '${other.path}': ${showValue(spec)}`,
      );
    seen.push({ path, parts });
  }
}

function leafPaths(spec: Doc, prefix: string): string[] {
  return [...spec].flatMap(([name, value]) =>
    isNested(value) ? leafPaths(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}

/** A document of further fields, and no expression. */
function isNested(value: Value): value is Doc {
  const first = isDoc(value) ? value.keys().next().value : undefined;
  return first !== undefined && !first.startsWith("$");
}

function parseAdditions(spec: Doc, environment: Environment): Addition[] {
  const additions: Addition[] = [];
  for (const [path, value] of spec) {
    const parts = path.split(".");
    const last = parts.pop() ?? "";
    let holder = additions;
    for (const part of parts) holder = childrenOf(holder, part);
    if (!isNested(value)) holder.push({ name: last, evaluate: environment.compileExpression(value) });
    else childrenOf(holder, last).push(...parseAdditions(value, environment));
  }
  return additions;
}

function childrenOf(additions: Addition[], name: string): Addition[] {
  for (const addition of additions) if (addition.name === name && "children" in addition) return addition.children;
  const children: Addition[] = [];
  additions.push({ name, children });
  return children;
}

/** Only what lies on the way to the added fields is copied. */
function apply(source: Doc, additions: readonly Addition[], root: Doc): Doc {
  const out: Doc = new Map(source);
  for (const addition of additions) {
    if ("evaluate" in addition) {
      const value = addition.evaluate(root);
      if (value === undefined) out.delete(addition.name);
      else out.set(addition.name, value);
    } else out.set(addition.name, inside(source.get(addition.name), addition.children, root));
  }
  return out;
}

function inside(value: Value | undefined, additions: readonly Addition[], root: Doc): Value {
  if (Array.isArray(value)) return value.map((item) => inside(item, additions, root));
  return apply(value instanceof Map ? value : new Map(), additions, root);
}

export function unsetStage(spec: Value, environment: Environment): Reshape {
  const names = Array.isArray(spec) ? spec : [spec];
  if (typeof spec !== "string" && !Array.isArray(spec))
    throw fail(31002, "$unset specification must be a string or an array");
  if (names.length === 0)
    throw fail(31119, "$unset specification must be a string or an array with at least one field");
  const projection: Doc = new Map();
  for (const name of names) {
    if (typeof name !== "string")
      throw fail(31120, "$unset specification must be a string or an array containing only string values");
    projection.set(name, 0);
  }
  return projectStage(projection, environment);
}

export function replaceRootStage(spec: Value, environment: Environment): Reshape {
  if (!isDoc(spec))
    throw fail(40229, `expected an object as specification for $replaceRoot stage, got ${typeName(spec)}`);
  for (const key of spec.keys())
    if (key !== "newRoot") throw fail(40415, `BSON field '$replaceRoot.${key}' is an unknown field.`);
  const newRoot = spec.get("newRoot");
  if (newRoot === undefined) throw fail(40414, "BSON field '$replaceRoot.newRoot' is missing but a required field");
  return replaceWith("'newRoot' expression ", newRoot, environment);
}

export function replaceWithStage(spec: Value, environment: Environment): Reshape {
  return replaceWith("'replacement document' ", spec, environment);
}

function replaceWith(what: string, expression: Value, environment: Environment): Reshape {
  const evaluate = environment.compileExpression(expression);
  return (source) => {
    const root = evaluate(source);
    if (isDoc(root)) return root;
    const shown = root === undefined ? "MISSING" : showCompact(root);
    throw new MongoError(
      { code: 40228 },
      `${what}must evaluate to an object, but resulting value was: ${shown}. Type of resulting value: '${root === undefined ? "missing" : typeName(root)}'. Input document: ${showCompact(source)}`,
    );
  };
}
