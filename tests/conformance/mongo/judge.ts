import { MongoBulkWriteError, MongoServerError, MongoServerSelectionError } from "mongodb";
import type { MongoClient } from "mongodb";
import { EJSON } from "bson";
import { Entities, Unjudged } from "./entities.ts";
import { isObject, isPlain, listAt, objectAt, objectsAt, textAt } from "./json.ts";
import type { Json } from "./json.ts";
import { mismatch } from "./match.ts";
import { plainResult, runOperation } from "./operations.ts";

export type Verdict = { kind: "passed" } | { kind: "failed"; reason: string } | { kind: "skipped"; reason: string };

const VERSION = [8, 0, 0];

const MAKES_ID = "this driver replaces a null _id before it sends the document";

/** Tests whose outcome the driver decides before or after the server had its say. */
const DRIVER_QUIRKS: ReadonlyMap<string, string> = new Map([
  ["inserting _id with type null via insertOne", MAKES_ID],
  ["inserting _id with type null via insertMany", MAKES_ID],
  ["inserting _id with type null via bulkWrite", MAKES_ID],
  ["inserting _id with type null via clientBulkWrite", MAKES_ID],
  [
    "client bulkWrite with writeConcern in a transaction causes a transaction error",
    "this driver drops the write concern without a word",
  ],
  ["First insertOne is never committed", "this driver names the ids of inserts that failed too"],
]);

/** Why the test is not for this server; undefined when it is. */
export function reasonToSkip(file: Json, test: Json): string | undefined {
  const quirk = DRIVER_QUIRKS.get(textAt(test, "description"));
  if (quirk !== undefined) return quirk;
  if (typeof test["skipReason"] === "string") return test["skipReason"];
  for (const requirements of [file["runOnRequirements"], test["runOnRequirements"]]) {
    if (!Array.isArray(requirements)) continue;
    const reasons = requirements.filter(isObject).map(unmet);
    if (reasons.every((reason) => reason !== undefined)) return reasons[0];
  }
  return undefined;
}

function unmet(requirement: Json): string | undefined {
  const least = textAt(requirement, "minServerVersion");
  const most = textAt(requirement, "maxServerVersion");
  if (least !== "" && compareVersions(least) > 0) return `needs server ${least}`;
  if (most !== "" && compareVersions(most) < 0) return `is for servers up to ${most}`;
  const topologies = listAt(requirement, "topologies");
  if (topologies.length > 0 && !topologies.includes("replicaset")) return `needs ${topologies.join(" or ")}`;
  if (requirement["auth"] === true) return "needs authentication";
  if (requirement["serverless"] === "require") return "needs serverless";
  return requirement["csfle"] === undefined ? undefined : "needs encryption";
}

/** Above zero when the version is newer than ours. */
function compareVersions(text: string): number {
  const parts = text.split(".").map(Number);
  for (let index = 0; index < 3; index += 1) {
    const difference = (parts[index] ?? 0) - (VERSION[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export async function judge(url: string, admin: MongoClient, file: Json, test: Json): Promise<Verdict> {
  const entities = new Entities(url);
  try {
    await admin.db("admin").command({ killAllSessions: [] });
    await prepareData(admin, objectsAt(file, "initialData"));
    for (const spec of objectsAt(file, "createEntities")) await entities.create(spec);
    for (const operation of objectsAt(test, "operations")) await judgeOperation(entities, operation);
    await disarm(admin);
    await judgeOutcome(admin, objectsAt(test, "outcome"));
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

async function judgeOperation(entities: Entities, operation: Json): Promise<void> {
  const name = textAt(operation, "name");
  let result: unknown;
  let failure: { error: unknown } | undefined;
  try {
    result = await runOperation(entities, operation);
  } catch (error) {
    if (error instanceof Unjudged || error instanceof MongoServerSelectionError) throw error;
    failure = { error };
  }
  if (isObject(operation["expectError"])) {
    if (failure === undefined) throw new Error(`${name} should have failed`);
    judgeError(name, operation["expectError"], failure.error, entities);
    return;
  }
  if (failure !== undefined && operation["ignoreResultAndError"] !== true)
    throw new Error(`${name}: ${describe(failure.error)}`);
  const saved = textAt(operation, "saveResultAsEntity");
  if (saved !== "") entities.byId.set(saved, result);
  if ("expectResult" in operation) {
    const reason = mismatch(operation["expectResult"], result, entities.byId, true, name);
    if (reason !== undefined) throw new Error(reason);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** A bulk write that failed as a whole carries what failed it as its cause. */
function fieldsOf(error: unknown): Json {
  if (!isObject(error)) return {};
  const { cause } = error;
  if (error["name"] !== "MongoClientBulkWriteError" || !isObject(cause)) return error;
  return {
    ...error,
    code: cause["code"],
    codeName: cause["codeName"],
    errorResponse: cause["errorResponse"],
    errorLabels: cause["errorLabels"],
  };
}

/** The driver hands out a partial result even where nothing was done. */
function partialOf(error: unknown, fields: Json): unknown {
  const partial = plainResult(
    error instanceof MongoBulkWriteError ? error.result : (fields["partialResult"] ?? fields["result"]),
  );
  const counts = isObject(partial) ? Object.entries(partial).filter(([name]) => name.endsWith("Count")) : [];
  const isClientBulk = fields["name"] === "MongoClientBulkWriteError" || "partialResult" in fields;
  return isClientBulk && counts.every(([, count]) => count === 0) ? undefined : partial;
}

function judgeError(name: string, expected: Json, error: unknown, entities: Entities): void {
  const check = (holds: boolean, what: string): void => {
    if (!holds) throw new Error(`${name}: ${what}; the error was ${describe(error)}`);
  };
  const fields = fieldsOf(error);
  const message = error instanceof Error ? error.message : "";
  const hasLabel = (label: unknown): boolean => {
    const source = isObject(error) && fields !== error ? error["cause"] : error;
    const method: unknown = isObject(source) ? source["hasErrorLabel"] : undefined;
    return typeof method === "function" && Reflect.apply(method, source, [label]) === true;
  };
  const contains = textAt(expected, "errorContains");
  if (expected["isClientError"] === true) check(!(error instanceof MongoServerError), "should be the client's error");
  if (expected["isClientError"] === false)
    check(error instanceof MongoServerError || "errorResponse" in fields, "should be the server's error");
  if (contains !== "")
    check(message.toLowerCase().includes(contains.toLowerCase()), `message should contain "${contains}"`);
  if ("errorCode" in expected)
    check(
      fields["code"] === expected["errorCode"],
      `code should be ${String(expected["errorCode"])}, is ${String(fields["code"])}`,
    );
  if ("errorCodeName" in expected)
    check(
      fields["codeName"] === expected["errorCodeName"],
      `codeName should be ${String(expected["errorCodeName"])}, is ${String(fields["codeName"])}`,
    );
  for (const label of listAt(expected, "errorLabelsContain"))
    check(hasLabel(label), `label ${String(label)} is missing`);
  for (const label of listAt(expected, "errorLabelsOmit")) check(!hasLabel(label), `label ${String(label)} is there`);
  if ("expectResult" in expected) {
    const reason = mismatch(
      expected["expectResult"],
      partialOf(error, fields),
      entities.byId,
      true,
      `${name} (partial)`,
    );
    check(reason === undefined, reason ?? "");
  }
  if (isPlain(expected["errorResponse"])) {
    const reason = mismatch(
      expected["errorResponse"],
      fields["errorResponse"] ?? fields,
      entities.byId,
      true,
      `${name} (response)`,
    );
    check(reason === undefined, reason ?? "");
  }
}

async function judgeOutcome(admin: MongoClient, outcome: readonly Json[]): Promise<void> {
  for (const item of outcome) {
    const collection = admin.db(textAt(item, "databaseName")).collection(textAt(item, "collectionName"));
    const found = await collection.find({}, { sort: { _id: 1 } }).toArray();
    const expected = EJSON.stringify(listAt(item, "documents"));
    if (EJSON.stringify(found) !== expected)
      throw new Error(`outcome: expected ${expected}, found ${EJSON.stringify(found)}`);
  }
}
