import { DateTime, doc } from "./bson/value.ts";
import type { Doc } from "./bson/value.ts";
import type { Services } from "./commands/context.ts";
import { MongoError } from "./error.ts";
import { makeEnvironment } from "./query/make-environment.ts";
import { search } from "./query/execute.ts";
import { BlockedByTransaction } from "./store/transaction.ts";
import type { Collection, Index } from "./store/collection.ts";
import type { Row } from "./store/row.ts";

const AT_ONCE = 1000;

/**
 * Removes documents whose date in a TTL index is past, a batch at a time so that others get their turn; what a
 * transaction holds is left for the next round. Rejects when a batch could not be stored: the next round tries again.
 */
export async function expireDocuments(services: Services): Promise<void> {
  for (const collection of services.store.catalog.all()) {
    for (const index of collection.indexes) {
      const seconds = index.expireAfterSeconds;
      if (seconds === undefined) continue;
      while (isThere(services, collection, index) && expireSome(services, collection, index, seconds) === AT_ONCE)
        await services.store.database.settled(false);
    }
  }
}

/** It may have been dropped, or its batch lost, since the round began. */
function isThere(services: Services, collection: Collection, index: Index): boolean {
  return services.store.catalog.byNumber(collection.id) === collection && collection.indexes.includes(index);
}

/** Answers how many it removed, up to AT_ONCE. */
function expireSome(services: Services, collection: Collection, index: Index, seconds: number): number {
  const doomed = pastIn(services, collection, index, seconds);
  let removed = 0;
  for (const row of doomed) {
    try {
      services.store.remove(collection, row, undefined);
      removed += 1;
    } catch (error) {
      if (!(error instanceof BlockedByTransaction) && !(error instanceof MongoError)) throw error;
    }
  }
  return removed;
}

function pastIn(services: Services, collection: Collection, index: Index, seconds: number): Row[] {
  const [field] = index.fields;
  if (field === undefined) return [];
  const limit = new DateTime(BigInt(services.now() - seconds * 1000));
  const past: Doc = doc({ [field.path]: doc({ $lte: limit }) });
  const request = {
    collection,
    filter: index.partial === undefined ? past : doc({ $and: [past, index.partial] }),
    sort: [],
    hint: index.name,
    seesHidden: true,
    limit: undefined,
    environment: makeEnvironment({ now: new Date(services.now()), random: services.random }),
    transaction: undefined,
  };
  const rows: Row[] = [];
  for (const { row } of search(services.store, request)) {
    rows.push(row);
    if (rows.length === AT_ONCE) break;
  }
  return rows;
}
