import { cloneDoc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import type { Environment, Evaluate } from "#server/embedded/mongo/query/environment.ts";
import { compileProjection } from "#server/embedded/mongo/query/project.ts";

export type Reshape = (source: Doc) => Doc;

export function projectStage(spec: Value, environment: Environment): Reshape {
  if (!isDoc(spec) || spec.size === 0)
    throw new MongoError(
      { code: 51272 },
      "Invalid $project :: caused by :: projection specification must have at least one field",
    );
  const projection = compileProjection(spec, new Map(), environment);
  return (source) => projection?.(source) ?? source;
}

type Addition = { name: string; evaluate: Evaluate } | { name: string; children: readonly Addition[] };

/** Adds fields, at dotted paths too; where an array is on the way, in each of its elements. */
export function addFieldsStage(spec: Value, environment: Environment): Reshape {
  if (!isDoc(spec)) throw new MongoError({ code: 40272 }, "$addFields specification stage must be an object");
  const additions = parseAdditions(spec, environment);
  return (source) => {
    const out = cloneDoc(source);
    apply(out, additions, source);
    return out;
  };
}

function parseAdditions(spec: Doc, environment: Environment): Addition[] {
  return [...spec].map(([path, value]) => {
    const parts = path.split(".");
    const last = parts.pop() ?? "";
    let addition = leaf(last, value, environment);
    for (const part of parts.toReversed()) addition = { name: part, children: [addition] };
    return addition;
  });
}

function leaf(name: string, value: Value, environment: Environment): Addition {
  const first = isDoc(value) ? value.keys().next().value : undefined;
  if (isDoc(value) && first !== undefined && !first.startsWith("$"))
    return { name, children: parseAdditions(value, environment) };
  return { name, evaluate: environment.compileExpression(value) };
}

function apply(target: Doc, additions: readonly Addition[], root: Doc): void {
  for (const addition of additions) {
    if ("evaluate" in addition) {
      const value = addition.evaluate(root);
      if (value === undefined) target.delete(addition.name);
      else target.set(addition.name, value);
    } else target.set(addition.name, inside(target.get(addition.name), addition.children, root));
  }
}

function inside(value: Value | undefined, additions: readonly Addition[], root: Doc): Value {
  if (Array.isArray(value)) return value.map((item) => inside(item, additions, root));
  const holder: Doc = value instanceof Map ? value : new Map();
  apply(holder, additions, root);
  return holder;
}

export function unsetStage(spec: Value, environment: Environment): Reshape {
  const names = Array.isArray(spec) ? spec : [spec];
  const projection: Doc = new Map();
  for (const name of names) {
    if (typeof name !== "string")
      throw new MongoError({ code: 31002 }, "$unset specification must be a string or an array of strings");
    projection.set(name, 0);
  }
  return projectStage(projection, environment);
}

export function replaceRootStage(expression: Value | undefined, environment: Environment): Reshape {
  const evaluate = environment.compileExpression(expression ?? null);
  return (source) => {
    const root = evaluate(source);
    if (!isDoc(root)) throw new MongoError({ code: 40228 }, "'newRoot' expression must evaluate to an object");
    return cloneDoc(root);
  };
}
