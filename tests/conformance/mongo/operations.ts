import { GridFSBucket, MongoClient } from "mongodb";
import { type Entities, isCollection } from "./entities.ts";
import { bucketOperation } from "./gridfs-operations.ts";
import { call, isObject, type Json, objectAt, objectsAt, textAt } from "./json.ts";
import { plainResult } from "./results.ts";
import { runnerOperation } from "./runner-operations.ts";
import { Unjudged } from "./unjudged.ts";
import type { Perform } from "./perform.ts";

/** Runs one operation of a test through the driver and answers what the test calls its result. */
export async function runOperation(entities: Entities, operation: Json, perform: Perform): Promise<unknown> {
  const name = textAt(operation, "name");
  const args = objectAt(operation, "arguments");
  const object = textAt(operation, "object");
  if (object === "testRunner") return runnerOperation(entities, name, args, perform);
  const target = entities.byId.get(object);
  if (target === undefined) throw new Unjudged(`no entity ${object}`);
  if (isCollection(target)) return collectionOperation(entities, target, name, args);
  if (target instanceof GridFSBucket) return bucketOperation(target, name, args);
  if (target instanceof MongoClient) return clientOperation(entities, target, name, args);
  if (isObject(target) && "startTransaction" in target) return sessionOperation(entities, target, name, args, perform);
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
    else if (name === "timeoutMode") options[name] = value === "iteration" ? "iteration" : "cursorLifetime";
    else if (name === "cursorType") Object.assign(options, cursorKind(value));
    else if (name === "returnDocument") options[name] = String(value).toLowerCase();
    else options[name] = value;
  }
  return options;
}

function cursorKind(value: unknown): Json {
  return { tailable: value !== "nonTailable", awaitData: value === "tailableAwait" };
}

async function collectionOperation(entities: Entities, target: object, name: string, args: Json): Promise<unknown> {
  const options = (...taken: string[]): Json => optionsOf(entities, args, ...taken);
  switch (name) {
    case "find":
      return call(await call(target, "find", args["filter"], options("filter")), "toArray");
    case "aggregate":
      return call(await call(target, "aggregate", args["pipeline"], options("pipeline")), "toArray");
    case "listIndexNames":
    case "listIndexes":
      return listed(call(await call(target, "listIndexes", options()), "toArray"), name);
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
    case "dropIndexes":
    case "drop":
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
    case "createFindCursor": {
      const cursor = await call(target, "find", args["filter"], options("filter"));
      // The tests mean the command to be sent here, and no document to be taken.
      await call(cursor, "hasNext");
      return cursor;
    }
    case "createSearchIndex":
      return call(target, name, args["model"], options("model"));
    case "createSearchIndexes":
      return call(target, name, args["models"], options("models"));
    case "dropSearchIndex":
      return call(target, name, args["name"], options("name"));
    case "updateSearchIndex":
      return call(target, name, args["name"], args["definition"], options("name", "definition"));
    case "listSearchIndexes":
      return call(await call(target, name, args["name"], args["aggregationOptions"]), "toArray");
    default:
      return call(target, name, args["filter"], options("filter"));
  }
}

async function listed(documents: Promise<unknown>, name: string): Promise<unknown> {
  const all = await documents;
  return name.endsWith("Names") && Array.isArray(all) ? all.map((one) => (isObject(one) ? one["name"] : one)) : all;
}

async function commandCursor(target: object, options: Json): Promise<unknown> {
  const { batchSize, maxTimeMS, comment, command, commandName: _, ...rest } = options;
  const cursor = await call(target, "runCursorCommand", command, rest);
  if (batchSize !== undefined) await call(cursor, "setBatchSize", batchSize);
  if (maxTimeMS !== undefined) await call(cursor, "setMaxTimeMS", maxTimeMS);
  if (comment !== undefined) await call(cursor, "setComment", comment);
  return cursor;
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
    case "listCollectionNames": {
      const nameOptions = { nameOnly: true, ...options("filter") };
      return listed(call(await call(target, "listCollections", args["filter"] ?? {}, nameOptions), "toArray"), name);
    }
    case "runCursorCommand":
      return call(await commandCursor(target, options()), "toArray");
    case "createCommandCursor": {
      const cursor = await commandCursor(target, options());
      await call(cursor, "hasNext");
      return cursor;
    }
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
      return call(target.db("admin").admin(), "listDatabases", options());
    case "listDatabaseNames":
      return call(target.db("admin").admin(), "listDatabases", { nameOnly: true, ...options() });
    case "close":
      return target.close();
    case "appendMetadata":
      return call(target, name, args["driverInfoOptions"]);
    default:
      return call(target, name, options());
  }
}

function clientModel(model: Json): Json {
  const [entry] = Object.entries(model);
  const [name, body] = entry ?? [];
  return { name, ...(isObject(body) ? body : {}) };
}

async function sessionOperation(
  entities: Entities,
  target: object,
  name: string,
  args: Json,
  perform: Perform,
): Promise<unknown> {
  if (name === "startTransaction") return call(target, name, optionsOf(entities, args));
  if (name === "withTransaction") {
    const run = async (): Promise<void> => {
      for (const operation of objectsAt(args, "callback")) await perform(operation, true);
    };
    return call(target, name, run, optionsOf(entities, args, "callback"));
  }
  if (name === "getSnapshotTime") return Reflect.get(target, "snapshotTime");
  return call(target, name, optionsOf(entities, args));
}
