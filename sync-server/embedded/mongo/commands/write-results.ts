import { randomUUID } from "node:crypto";
import { doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue, failedToParse } from "#server/embedded/mongo/error.ts";
import { isNullish } from "#server/embedded/mongo/expression/expression.ts";
import { readFields } from "#server/embedded/mongo/expression/fields.ts";
import { bindings, checkWritable } from "#server/embedded/mongo/expression/variables.ts";
import type { Environment, Evaluate } from "#server/embedded/mongo/query/environment.ts";
import { plainPathValue } from "#server/embedded/mongo/query/path.ts";
import { isSqliteError } from "#server/embedded/mongo/store/storage-error.ts";
import { stageEntry } from "#server/embedded/mongo/aggregate/stage.ts";
import { checkCollectionName, ensureCollection } from "./context.ts";
import type { Command } from "./context.ts";
import { removeCollection } from "./catalog.ts";
import { moveCollection } from "./rename.ts";
import { insertOne, newObjectId } from "./insert.ts";
import { patiently } from "./statements.ts";
import { refuseView } from "./views.ts";
import { findTargets, makeUpdater, updateFound } from "./update.ts";

/** `$out` replaces a collection as a whole; `$merge` brings the documents into one. */
export async function writeResults(command: Command, stage: Value, documents: Iterable<Doc>): Promise<void> {
  if (command.transaction !== undefined) {
    throw new MongoError(
      "OperationNotSupportedInTransaction",
      `Operation not permitted in transaction :: caused by :: Aggregation stage ${stageEntry(stage)[0]} cannot run within a multi-document transaction.`,
    );
  }
  const [name, spec] = stageEntry(stage);
  const all = [...documents];
  if (name === "$out") await writeOut(command, targetOf(command, checkOut(spec), "$out"), all);
  else await mergeInto(command, spec, all);
}

type Target = { db: string; name: string };

/** `$out` by name, or by name and database. */
function checkOut(spec: Value): Value {
  if (!isDoc(spec)) return spec;
  if (spec.has("timeseries"))
    throw new MongoError("CommandNotSupported", "time-series collections are not supported by $out");
  return readFields("$out", spec, {
    db: { type: "string", isRequired: true },
    coll: { type: "string", isRequired: true },
  });
}

function targetOf(command: Command, spec: Value | undefined, stage: string): Target {
  const name = isDoc(spec) ? spec.get("coll") : spec;
  const db = isDoc(spec) ? (spec.get("db") ?? command.db) : command.db;
  if (typeof name !== "string" || typeof db !== "string")
    throw failedToParse(`${stage} needs the name of a collection`);
  checkCollectionName(db, name);
  return { db, name };
}

async function writeOut(command: Command, target: Target, documents: readonly Doc[]): Promise<void> {
  const { store } = command.services;
  await patiently(command, () => {
    const old = store.catalog.find(target.db, target.name);
    refuseView(old);
    const specs = old?.indexes.filter((index) => !index.isId).map((index) => index.spec) ?? [];
    // Beside the old one, which stays as it is when a document does not fit.
    const collection = store.catalog.create(target.db, `tmp.agg_out.${randomUUID()}`, old?.options ?? new Map());
    try {
      for (const spec of specs) store.catalog.addIndex(collection, spec);
      for (const document of documents) insertOne(command, collection, document);
      moveCollection(command, collection, target);
    } catch (error) {
      if (!isSqliteError(error)) removeCollection(command, collection);
      throw error;
    }
  });
}

type Existing = "replace" | "keepExisting" | "merge" | "fail" | readonly Value[];

type Merge = {
  into: Value;
  keys: readonly string[];
  whenMatched: Existing;
  whenNot: string;
  /** What a pipeline for matched documents may refer to, computed from the new document. */
  variables: readonly { name: string; evaluate: Evaluate }[];
};

function parseMerge(given: Value, environment: Environment): Merge {
  const spec = readFields("$merge", isDoc(given) ? given : doc({ into: given }), {
    into: { isRequired: true },
    on: {},
    let: { type: "object" },
    whenMatched: {},
    whenNotMatched: { type: "string" },
  });
  const on = spec.get("on") ?? "_id";
  const whenMatched = existingMode(spec.get("whenMatched"));
  const whenNot = String(spec.get("whenNotMatched") ?? "insert");
  if (!["insert", "discard", "fail"].includes(whenNot))
    throw badValue(`Enumeration value '${whenNot}' for field '$merge.whenNotMatched' is not a valid value.`);
  const names = spec.get("let");
  if (names !== undefined && !Array.isArray(whenMatched))
    throw new MongoError(
      { code: 51199 },
      "Cannot use 'let' variables with 'whenMatched: " + String(whenMatched) + "' mode",
    );
  const variables = isDoc(names) ? names : doc({ new: "$$ROOT" });
  return {
    into: spec.get("into") ?? null,
    keys: (Array.isArray(on) ? on : [on]).map(String),
    whenMatched,
    whenNot,
    variables: [...variables].map(([name, value]) => ({
      name: checkWritable(name),
      evaluate: environment.compileExpression(value),
    })),
  };
}

async function mergeInto(command: Command, spec: Value, documents: readonly Doc[]): Promise<void> {
  const merge = parseMerge(spec, command.environment());
  const { keys } = merge;
  const target = targetOf(command, merge.into, "$merge");
  const collection = ensureCollection(command, target.db, target.name);
  if (
    !keys.every((key) => key === "_id") &&
    !collection.indexes.some(
      (index) =>
        index.isUnique &&
        sameKeys(
          index.fields.map((field) => field.path),
          keys,
        ),
    )
  ) {
    throw new MongoError({ code: 51183 }, "Cannot find index to verify that join fields will be unique");
  }
  for (const document of documents) {
    const complete = document.has("_id")
      ? document
      : new Map([["_id", newObjectId(command.services.now())], ...document]);
    await patiently(command, () => mergeOne(command, collection, complete, merge));
  }
}

function existingMode(value: Value | undefined): Existing {
  if (value === undefined) return "merge";
  if (Array.isArray(value) || value === "replace" || value === "keepExisting" || value === "merge" || value === "fail")
    return value;
  throw badValue(`Enumeration value '${String(value)}' for field '$merge.whenMatched' is not a valid value.`);
}

function sameKeys(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((key) => right.includes(key));
}

function joinValue(document: Doc, key: string): Value {
  const value = plainPathValue(document, key.split("."));
  if (Array.isArray(value))
    throw new MongoError({ code: 51185 }, `$merge write error: 'on' field '${key}' cannot be an array`);
  if (isNullish(value))
    throw new MongoError(
      { code: 51132 },
      `$merge write error: 'on' field '${key}' cannot be missing, null, undefined or an array`,
    );
  return value;
}

function mergeOne(
  command: Command,
  collection: ReturnType<typeof ensureCollection>,
  document: Doc,
  { keys, whenMatched, whenNot, variables }: Merge,
): void {
  const environment = command.environment();
  const filter: Doc = new Map(keys.map((key) => [key, doc({ $eq: joinValue(document, key) })]));
  const [found] = findTargets(command, collection, { filter, sort: new Map(), hint: undefined, environment }, 1);
  if (found === undefined) {
    if (whenNot === "fail")
      throw new MongoError(
        { code: 13113 },
        "$merge could not find a matching document in the target collection for at least one document in the source collection",
      );
    if (whenNot === "insert") insertOne(command, collection, document);
    return;
  }
  if (whenMatched === "keepExisting") return;
  if (whenMatched === "fail") {
    insertOne(command, collection, document);
    return;
  }
  const change =
    whenMatched === "replace" ? document : whenMatched === "merge" ? doc({ $set: document }) : [...whenMatched];
  const scope = environment.withVariables(
    bindings(
      environment.variables,
      variables.map(({ name, evaluate }) => [name, evaluate(document)] as const),
    ),
  );
  updateFound(command, collection, found, makeUpdater(change, [], new Map(), scope));
}
