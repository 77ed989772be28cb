import { DateTime, doc } from "./bson/value.ts";
import type { Doc } from "./bson/value.ts";
import type { Services } from "./commands/context.ts";
import { MongoError } from "./error.ts";
import { makeEnvironment } from "./query/make-environment.ts";
import { search } from "./query/execute.ts";
import { BlockedByTransaction } from "./store/transaction.ts";
import type { Collection, Index } from "./store/collection.ts";

const AT_ONCE = 1000;

/** Removes documents whose date in a TTL index is past; what a transaction holds is left for the next round. */
export function expireDocuments(services: Services): void {
  for (const collection of services.store.catalog.all()) {
    for (const index of collection.indexes) {
      if (index.expireAfterSeconds !== undefined) expireBy(services, collection, index, index.expireAfterSeconds);
    }
  }
}

function expireBy(services: Services, collection: Collection, index: Index, seconds: number): void {
  const [field] = index.fields;
  if (field === undefined) return;
  const limit = new DateTime(BigInt(services.now() - seconds * 1000));
  const filter: Doc = doc({ [field.path]: doc({ $lte: limit }) });
  const environment = makeEnvironment({ now: new Date(services.now()), random: services.random });
  const request = {
    collection,
    filter,
    sort: [],
    hint: index.name,
    limit: undefined,
    environment,
    transaction: undefined,
  };
  const doomed = [];
  for (const { row } of search(services.store, request)) {
    doomed.push(row);
    if (doomed.length === AT_ONCE) break;
  }
  for (const row of doomed) {
    try {
      services.store.remove(collection, row, undefined);
    } catch (error) {
      if (!(error instanceof BlockedByTransaction) && !(error instanceof MongoError)) throw error;
    }
  }
}
