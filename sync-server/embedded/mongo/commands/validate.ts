import { setImmediate as nextTurn } from "node:timers/promises";
import { decodeDoc } from "#server/embedded/mongo/bson/decode.ts";
import { doc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { rowOf } from "#server/embedded/mongo/store/collection.ts";
import type { Collection, Index } from "#server/embedded/mongo/store/collection.ts";
import { blob } from "#server/embedded/mongo/store/row.ts";
import type { Store } from "#server/embedded/mongo/store/store.ts";
import { findCollection, namedCollection } from "./context.ts";
import type { Command } from "./context.ts";
import { countValue } from "./usage.ts";
import { refuseView } from "./views.ts";

/** Looked at in one turn, so that other clients are served in between. */
const PAGE = 1000;
const MAX_ERRORS = 100;

type Findings = { records: number; invalid: number; keys: Map<string, number>; faults: Map<string, string[]> };

/**
 * Reads the whole collection and all its indexes: every document is whole and has its keys, every key has its document.
 * Each page is one moment of the database; writes may come in between.
 */
export async function validate(command: Command): Promise<Doc> {
  const name = namedCollection(command);
  const collection = findCollection(command, name);
  refuseView(collection);
  if (collection === undefined)
    throw new MongoError("NamespaceNotFound", `Collection '${command.db}.${name}' does not exist to validate.`);
  const found: Findings = { records: 0, invalid: 0, keys: new Map(), faults: new Map() };
  const { store } = command.services;
  await checkDocuments(store, collection, found);
  for (const index of collection.indexes.slice()) await checkKeys(store, collection, index, found);
  const errors = [...found.faults.values()].flat().slice(0, MAX_ERRORS);
  const details = collection.indexes.map((index): [string, Doc] => {
    const faults = found.faults.get(index.name) ?? [];
    return [index.name, doc({ valid: faults.length === 0, errors: faults.length === 0 ? undefined : faults })];
  });
  return doc({
    ns: collection.namespace,
    uuid: collection.uuid,
    nInvalidDocuments: countValue(found.invalid),
    nNonCompliantDocuments: 0,
    nrecords: countValue(found.records),
    nIndexes: collection.indexes.length,
    keysPerIndex: doc(Object.fromEntries([...found.keys].map(([index, count]) => [index, countValue(count)]))),
    indexDetails: doc(Object.fromEntries(details)),
    valid: errors.length === 0,
    repaired: false,
    readTimestamp: undefined,
    warnings: [],
    errors,
    extraIndexEntries: [],
    missingIndexEntries: [],
    corruptRecords: [],
  });
}

function blame(found: Findings, where: string, fault: string): void {
  const faults = found.faults.get(where);
  if (faults === undefined) found.faults.set(where, [fault]);
  else if (faults.length < MAX_ERRORS) faults.push(fault);
}

/** The collection may be dropped while it is looked at. */
function requireThere(store: Store, collection: Collection): void {
  if (store.catalog.byNumber(collection.id) === undefined)
    throw new MongoError("QueryPlanKilled", "collection dropped during validation");
}

async function checkDocuments(store: Store, collection: Collection, found: Findings): Promise<void> {
  let last = 0;
  for (;;) {
    requireThere(store, collection);
    const rows = collection.statement("SELECT row, doc FROM $ WHERE row > ? ORDER BY row LIMIT ?").all(last, PAGE);
    for (const columns of rows) {
      const [row, raw] = rowOf(columns);
      last = Number(row);
      found.records += 1;
      const document = readable(blob(raw));
      if (document === undefined) {
        found.invalid += 1;
        blame(found, "", `the document in row ${last} cannot be read`);
      } else for (const index of collection.indexes) checkEntries(index, last, document, found);
    }
    if (rows.length < PAGE) return;
    await nextTurn();
  }
}

function readable(bytes: Buffer | undefined): Doc | undefined {
  try {
    return bytes === undefined ? undefined : decodeDoc(bytes);
  } catch {
    return undefined;
  }
}

function checkEntries(index: Index, row: number, document: Doc, found: Findings): void {
  for (const { key } of index.entries(document).entries) {
    if (index.statement("SELECT 1 FROM $ WHERE k = ? AND row = ?").get(key, row) === undefined)
      blame(found, index.name, `index ${index.name} misses a key of the document in row ${row}`);
  }
}

async function checkKeys(store: Store, collection: Collection, index: Index, found: Findings): Promise<void> {
  let place: { key: Uint8Array; row: number } = { key: new Uint8Array(), row: -1 };
  let count = 0;
  for (;;) {
    requireThere(store, collection);
    if (!collection.indexes.includes(index)) return;
    const rows = index
      .statement("SELECT k, row FROM $ WHERE (k, row) > (?, ?) ORDER BY k, row LIMIT ?")
      .all(place.key, place.row, PAGE);
    for (const columns of rows) {
      const [raw, row] = rowOf(columns);
      const key = blob(raw);
      if (key === undefined || typeof row !== "number") continue;
      place = { key, row };
      count += 1;
      const document = readable(store.raw(collection, row));
      if (document === undefined || !index.entries(document).entries.some((entry) => entry.key.equals(key)))
        blame(found, index.name, `index ${index.name} has a key that row ${row} does not`);
    }
    found.keys.set(index.name, count);
    if (rows.length < PAGE) return;
    await nextTurn();
  }
}
