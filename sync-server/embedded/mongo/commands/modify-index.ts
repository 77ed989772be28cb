import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { doc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, typeMismatch } from "#server/embedded/mongo/error.ts";
import { requireInt } from "#server/embedded/mongo/query/coerce.ts";
import { rowOf } from "#server/embedded/mongo/store/collection.ts";
import type { Collection, Index } from "#server/embedded/mongo/store/collection.ts";
import type { Command } from "./context.ts";

const FIELDS = ["name", "keyPattern", "hidden", "expireAfterSeconds", "prepareUnique", "unique"];

/** What collMod does to one index; the reply tells what was and what is. */
export function modifyIndex(command: Command, collection: Collection, change: Doc, reply: Doc): void {
  const unknown = change.keys().find((name) => !FIELDS.includes(name));
  if (unknown !== undefined)
    throw new MongoError({ code: 40415 }, `BSON field 'collMod.index.${unknown}' is an unknown field.`);
  const index = collection.indexes.find(
    (one) => one.name === change.get("name") || compareValues(one.spec.get("key"), change.get("keyPattern")) === 0,
  );
  if (index === undefined) throw new MongoError("IndexNotFound", "cannot find index for collMod");
  if (index.isId) throw new MongoError("BadValue", "collMod cannot change the _id index");
  const hidden = flagOf(change, "hidden");
  const prepares = flagOf(change, "prepareUnique");
  const seconds = change.get("expireAfterSeconds");
  if (hidden !== undefined) hide(index, hidden, reply);
  if (seconds !== undefined) expire(index, seconds, reply);
  if (prepares !== undefined) prepare(index, prepares, reply);
  if (flagOf(change, "unique") === true) makeUnique(command, collection, index, reply);
  command.services.store.catalog.saveIndex(index);
}

function flagOf(change: Doc, name: string): boolean | undefined {
  const value = change.get(name);
  if (value === undefined || typeof value === "boolean") return value;
  throw typeMismatch(`BSON field 'collMod.index.${name}' is the wrong type, expected type 'bool'`);
}

function setFlag(index: Index, name: string, isOn: boolean): void {
  if (isOn) index.spec.set(name, true);
  else index.spec.delete(name);
}

function hide(index: Index, hidden: boolean, reply: Doc): void {
  reply.set("hidden_old", index.isHidden).set("hidden_new", hidden);
  index.isHidden = hidden;
  setFlag(index, "hidden", hidden);
}

function expire(index: Index, seconds: Value, reply: Doc): void {
  const limit = requireInt(seconds, "expireAfterSeconds");
  if (index.fields.length > 1)
    throw new MongoError("InvalidOptions", "TTL indexes are single-field indexes, compound indexes do not support TTL");
  const before = index.spec.get("expireAfterSeconds");
  if (before !== undefined) reply.set("expireAfterSeconds_old", before);
  reply.set("expireAfterSeconds_new", seconds);
  index.spec.set("expireAfterSeconds", seconds);
  index.expireAfterSeconds = limit;
}

/** From now on no further document may share a key; those that do may stay until the index is made unique. */
function prepare(index: Index, isPrepared: boolean, reply: Doc): void {
  reply.set("prepareUnique_old", index.spec.get("prepareUnique") === true).set("prepareUnique_new", isPrepared);
  setFlag(index, "prepareUnique", isPrepared);
  index.isUnique = isPrepared || index.spec.get("unique") === true;
}

function makeUnique(command: Command, collection: Collection, index: Index, reply: Doc): void {
  if (index.spec.get("unique") === true) return;
  if (index.spec.get("prepareUnique") !== true) {
    throw new MongoError(
      "InvalidOptions",
      "Cannot make index unique with 'prepareUnique=false'. Run collMod to set it first.",
    );
  }
  const violations = sharedKeys(command, collection, index);
  if (violations.length > 0) {
    throw new MongoError(
      "CannotConvertIndexToUnique",
      "Cannot convert the index to unique. Please resolve conflicting documents before running collMod again.",
      [],
      { violations },
    );
  }
  setFlag(index, "prepareUnique", false);
  setFlag(index, "unique", true);
  reply.set("unique_new", true);
}

/** The documents that share a key, one group for each such key. */
function sharedKeys(command: Command, collection: Collection, index: Index): Doc[] {
  const { store } = command.services;
  const shared = index.statement("SELECT k FROM $ GROUP BY k HAVING count(*) > 1").all();
  return shared.map((columns) => {
    const [key] = rowOf(columns);
    const rows = key instanceof Uint8Array ? index.statement("SELECT row FROM $ WHERE k = ?").all(key) : [];
    const ids = rows.map((inner) => store.read(collection, Number(rowOf(inner)[0]), undefined)?.get("_id") ?? null);
    return doc({ ids });
  });
}
