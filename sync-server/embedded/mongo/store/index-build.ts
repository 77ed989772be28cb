import { setImmediate as breathe } from "node:timers/promises";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { fieldsOfFilter } from "#server/embedded/mongo/query/looked-at.ts";
import type { Catalog } from "./catalog.ts";
import { type Collection, type Index, rowOf } from "./collection.ts";
import type { Database } from "./database.ts";
import { applyIndex, type IndexPlan, planIndex } from "./index-plan.ts";
import { blob, partOf, StoredRow } from "./row.ts";

const AT_ONCE = 1000;

type Planned = { readonly row: number; readonly plan: IndexPlan };

/** What each document that there is brings to a new index: some at a time in the index's order, which SQLite takes in faster. */
export function* entriesToBuild(collection: Collection, index: Index): Generator<readonly Planned[]> {
  const page = collection.statement(`SELECT row, doc FROM $ WHERE row > ? ORDER BY row LIMIT ${AT_ONCE}`);
  const fields = fieldsOf(index);
  for (let last = 0; ;) {
    const rows = page.all(last);
    if (rows.length === 0) return;
    const planned: Planned[] = [];
    for (const columns of rows) {
      const [row, raw] = rowOf(columns);
      const bytes = blob(raw);
      if (typeof row !== "number" || bytes === undefined) continue;
      last = row;
      planned.push({ row, plan: planIndex(index, undefined, partOf(new StoredRow(row, bytes), fields)) });
    }
    yield planned.sort((left, right) => Buffer.compare(firstKey(left.plan), firstKey(right.plan)));
  }
}

/**
 * Fills an index that is being built while others read and write: whatever they write goes into it, too, and nobody searches it before
 * it is whole. Throws IndexBuildAborted where it or its collection is gone meanwhile.
 */
export async function buildInSteps(
  { catalog, database }: { readonly catalog: Catalog; readonly database: Database },
  collection: Collection,
  index: Index,
): Promise<void> {
  const pages = entriesToBuild(collection, index);
  for (;;) {
    if (catalog.byNumber(collection.id) !== collection || !collection.indexes.includes(index))
      throw new MongoError({ code: 276 }, `Index build aborted: ${collection.namespace} is no longer what it was`);
    const page = pages.next();
    if (page.done === true) break;
    database.write();
    for (const { row, plan } of page.value) applyIndex(catalog, plan, row);
    await breathe();
  }
  index.isBuilding = false;
  catalog.saveIndex(index);
}

const NO_KEY = Buffer.alloc(0);

function firstKey({ added: [first] }: IndexPlan): Buffer {
  return first?.key ?? NO_KEY;
}

/** Which of a document's own fields tell what it brings; undefined: any of them may. */
function fieldsOf({ fields, partial }: Index): ReadonlySet<string> | undefined {
  const filtered = partial === undefined ? new Set<string>() : fieldsOfFilter(partial);
  return filtered && new Set([...filtered, ...fields.map(({ parts: [root = ""] }) => root)]);
}
