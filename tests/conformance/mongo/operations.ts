import { MongoClient } from "mongodb";
import type { Entities } from "./entities.ts";
import { Unjudged, isCollection } from "./entities.ts";
import { call, isObject, objectAt, objectsAt, textAt } from "./json.ts";
import type { Json } from "./json.ts";

/** Runs one operation of a test through the driver and answers what the test calls its result. */
export async function runOperation(entities: Entities, operation: Json): Promise<unknown> {
  const name = textAt(operation, "name");
  const args = objectAt(operation, "arguments");
  const object = textAt(operation, "object");
  if (object === "testRunner") return runnerOperation(entities, name, args);
  const target = entities.byId.get(object);
  if (target === undefined) throw new Unjudged(`no entity ${object}`);
  if (isCollection(target)) return collectionOperation(entities, target, name, args);
  if (target instanceof MongoClient) return clientOperation(entities, target, name, args);
  if (isObject(target) && "startTransaction" in target) return sessionOperation(entities, target, name, args);
  if (isObject(target) && "databaseName" in target) return databaseOperation(entities, target, name, args);
  if (name === "iterateUntilDocumentOrError" || name === "iterateOnce")
    return call(target, name === "iterateOnce" ? "tryNext" : "next");
  return call(target, name);
}

/** Arguments but for the named ones, with the session put in and enumerations spelled as the driver does. */
function optionsOf(entities: Entities, args: Json, ...taken: string[]): Json {
  const options: Json = {};
  for (const [name, value] of Object.entries(args)) {
    if (taken.includes(name)) continue;
    if (name === "session") options[name] = entities.session(value);
    else if (name === "returnDocument") options[name] = String(value).toLowerCase();
    else options[name] = value;
  }
  return options;
}

async function collectionOperation(entities: Entities, target: object, name: string, args: Json): Promise<unknown> {
  const options = (...taken: string[]): Json => optionsOf(entities, args, ...taken);
  switch (name) {
    case "find":
      return call(await call(target, "find", args["filter"], options("filter")), "toArray");
    case "aggregate":
      return call(await call(target, "aggregate", args["pipeline"], options("pipeline")), "toArray");
    case "listIndexes":
      return call(await call(target, "listIndexes", options()), "toArray");
    case "insertOne":
      return call(target, name, args["document"], options("document"));
    case "insertMany":
      return call(target, name, args["documents"], options("documents"));
    case "updateOne":
    case "updateMany":
    case "findOneAndUpdate":
      return call(target, name, args["filter"], args["update"], options("filter", "update"));
    case "replaceOne":
    case "findOneAndReplace":
      return call(target, name, args["filter"], args["replacement"], options("filter", "replacement"));
    case "distinct":
      return call(target, name, args["fieldName"], args["filter"], options("fieldName", "filter"));
    case "estimatedDocumentCount":
      return call(target, name, options());
    case "bulkWrite":
      return plainResult(await call(target, name, objectsAt(args, "requests"), options("requests")));
    case "createIndex":
      return call(target, name, args["keys"], options("keys"));
    case "dropIndex":
      return call(target, name, args["name"], options("name"));
    case "rename":
      return call(target, name, args["to"], options("to"));
    case "createChangeStream":
      return openChangeStream(target, args, options("pipeline"));
    case "createFindCursor":
      return call(target, "find", args["filter"], options("filter"));
    default:
      return call(target, name, args["filter"], options("filter"));
  }
}

async function openChangeStream(target: unknown, args: Json, options: Json): Promise<unknown> {
  const stream = await call(target, "watch", args["pipeline"], options);
  // The driver opens it lazily; the tests mean it to be open from here on.
  await call(isObject(stream) ? stream["cursor"] : undefined, "cursorInit");
  return stream;
}

async function databaseOperation(entities: Entities, target: object, name: string, args: Json): Promise<unknown> {
  const options = (...taken: string[]): Json => optionsOf(entities, args, ...taken);
  switch (name) {
    case "runCommand":
      return call(target, "command", args["command"], options("command", "commandName"));
    case "aggregate":
      return call(await call(target, name, args["pipeline"], options("pipeline")), "toArray");
    case "createCollection":
    case "dropCollection":
      return ignoreMissing(name, call(target, name, args["collection"], options("collection")));
    case "modifyCollection":
      return call(target, "command", { collMod: args["collection"], ...options("collection") });
    case "createChangeStream":
      return openChangeStream(target, args, options("pipeline"));
    case "listCollections":
      return call(await call(target, name, args["filter"] ?? {}, options("filter")), "toArray");
    default:
      return call(target, name, options());
  }
}

async function ignoreMissing(name: string, done: Promise<unknown>): Promise<unknown> {
  try {
    return await done;
  } catch (error) {
    if (name === "dropCollection" && isObject(error) && error["code"] === 26) return undefined;
    throw error;
  }
}

async function clientOperation(entities: Entities, target: MongoClient, name: string, args: Json): Promise<unknown> {
  const options = (...taken: string[]): Json => optionsOf(entities, args, ...taken);
  switch (name) {
    case "clientBulkWrite":
      return plainResult(
        await call(target, "bulkWrite", objectsAt(args, "models").map(clientModel), options("models")),
      );
    case "createChangeStream":
      return openChangeStream(target, args, options("pipeline"));
    case "listDatabases":
    case "listDatabaseNames":
      return call(target.db("admin").admin(), "listDatabases", options());
    default:
      return call(target, name, options());
  }
}

function clientModel(model: Json): Json {
  const [entry] = Object.entries(model);
  const [name, body] = entry ?? [];
  return { name, ...(isObject(body) ? body : {}) };
}

async function sessionOperation(entities: Entities, target: object, name: string, args: Json): Promise<unknown> {
  if (name === "startTransaction") return call(target, name, optionsOf(entities, args));
  if (name === "withTransaction") {
    const run = async (): Promise<void> => {
      for (const operation of objectsAt(args, "callback")) await runOperation(entities, operation);
    };
    return call(target, name, run, optionsOf(entities, args, "callback"));
  }
  return call(target, name, optionsOf(entities, args));
}

async function runnerOperation(entities: Entities, name: string, args: Json): Promise<unknown> {
  switch (name) {
    case "failPoint":
      return entities.client(textAt(args, "client")).db("admin").command(objectAt(args, "failPoint"));
    case "targetedFailPoint":
      return entities.clients[0]?.db("admin").command(objectAt(args, "failPoint"));
    case "createEntities":
      for (const spec of objectsAt(args, "entities")) await entities.create(spec);
      return undefined;
    case "assertCollectionExists":
    case "assertCollectionNotExists": {
      const names = await namesOf(entities, args);
      return assert(names.includes(textAt(args, "collectionName")) === (name === "assertCollectionExists"), name);
    }
    case "assertIndexExists":
    case "assertIndexNotExists": {
      const collection = entities.clients[0]
        ?.db(textAt(args, "databaseName"))
        .collection(textAt(args, "collectionName"));
      const hasIndex =
        (await namesOf(entities, args)).includes(textAt(args, "collectionName")) &&
        (await collection?.indexExists(textAt(args, "indexName"))) === true;
      return assert(hasIndex === (name === "assertIndexExists"), name);
    }
    case "assertSessionTransactionState":
      return assertState(entities, args);
    case "assertSessionUnpinned":
    case "assertSessionPinned":
    case "assertSessionDirty":
    case "assertSessionNotDirty":
    case "assertEventCount":
    case "assertSameLsidOnLastTwoCommands":
    case "assertDifferentLsidOnLastTwoCommands":
      // What the driver keeps to itself: not this server's doing.
      return undefined;
    default:
      throw new Unjudged(`testRunner ${name}`);
  }
}

async function namesOf(entities: Entities, args: Json): Promise<string[]> {
  const found = await entities.clients[0]
    ?.db(textAt(args, "databaseName"))
    .listCollections({}, { nameOnly: true })
    .toArray();
  return (found ?? []).map((item) => item.name);
}

function assertState(entities: Entities, args: Json): void {
  const session = entities.session(args["session"]);
  const states: Json = {
    none: "NO_TRANSACTION",
    starting: "STARTING_TRANSACTION",
    in_progress: "TRANSACTION_IN_PROGRESS",
    committed: "TRANSACTION_COMMITTED",
    aborted: "TRANSACTION_ABORTED",
  };
  const transaction: unknown = session === undefined ? undefined : Reflect.get(session, "transaction");
  const state = isObject(transaction) ? transaction["state"] : undefined;
  assert(state === undefined || state === states[textAt(args, "state")], `transaction state is ${String(state)}`);
}

function assert(holds: boolean, what: string): void {
  if (!holds) throw new Error(`assertion failed: ${what}`);
}

/** The driver's result objects keep their counts in getters. */
export function plainResult(result: unknown): unknown {
  if (!isObject(result)) return result;
  const names = [
    "insertedCount",
    "matchedCount",
    "modifiedCount",
    "deletedCount",
    "upsertedCount",
    "insertedIds",
    "upsertedIds",
    "insertResults",
    "updateResults",
    "deleteResults",
    "acknowledged",
  ];
  const out: Json = {};
  for (const name of names) {
    const value = Reflect.get(result, name);
    if (value !== undefined) out[name] = plainMap(value);
  }
  return out;
}

function plainMap(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, item]) => [String(key), withoutExtras(item)]));
}

/** `didUpsert` is this driver's own addition to the results that the tests describe. */
function withoutExtras(item: unknown): unknown {
  if (!isObject(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== "didUpsert"));
}
