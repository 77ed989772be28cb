import { doc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import type { Collection } from "#server/embedded/mongo/store/collection.ts";
import { BlockedByTransaction } from "#server/embedded/mongo/store/transaction.ts";
import { breakOffReaders, logEvent, removeCollection } from "./catalog.ts";
import { checkCollectionName, flagField } from "./context.ts";
import type { Command } from "./context.ts";
import { patiently } from "./statements.ts";

export type Namespace = { db: string; name: string };

export async function renameCollection(command: Command): Promise<Doc> {
  const from = splitNamespace(command.body.get("renameCollection"));
  const to = splitNamespace(command.body.get("to"));
  checkCollectionName(to.db, to.name);
  if (from.db === to.db && from.name === to.name)
    throw new MongoError("IllegalOperation", "Can't rename a collection to itself");
  const { store } = command.services;
  return patiently(command, () => {
    const collection = store.catalog.find(from.db, from.name);
    if (collection === undefined)
      throw new MongoError("NamespaceNotFound", `Source collection ${from.db}.${from.name} does not exist`);
    const target = store.catalog.find(to.db, to.name);
    if (target !== undefined && !flagField(command.body, "dropTarget"))
      throw new MongoError("NamespaceExists", "target namespace exists");
    moveCollection(command, collection, to);
    return new Map();
  });
}

/** Gives the collection a name, whose former owner goes; what stands against it is found before anything is gone. */
export function moveCollection(command: Command, collection: Collection, to: Namespace): void {
  const { store, cursors } = command.services;
  const target = store.catalog.find(to.db, to.name);
  const holder = store.writerOf(collection);
  if (holder !== undefined) throw new BlockedByTransaction(holder);
  if (target !== undefined) removeCollection(command, target);
  breakOffReaders(cursors, collection, `collection renamed from ${collection.namespace} to ${to.db}.${to.name}`);
  store.catalog.rename(collection, to.db, to.name);
  const place = doc({ db: to.db, coll: to.name });
  const description = doc({ to: place, dropTarget: target?.uuid });
  logEvent(
    command,
    collection.db,
    collection.name,
    doc({ op: "rename", to: place, uuid: collection.uuid, description }),
  );
}

function splitNamespace(value: Value | undefined): Namespace {
  if (typeof value !== "string" || !value.includes("."))
    throw new MongoError("InvalidNamespace", `Invalid namespace specified '${String(value)}'`);
  const dot = value.indexOf(".");
  return { db: value.slice(0, dot), name: value.slice(dot + 1) };
}
