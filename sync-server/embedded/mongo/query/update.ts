import { cloneDoc, doc, type Doc, isDoc, type Value } from "#server/embedded/mongo/bson/value.ts";
import { valuesEqual } from "#server/embedded/mongo/bson/compare.ts";
import { MongoError, badValue, failedToParse } from "#server/embedded/mongo/error.ts";
import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { diffDocs } from "./diff.ts";
import { checkTopName, checkUpdatePath } from "./dollar-fields.ts";
import { compileElementCondition } from "./element-condition.ts";
import type { Environment } from "./environment.ts";
import { getPath, setPath, unsetPath } from "./update-path.ts";
import { type ArrayFilters, expandPositions } from "./update-positions.ts";
import { UPDATE_OPERATORS } from "./update-operators.ts";
import type { FieldUpdate } from "./update-outcome.ts";
import type { Changes } from "./changes.ts";

export type Updated = { document: Doc; changes: Changes };
export type UpdateTarget = { isInsert: boolean; position: number | undefined };
export type Updater = (source: Doc, target: UpdateTarget) => Updated;

type Step = { path: string; apply: FieldUpdate; onInsertOnly: boolean };

/** `update` is a replacement, operators or a pipeline; throws MongoDB's error where it is none of them. */
export function compileUpdate(
  update: Value | undefined,
  arrayFilters: readonly Doc[],
  environment: Environment,
  compilePipeline: (stages: readonly Value[]) => (source: Doc) => Doc,
): Updater {
  if (Array.isArray(update)) {
    if (arrayFilters.length > 0) throw failedToParse("arrayFilters may not be specified for pipeline-syle updates");
    return pipelineUpdater(compilePipeline(update));
  }
  if (!isDoc(update)) throw failedToParse("Update argument must be either an object or an array");
  const first = update.keys().next().value;
  if (first === undefined || !first.startsWith("$")) return replacementUpdater(update);
  return operatorUpdater(update, arrayFilters, environment);
}

function pipelineUpdater(run: (source: Doc) => Doc): Updater {
  return (source) => {
    const document = withId(run(cloneDoc(source)), source);
    return { document, changes: diffDocs(source, document) };
  };
}

function replacementUpdater(replacement: Doc): Updater {
  return (source, target) => {
    if (!target.isInsert) for (const name of replacement.keys()) checkTopName(replacement, name);
    return { document: withId(cloneDoc(replacement), source), changes: { kind: "replace" } };
  };
}

/** The old _id stays, in front; another one is refused. */
function withId(document: Doc, source: Doc): Doc {
  const before = source.get("_id");
  const after = document.get("_id");
  if (before === undefined) return document;
  if (after !== undefined) checkSameId(before, after);
  const out: Doc = new Map([["_id", before]]);
  for (const [name, value] of document) if (name !== "_id") out.set(name, value);
  return out;
}

function checkSameId(before: Value, after: Value | undefined): void {
  if (after !== undefined && valuesEqual(before, after)) return;
  throw new MongoError(
    "ImmutableField",
    `Performing an update on the path '_id' would modify the immutable field '_id'`,
  );
}

function operatorUpdater(update: Doc, arrayFilters: readonly Doc[], environment: Environment): Updater {
  const steps = parseSteps(update, environment);
  const filters = parseArrayFilters(arrayFilters, environment);
  for (const name of filters.keys()) {
    if (!steps.some((step) => step.path.includes(`$[${name}]`))) {
      throw failedToParse(`The array filter for identifier '${name}' was not used in the update`);
    }
  }
  return (source, target) => {
    const document = cloneDoc(source);
    const touched = new Set<string>();
    for (const step of steps) {
      if (step.onInsertOnly && !target.isInsert) continue;
      for (const path of expandPositions(document, step.path, target.position, filters)) {
        const written = applyStep(document, path, step.apply, touched);
        if (written === undefined || written.includes(".") || target.isInsert) continue;
        if (!isKept(source, document, written)) checkTopName(document, written);
      }
    }
    const before = source.get("_id");
    if (before !== undefined && !target.isInsert) checkSameId(before, document.get("_id"));
    else if (before !== undefined && document.get("_id") !== undefined) checkSameId(before, document.get("_id"));
    return { document, changes: describe(source, document, touched) };
  };
}

/** The path of the topmost thing written, undefined where nothing was. */
function applyStep(document: Doc, path: string, apply: FieldUpdate, touched: Set<string>): string | undefined {
  const parts = path.split(".");
  const outcome = apply(getPath(document, parts), document, path);
  switch (outcome.kind) {
    case "keep":
      return undefined;
    case "remove":
      if (unsetPath(document, parts)) touched.add(path);
      return undefined;
    case "append": {
      const items = getPath(document, parts);
      if (!Array.isArray(items)) return undefined;
      for (const item of outcome.items) {
        touched.add(`${path}.${items.length}`);
        items.push(item);
      }
      return path;
    }
    case "move":
      if (unsetPath(document, parts)) touched.add(path);
      return write(document, outcome.to.split("."), outcome.value, touched);
    case "set":
      return write(document, parts, outcome.value, touched);
  }
}

function write(document: Doc, parts: readonly string[], value: Value, touched: Set<string>): string {
  const written = setPath(document, parts, value);
  touched.add(written);
  return written;
}

function isKept(source: Doc, document: Doc, name: string): boolean {
  const before = source.get(name);
  const after = document.get(name);
  return before !== undefined && after !== undefined && valuesEqual(before, after) && isSameShape(before, after);
}

function describe(source: Doc, document: Doc, touched: ReadonlySet<string>): Changes {
  const updated = new Map<string, Value>();
  const removed: string[] = [];
  for (const path of touched) {
    const parts = path.split(".");
    const after = getPath(document, parts);
    const before = getPath(source, parts);
    if (after === undefined) {
      if (before !== undefined) removed.push(path);
    } else if (before === undefined || !valuesEqual(before, after) || !isSameShape(before, after)) {
      updated.set(path, after);
    }
  }
  return { kind: "delta", updated, removed, truncated: [] };
}

function isSameShape(before: Value, after: Value): boolean {
  return typeof before === typeof after && before?.constructor === after?.constructor;
}

function parseSteps(update: Doc, environment: Environment): Step[] {
  const steps: Step[] = [];
  for (const [name, operand] of update) {
    const operator = UPDATE_OPERATORS.get(name);
    if (operator === undefined) {
      throw failedToParse(
        `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    }
    if (!isDoc(operand)) {
      throw failedToParse(
        `Modifiers operate on fields but we found type ${showValue(operand)} instead. For example: {$mod: {<field>: ...}}`,
      );
    }
    for (const [path, argument] of operand) {
      checkUpdatePath(path);
      steps.push({ path, apply: operator(argument, path, environment), onInsertOnly: name === "$setOnInsert" });
      if (name === "$rename" && typeof argument === "string") checkUpdatePath(argument);
    }
  }
  rejectConflicts(update);
  return steps.toSorted((a, b) => comparePaths(a.path, b.path));
}

function rejectConflicts(update: Doc): void {
  const seen: string[] = [];
  for (const [name, operand] of update) {
    if (!isDoc(operand)) continue;
    for (const [path, argument] of operand) {
      for (const one of name === "$rename" && typeof argument === "string" ? [path, argument] : [path]) {
        const other = seen.find((known) => known === one || one.startsWith(`${known}.`) || known.startsWith(`${one}.`));
        if (other !== undefined) {
          const at = other.length < one.length ? other : one;
          throw new MongoError(
            "ConflictingUpdateOperators",
            `Updating the path '${one}' would create a conflict at '${at}'`,
          );
        }
        seen.push(one);
      }
    }
  }
}

/** MongoDB adds new fields in the order of their names, numbers by value. */
function comparePaths(left: string, right: string): number {
  const a = left.split(".");
  const b = right.split(".");
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const one = a[index] ?? "";
    const other = b[index] ?? "";
    if (one === other) continue;
    if (/^\d+$/.test(one) && /^\d+$/.test(other)) return Number(one) - Number(other);
    return one < other ? -1 : 1;
  }
  return a.length - b.length;
}

function parseArrayFilters(filters: readonly Doc[], environment: Environment): ArrayFilters {
  const out = new Map<string, (item: Value) => boolean>();
  for (const filter of filters) {
    const name = filterName(filter);
    if (out.has(name)) throw failedToParse(`Found multiple array filters with the same top-level field name ${name}`);
    const predicate = compileElementCondition(filter, environment);
    out.set(name, (item) => predicate(doc({ [name]: item })));
  }
  return out;
}

/** The one name that all fields of an array filter begin with. */
function filterName(filter: Doc): string {
  const [name, other] = new Set(topNames(filter));
  if (name === undefined)
    throw failedToParse("Cannot use an expression without a top-level field name in arrayFilters");
  if (other !== undefined)
    throw failedToParse(
      `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${name}' and '${other}'`,
    );
  if (!/^[a-z][A-Za-z0-9]*$/.test(name))
    throw badValue(
      `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
    );
  return name;
}

function topNames(filter: Doc): string[] {
  return [...filter].flatMap(([name, operand]) => {
    if (!name.startsWith("$")) return [name.split(".")[0] ?? ""];
    return Array.isArray(operand) ? operand.flatMap((part) => (isDoc(part) ? topNames(part) : [])) : [];
  });
}
