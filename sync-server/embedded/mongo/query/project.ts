import { cloneDoc, isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue } from "#server/embedded/mongo/error.ts";
import { isTruthy, requireInt } from "./coerce.ts";
import type { Environment, Evaluate } from "./environment.ts";
import { compileFilter } from "./match.ts";

/** `position` is the array index at which the filter matched, for `items.$`. */
export type Projection = (source: Doc, position?: number) => Doc;

type Action =
  | { kind: "include" }
  | { kind: "exclude" }
  | { kind: "compute"; evaluate: Evaluate }
  | { kind: "slice"; skip: number | undefined; count: number }
  | { kind: "elemMatch"; matches: (item: Value) => boolean }
  | { kind: "positional" }
  | { kind: "tree"; children: Map<string, Action> };

type Mode = "inclusion" | "exclusion";

/** Undefined for an empty projection: the document as it is. */
export function compileProjection(spec: Doc, filter: Doc, environment: Environment): Projection | undefined {
  if (spec.size === 0) return undefined;
  const root = new Map<string, Action>();
  let mode: Mode | undefined;
  let idAction: Action | undefined;
  for (const [path, value] of spec) {
    if (path === "_id" && !isDoc(value)) {
      idAction = isScalarFlag(value)
        ? isTruthy(value)
          ? { kind: "include" }
          : { kind: "exclude" }
        : actionOf(path, value, environment);
      continue;
    }
    for (const [leafPath, leaf] of flatten(path, value)) {
      const action = actionOf(leafPath, leaf, environment);
      mode = mergeMode(mode, action, leafPath);
      place(root, leafPath.replace(/\.\$$/, "").split("."), action, path);
    }
  }
  // Only _id: its own flag decides which kind of projection it is.
  mode ??= idAction?.kind === "exclude" || idAction === undefined ? "exclusion" : "inclusion";
  const includesId = idAction === undefined ? mode === "inclusion" && !root.has("_id") : idAction.kind === "include";
  if (mode === "inclusion" && includesId) root.set("_id", { kind: "include" });
  else if (idAction !== undefined && idAction.kind !== (mode === "exclusion" ? "include" : "exclude"))
    root.set("_id", idAction);
  if (spec.keys().some((path) => path.endsWith(".$")) && filter.size === 0) {
    throw badValue("positional operator '.$' couldn't find a matching element in the array");
  }
  return (source, position) => {
    const rootOf: Projector = { root: source, position };
    return mode === "inclusion" ? includeDoc(source, root, rootOf) : excludeDoc(source, root, rootOf);
  };
}

function isScalarFlag(value: Value): boolean {
  return typeof value === "boolean" || isNumber(value);
}

/** `{a: {b: 1}}` says the same as `{"a.b": 1}`, unless it is an expression. */
function flatten(path: string, value: Value): [string, Value][] {
  if (!isDoc(value)) return [[path, value]];
  const first = value.keys().next().value;
  if (first === undefined)
    throw new MongoError({ code: 51270 }, "An empty sub-projection is not a valid value. Found empty object at path");
  if (first.startsWith("$")) return [[path, value]];
  return [...value].flatMap(([name, inner]) => flatten(`${path}.${name}`, inner));
}

function actionOf(path: string, value: Value, environment: Environment): Action {
  if (path.endsWith(".$")) return { kind: "positional" };
  if (isScalarFlag(value)) return isTruthy(value) ? { kind: "include" } : { kind: "exclude" };
  if (isDoc(value)) {
    const slice = value.get("$slice");
    if (slice !== undefined && value.size === 1 && (isNumber(slice) || isPair(slice))) return sliceAction(slice);
    const elements = value.get("$elemMatch");
    if (isDoc(elements)) {
      const matches = compileFilter(new Map([["item", new Map([["$elemMatch", elements]])]]), environment);
      return { kind: "elemMatch", matches: (item) => matches(new Map([["item", [item]]])) };
    }
    if (value.has("$meta")) throw new MongoError("CommandNotSupported", "$meta projections are not supported");
  }
  return { kind: "compute", evaluate: environment.compileExpression(value) };
}

function isPair(value: Value): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(isNumber);
}

function sliceAction(slice: Value): Action {
  if (!Array.isArray(slice)) return { kind: "slice", skip: undefined, count: requireInt(slice, "$slice") };
  const count = requireInt(slice[1], "$slice");
  if (count <= 0) throw new MongoError({ code: 28724 }, "Third argument to $slice must be positive");
  return { kind: "slice", skip: requireInt(slice[0], "$slice"), count };
}

function mergeMode(mode: Mode | undefined, action: Action, path: string): Mode | undefined {
  if (action.kind === "slice") return mode;
  const own: Mode = action.kind === "exclude" ? "exclusion" : "inclusion";
  if (mode !== undefined && mode !== own) {
    throw own === "inclusion"
      ? new MongoError({ code: 31253 }, `Cannot do inclusion on field ${path} in exclusion projection`)
      : new MongoError({ code: 31254 }, `Cannot do exclusion on field ${path} in inclusion projection`);
  }
  return own;
}

function place(root: Map<string, Action>, parts: readonly string[], action: Action, path: string): void {
  let level = root;
  for (const [depth, part] of parts.entries()) {
    if (part === "") throw new MongoError({ code: 40353 }, "FieldPath must not end with a '.'.");
    if (part.startsWith("$") && !["$id", "$ref", "$db"].includes(part)) {
      throw new MongoError(
        { code: 16410 },
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    }
    const known = level.get(part);
    if (depth === parts.length - 1) {
      if (known !== undefined) throw new MongoError({ code: 31249 }, `Path collision at ${path}`);
      level.set(part, action);
    } else if (known === undefined) {
      const children = new Map<string, Action>();
      level.set(part, { kind: "tree", children });
      level = children;
    } else if (known.kind === "tree") level = known.children;
    else
      throw new MongoError(
        { code: 31250 },
        `Path collision at ${path} remaining portion ${parts.slice(depth + 1).join(".")}`,
      );
  }
}

type Projector = { root: Doc; position: number | undefined };

function includeDoc(source: Doc, actions: ReadonlyMap<string, Action>, at: Projector): Doc {
  const out: Doc = new Map();
  for (const [name, value] of source) {
    const action = actions.get(name);
    if (action === undefined || action.kind === "compute") continue;
    const kept = includeValue(value, action, at);
    if (kept !== undefined) out.set(name, kept);
  }
  addComputed(out, actions, at);
  return out;
}

/** Computed fields come after those that were there, in the order of the projection. */
function addComputed(out: Doc, actions: ReadonlyMap<string, Action>, at: Projector): void {
  for (const [name, action] of actions) {
    if (action.kind === "compute") {
      const value = action.evaluate(at.root);
      if (value !== undefined) out.set(name, value);
    } else if (action.kind === "tree" && !out.has(name) && hasComputed(action)) {
      const inner: Doc = new Map();
      addComputed(inner, action.children, at);
      out.set(name, inner);
    }
  }
}

function hasComputed(action: Action): boolean {
  if (action.kind === "compute") return true;
  return action.kind === "tree" && action.children.values().some(hasComputed);
}

function includeValue(value: Value, action: Action, at: Projector): Value | undefined {
  switch (action.kind) {
    case "include":
      return value;
    case "tree":
      if (isDoc(value)) return includeDoc(value, action.children, at);
      if (Array.isArray(value)) return includeItems(value, action, at);
      return hasComputed(action) ? includeDoc(new Map(), action.children, at) : undefined;
    default:
      return arrayAction(value, action, at);
  }
}

function includeItems(items: readonly Value[], action: Action, at: Projector): Value[] {
  return items.flatMap((item) => {
    if (!isDoc(item) && !Array.isArray(item)) return [];
    const kept = includeValue(item, action, at);
    return kept === undefined ? [] : [kept];
  });
}

function arrayAction(value: Value, action: Action, at: Projector): Value | undefined {
  if (action.kind === "slice") return Array.isArray(value) ? sliceItems(value, action.skip, action.count) : value;
  if (action.kind === "elemMatch") {
    const item = Array.isArray(value) ? value.find(action.matches) : undefined;
    return item === undefined ? undefined : [item];
  }
  if (action.kind !== "positional" || !Array.isArray(value)) return value;
  const item = at.position === undefined ? undefined : value[at.position];
  if (item === undefined)
    throw new MongoError(
      { code: 51246 },
      "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
    );
  return [item];
}

function sliceItems(items: readonly Value[], skip: number | undefined, count: number): Value[] {
  if (skip === undefined) return count >= 0 ? items.slice(0, count) : items.slice(count);
  const start = skip < 0 ? Math.max(items.length + skip, 0) : skip;
  return items.slice(start, start + count);
}

function excludeDoc(source: Doc, actions: ReadonlyMap<string, Action>, at: Projector): Doc {
  const out = cloneDoc(source);
  for (const [name, action] of actions) {
    const value = out.get(name);
    if (value === undefined) {
      if (action.kind === "compute") setComputed(out, name, action.evaluate, at);
      continue;
    }
    const kept = excludeValue(value, action, at);
    if (kept === undefined) out.delete(name);
    else out.set(name, kept);
  }
  return out;
}

function setComputed(out: Doc, name: string, evaluate: Evaluate, at: Projector): void {
  const value = evaluate(at.root);
  if (value !== undefined) out.set(name, value);
}

function excludeValue(value: Value, action: Action, at: Projector): Value | undefined {
  if (action.kind === "exclude") return undefined;
  if (action.kind === "compute") return action.evaluate(at.root);
  if (action.kind !== "tree") return arrayAction(value, action, at);
  if (isDoc(value)) return excludeDoc(value, action.children, at);
  if (Array.isArray(value))
    return value.map((item) => (isDoc(item) || Array.isArray(item) ? (excludeValue(item, action, at) ?? null) : item));
  return value;
}
