import { isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import type { Cursors } from "#server/embedded/mongo/cursors.ts";
import { MongoError, typeMismatch } from "#server/embedded/mongo/error.ts";
import type { FailPoint } from "#server/embedded/mongo/fail-point.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import type { TimeLimit } from "#server/embedded/mongo/query/time-limit.ts";
import { isTruthy, toInteger } from "#server/embedded/mongo/query/coerce.ts";
import type { LoginPace } from "#server/embedded/mongo/login-pace.ts";
import type { Credentials } from "#server/embedded/mongo/scram.ts";
import type { Session, Sessions } from "#server/embedded/mongo/session.ts";
import type { Collection } from "#server/embedded/mongo/store/collection.ts";
import type { Store } from "#server/embedded/mongo/store/store.ts";
import type { Transaction } from "#server/embedded/mongo/store/transaction.ts";
import type { Snapshot, Snapshots } from "./snapshot-reads.ts";
import type { Usage } from "./usage.ts";
import { refuseView } from "./views.ts";
import type { Peer } from "#server/embedded/mongo/wire/connection.ts";

/** What the server as a whole has. */
export type Services = {
  readonly store: Store;
  readonly cursors: Cursors;
  readonly sessions: Sessions;
  readonly host: () => string;
  readonly now: () => number;
  readonly random: () => number;
  readonly startedAt: number;
  /** Where the data is kept. */
  readonly folder: string;
  readonly expiryIntervalMs: number;
  readonly maxConnections: number;
  readonly connectionCount: () => number;
  /** Since the start. */
  readonly connectionTotal: () => number;
  readonly usage: Usage<Command>;
  readonly snapshots: Snapshots;
  /** Of the one user, when the server has a password. */
  readonly credentials: Credentials | undefined;
  readonly loginPace: LoginPace;
  /** Only on a server started for tests. */
  readonly failPoint: FailPoint | undefined;
};

/** One command as it runs. */
export type Command = {
  readonly services: Services;
  readonly name: string;
  readonly body: Doc;
  readonly db: string;
  readonly peer: Peer;
  readonly session: Session | undefined;
  /** Also of a read at one moment outside of transactions, which then is `snapshot`. */
  readonly transaction: Transaction | undefined;
  readonly snapshot: Snapshot | undefined;
  /** Whether its writes carry a number under which they may come again. */
  readonly isRetryable: boolean;
  readonly environment: (collation?: Value) => Environment;
  /** Of a pipeline, however many searches it makes. */
  readonly time?: TimeLimit | undefined;
};

export type Handler = (command: Command) => Doc | Promise<Doc>;

/** The same for a write, which a view does not take. */
export function writableCollection(command: Command): string {
  const name = namedCollection(command);
  refuseView(findCollection(command, name));
  return name;
}

/** The collection named by the command's own value. */
export function namedCollection(command: Command): string {
  const name = command.body.get(command.name);
  if (typeof name !== "string") {
    throw new MongoError("InvalidNamespace", `collection name has invalid type for ${command.name}`);
  }
  checkCollectionName(command.db, name);
  return name;
}

export function checkCollectionName(db: string, name: string): void {
  const isBad =
    name === "" || name.includes("\0") || name.startsWith(".") || (name.includes("$") && !name.startsWith("oplog.$"));
  if (isBad || name.length + db.length > 254) {
    throw new MongoError("InvalidNamespace", `Invalid namespace specified '${db}.${name}'`);
  }
}

export function findCollection(command: Command, name: string): Collection | undefined {
  return command.services.store.catalog.find(command.db, name, command.transaction);
}

/** The collection, made now where it is not there yet. */
export function ensureCollection(command: Command, db: string, name: string): Collection {
  const { store } = command.services;
  const known = store.catalog.find(db, name, command.transaction);
  refuseView(known);
  if (known !== undefined) return known;
  const made = store.catalog.create(db, name, new Map(), command.transaction);
  if (command.transaction === undefined) store.logCreation(made);
  return made;
}

export function docField(body: Doc, name: string): Doc {
  const value = body.get(name);
  if (value === undefined || value === null) return new Map();
  if (!isDoc(value)) throw typeMismatch(`BSON field '${name}' is the wrong type, expected type 'object'`);
  return value;
}

export function docsField(body: Doc, name: string): Doc[] {
  const value = body.get(name);
  if (!Array.isArray(value)) throw typeMismatch(`BSON field '${name}' is the wrong type, expected type 'array'`);
  return value.map((item) => {
    if (!isDoc(item)) throw typeMismatch(`BSON field '${name}' must hold documents`);
    return item;
  });
}

export function optionalDocs(body: Doc, name: string): Doc[] {
  return body.has(name) ? docsField(body, name) : [];
}

/** A whole number that is not negative; undefined when the field is not there. */
export function countField(body: Doc, name: string): number | undefined {
  const value = body.get(name);
  if (value === undefined || value === null) return undefined;
  const number = toInteger(value);
  if (number === undefined) throw typeMismatch(`BSON field '${name}' is the wrong type, expected a number`);
  if (number < 0n)
    throw new MongoError({ code: 51024 }, `BSON field '${name}' value must be >= 0, actual value '${number}'`);
  return Number(number);
}

/** A number counts, too; what is missing or null is false. */
export function flagField(body: Doc, name: string): boolean {
  const value = body.get(name);
  if (value === undefined || value === null || typeof value === "boolean") return value === true;
  if (!isNumber(value)) throw typeMismatch(`BSON field '${name}' is the wrong type, expected type 'bool'`);
  return isTruthy(value);
}

/** A document that has to be there. */
export function requiredDoc(body: Doc, name: string, where: string): Doc {
  if (!body.has(name))
    throw new MongoError({ code: 40414 }, `BSON field '${where}.${name}' is missing but a required field`);
  const value = body.get(name);
  if (!isDoc(value)) throw typeMismatch(`BSON field '${where}.${name}' is the wrong type, expected type 'object'`);
  return value;
}
