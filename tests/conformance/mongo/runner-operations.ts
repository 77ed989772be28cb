import { setTimeout as pause } from "node:timers/promises";
import { EJSON } from "bson";
import type { MongoClient } from "mongodb";
import type { Entities } from "./entities.ts";
import { isObject, type Json, objectAt, objectsAt, textAt } from "./json.ts";
import type { Perform } from "./perform.ts";
import { Unjudged } from "./unjudged.ts";

const EVENT_DEADLINE_MS = 10_000;

/** What a test asks of its runner. */
export async function runnerOperation(
  entities: Entities,
  name: string,
  args: Json,
  perform: Perform,
): Promise<unknown> {
  switch (name) {
    case "failPoint":
      return entities.client(textAt(args, "client")).db("admin").command(objectAt(args, "failPoint"));
    case "targetedFailPoint":
      return entities.admin.db("admin").command(objectAt(args, "failPoint"));
    case "createEntities":
      for (const spec of objectsAt(args, "entities")) await entities.create(spec);
      return undefined;
    case "runOnThread":
      return runOnThread(entities, args, perform);
    case "waitForThread":
      return entities.threads.get(textAt(args, "thread"));
    case "wait":
      return pause(Number(args["ms"]));
    case "waitForEvent":
      return waitForEvent(entities, args);
    case "assertEventCount": {
      const count = eventCount(entities, args);
      return assert(count === args["count"], `${count} events instead of ${String(args["count"])}`);
    }
    case "assertNumberConnectionsCheckedOut": {
      const { checkedOut } = entities.log(textAt(args, "client"));
      return assert(checkedOut === args["connections"], `${checkedOut} connections are checked out`);
    }
    case "recordTopologyDescription": {
      const client = entities.client(textAt(args, "client"));
      entities.byId.set(textAt(args, "id"), Reflect.get(objectOf(Reflect.get(client, "topology")), "description"));
      return undefined;
    }
    case "assertTopologyType": {
      const type: unknown = Reflect.get(objectOf(entities.byId.get(textAt(args, "topologyDescription"))), "type");
      return assert(type === args["topologyType"], `the topology is ${String(type)}`);
    }
    case "waitForPrimaryChange":
      throw new Unjudged("needs a second member that becomes primary");
    default:
      return name.startsWith("assertSession") || name.endsWith("LsidOnLastTwoCommands")
        ? assertSession(entities, name, args)
        : assertSchema(entities.admin, name, args);
  }
}

function objectOf(value: unknown): object {
  if (isObject(value)) return value;
  throw new Unjudged("there is no topology");
}

/** What fails on the thread is told when it is waited for. */
function runOnThread(entities: Entities, args: Json, perform: Perform): void {
  const name = textAt(args, "thread");
  const before = entities.threads.get(name) ?? Promise.resolve();
  const done = afterwards(before, () => perform(objectAt(args, "operation"), false));
  done.catch(() => undefined);
  entities.threads.set(name, done);
}

async function afterwards(before: Promise<unknown>, run: () => Promise<void>): Promise<void> {
  await before;
  await run();
}

function eventCount(entities: Entities, args: Json): number {
  return entities.log(textAt(args, "client")).count(objectAt(args, "event"), entities.byId);
}

async function waitForEvent(entities: Entities, args: Json): Promise<void> {
  const deadline = performance.now() + EVENT_DEADLINE_MS;
  while (eventCount(entities, args) < Number(args["count"])) {
    assert(performance.now() < deadline, `no ${EJSON.stringify(args["event"])} in time`);
    await pause(5);
  }
}

function assertSession(entities: Entities, name: string, args: Json): void {
  const session: unknown = entities.session(args["session"]);
  const read = (field: string): unknown => (isObject(session) ? Reflect.get(session, field) : undefined);
  const server = read("serverSession");
  const isDirty = isObject(server) && server["isDirty"] === true;
  switch (name) {
    case "assertSessionTransactionState":
      return assertState(read("transaction"), args);
    case "assertSessionPinned":
      return assert(read("isPinned") === true, "the session is not pinned");
    case "assertSessionUnpinned":
      return assert(read("isPinned") === false, "the session is pinned");
    case "assertSessionDirty":
      return assert(isDirty, "the session is not dirty");
    case "assertSessionNotDirty":
      return assert(!isDirty, "the session is dirty");
    default: {
      const [first, second] = entities.log(textAt(args, "client")).commands().slice(-2);
      const isSame = EJSON.stringify(first?.["lsid"]) === EJSON.stringify(second?.["lsid"]);
      return assert(first !== undefined && second !== undefined && isSame === name.includes("Same"), name);
    }
  }
}

async function assertSchema(admin: MongoClient, name: string, args: Json): Promise<void> {
  const database = admin.db(textAt(args, "databaseName"));
  const names = (await database.listCollections({}, { nameOnly: true }).toArray()).map((item) => item.name);
  const hasCollection = names.includes(textAt(args, "collectionName"));
  switch (name) {
    case "assertCollectionExists":
    case "assertCollectionNotExists":
      return assert(hasCollection === (name === "assertCollectionExists"), name);
    case "assertIndexExists":
    case "assertIndexNotExists": {
      const collection = database.collection(textAt(args, "collectionName"));
      const hasIndex = hasCollection && (await collection.indexExists(textAt(args, "indexName")));
      return assert(hasIndex === (name === "assertIndexExists"), name);
    }
    default:
      throw new Unjudged(`testRunner ${name}`);
  }
}

function assertState(transaction: unknown, args: Json): void {
  const states: Json = {
    none: "NO_TRANSACTION",
    starting: "STARTING_TRANSACTION",
    in_progress: "TRANSACTION_IN_PROGRESS",
    committed: "TRANSACTION_COMMITTED",
    aborted: "TRANSACTION_ABORTED",
  };
  const state = isObject(transaction) ? Reflect.get(transaction, "state") : undefined;
  assert(state === states[textAt(args, "state")], `transaction state is ${String(state)}`);
}

function assert(holds: boolean, what: string): void {
  if (!holds) throw new Error(`assertion failed: ${what}`);
}
