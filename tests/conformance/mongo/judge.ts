import { MongoServerSelectionError } from "mongodb";
import type { MongoClient } from "mongodb";
import { EJSON } from "bson";
import { Entities } from "./entities.ts";
import { eventsMismatch } from "./events.ts";
import { describe, judgeError } from "./expected-error.ts";
import { isObject, listAt, objectAt, objectsAt, textAt } from "./json.ts";
import type { Json } from "./json.ts";
import { mismatch } from "./match.ts";
import { runOperation } from "./operations.ts";
import { Unjudged } from "./unjudged.ts";

export type Verdict = { kind: "passed" } | { kind: "failed"; reason: string } | { kind: "skipped"; reason: string };

/** The server that a test runs on. */
export type Stage = { readonly url: string; readonly admin: MongoClient };

/** Tests of what the server does with a null _id; the driver would make one of its own before it sends the document. */
const KEEPS_NULL_IDS = /^inserting _id with type null/;

/** The driver leaves out an option that is false, so that the server never sees what these tests expect to be sent. */
const DRIVER_SENDS_LESS = /passes bypassDocumentValidation: false$/;

export async function judge(stage: Stage, file: Json, test: Json): Promise<Verdict> {
  const { admin } = stage;
  const entities = new Entities(stage.url, admin, {
    forceServerObjectId: KEEPS_NULL_IDS.test(textAt(test, "description")),
  });
  try {
    await admin.db("admin").command({ killAllSessions: [] });
    await prepareData(admin, objectsAt(file, "initialData"));
    for (const spec of objectsAt(file, "createEntities")) await entities.create(spec);
    for (const operation of objectsAt(test, "operations")) await judgeOperation(entities, operation, false);
    await disarm(admin);
    if (!DRIVER_SENDS_LESS.test(textAt(test, "description"))) judgeEvents(entities, objectsAt(test, "expectEvents"));
    if ("expectLogMessages" in test || "expectTracingMessages" in test) throw new Unjudged("what the driver logs");
    await judgeOutcome(entities, admin, objectsAt(test, "outcome"));
    return { kind: "passed" };
  } catch (error) {
    if (error instanceof MongoServerSelectionError) return { kind: "skipped", reason: "needs a secondary" };
    if (error instanceof Unjudged) return { kind: "skipped", reason: `not judged: ${error.message}` };
    return { kind: "failed", reason: error instanceof Error ? error.message : String(error) };
  } finally {
    await disarm(admin);
    await entities.close();
  }
}

async function disarm(admin: MongoClient): Promise<void> {
  for (const name of ["failCommand", "onPrimaryTransactionalWrite", "failGetMoreAfterCursorCheckout"]) {
    await admin.db("admin").command({ configureFailPoint: name, mode: "off" });
  }
}

async function prepareData(admin: MongoClient, data: readonly Json[]): Promise<void> {
  for (const item of data) {
    const database = admin.db(textAt(item, "databaseName"));
    const name = textAt(item, "collectionName");
    await database.dropCollection(name);
    const documents = objectsAt(item, "documents");
    await database.createCollection(name, objectAt(item, "createOptions"));
    if (documents.length > 0) await database.collection(name).insertMany(documents);
  }
}

/** With `rethrows` an error, expected or not, also reaches the caller, as a transaction's callback needs. */
async function judgeOperation(entities: Entities, operation: Json, rethrows: boolean): Promise<void> {
  const name = textAt(operation, "name");
  const perform = (inner: Json, innerRethrows: boolean): Promise<void> =>
    judgeOperation(entities, inner, innerRethrows);
  let result: unknown;
  let failure: { error: unknown } | undefined;
  try {
    result = await runOperation(entities, operation, perform);
  } catch (error) {
    if (error instanceof Unjudged || error instanceof MongoServerSelectionError) throw error;
    failure = { error };
  }
  if (isObject(operation["expectError"])) {
    if (failure === undefined) throw new Error(`${name} should have failed`);
    judgeError(name, operation["expectError"], failure.error, entities.byId);
    if (rethrows) throw failure.error;
    return;
  }
  if (failure !== undefined && rethrows) throw failure.error;
  if (failure !== undefined && operation["ignoreResultAndError"] !== true)
    throw new Error(`${name}: ${describe(failure.error)}`);
  const saved = textAt(operation, "saveResultAsEntity");
  if (saved !== "") entities.byId.set(saved, result);
  if ("expectResult" in operation) {
    const reason = mismatch(operation["expectResult"], result, entities.byId, true, name);
    if (reason !== undefined) throw new Error(reason);
  }
}

function judgeEvents(entities: Entities, expected: readonly Json[]): void {
  for (const one of expected) {
    const client = textAt(one, "client");
    const reason = eventsMismatch(one, entities.log(client), entities.byId);
    if (reason !== undefined) throw new Error(`${client}: ${reason}`);
  }
}

async function judgeOutcome(entities: Entities, admin: MongoClient, outcome: readonly Json[]): Promise<void> {
  for (const item of outcome) {
    const collection = admin.db(textAt(item, "databaseName")).collection(textAt(item, "collectionName"));
    const found = await collection.find({}, { sort: { _id: 1 } }).toArray();
    const reason = outcomeMismatch(listAt(item, "documents"), found, entities);
    if (reason !== undefined) throw new Error(reason);
  }
}

/** Field by field and in order, save where the test leaves a value open. */
function outcomeMismatch(
  expected: readonly unknown[],
  found: readonly unknown[],
  entities: Entities,
): string | undefined {
  const wanted = EJSON.stringify(expected);
  if (wanted === EJSON.stringify(found)) return undefined;
  if (wanted.includes('"$$')) return mismatch(expected, found, entities.byId, false, "outcome");
  return `outcome: expected ${wanted}, found ${EJSON.stringify(found)}`;
}
