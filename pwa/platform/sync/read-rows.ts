import type { WithDeleted } from "rxdb";
import * as v from "valibot";
import { SYNC_ROWS, type SyncCollection } from "#schemas/protocol.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { LinkError } from "#pwa/platform/api/http-error.ts";

/**
 * The documents of an answer as rows of their collection. Throws {@link LinkError} `client-outdated` where one is no such
 * row: the server shapes its rows by its own schema, so this app's must be an older one.
 */
export function readRows<C extends SyncCollection>(
  collection: C,
  documents: readonly Readonly<Record<string, unknown>>[],
): WithDeleted<LocalRow<C>>[] {
  return documents.map((document) => {
    if (isRow(collection, document)) return document;
    throw new LinkError("client-outdated", `A row of ${collection} was not understood.`);
  });
}

function isRow<C extends SyncCollection>(collection: C, document: unknown): document is WithDeleted<LocalRow<C>> {
  return v.is(SYNC_ROWS[collection], document);
}
