import { doc, type Doc, isDoc, type Value } from "#server/embedded/mongo/bson/value.ts";
import { isIndexName } from "#server/embedded/mongo/query/path.ts";
import { getPath } from "#server/embedded/mongo/query/update-path.ts";
import type { Changes } from "#server/embedded/mongo/query/changes.ts";
import type { Collection } from "./collection.ts";
import type { LogDraft } from "./log-draft.ts";

export function insertLog(collection: Collection, document: Doc): LogDraft {
  return draft(collection, doc({ op: "insert", key: documentKey(document), full: document }));
}

export function createLog(collection: Collection): Doc {
  const idIndex = doc({ v: 2, key: doc({ _id: 1 }), name: "_id_" });
  return doc({ op: "create", uuid: collection.uuid, description: doc({ idIndex }) });
}

export function updateLog(collection: Collection, before: Doc, after: Doc, changes: Changes): LogDraft {
  const key = documentKey(before);
  const images = keepsImages(collection);
  const pre = images ? before : undefined;
  if (changes.kind === "replace") return draft(collection, doc({ op: "replace", key, full: after, pre: pre }));
  const body = doc({
    op: "update",
    key,
    updated: new Map(changes.updated),
    removed: [...changes.removed],
    truncated: changes.truncated.map(({ field, newSize }) => doc({ field, newSize })),
    ambiguous: ambiguousPaths(after, [...changes.updated.keys(), ...changes.removed]),
    pre: pre,
    post: images ? after : undefined,
  });
  return draft(collection, body);
}

export function deleteLog(collection: Collection, document: Doc): LogDraft {
  const pre = keepsImages(collection) ? document : undefined;
  return draft(collection, doc({ op: "delete", key: documentKey(document), pre }));
}

function keepsImages(collection: Collection): boolean {
  const option = collection.options.get("changeStreamPreAndPostImages");
  return isDoc(option) && option.get("enabled") === true;
}

function documentKey(document: Doc): Doc {
  return doc({ _id: document.get("_id") });
}

function draft(collection: Collection, body: Doc): LogDraft {
  return { db: collection.db, coll: collection.name, body: body.set("uuid", collection.uuid) };
}

/** For paths with a number in them: which parts are array positions and which are names. */
function ambiguousPaths(after: Doc, paths: readonly string[]): Doc | undefined {
  const out: Doc = new Map();
  for (const path of paths) {
    const parts = path.split(".");
    if (!parts.some(isIndexName)) continue;
    const told = parts.map((part, depth): Value => {
      const holder = getPath(after, parts.slice(0, depth));
      return Array.isArray(holder) ? Number(part) : part;
    });
    out.set(path, told);
  }
  return out.size === 0 ? undefined : out;
}
