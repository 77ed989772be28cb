import { prepareQuery, type RxDocumentData } from "rxdb";
import type { RowStorage } from "./kind-storage.ts";

/** Says beside the rows of a pull-only collection up to where they were pulled. Deleted, so that no reading ever shows it. */
export const CHECKPOINT_UID = "~checkpoint";

/** All rows of a storage that are not deleted. */
export async function readAll<Row>(storage: RowStorage<Row>): Promise<RxDocumentData<Row>[]> {
  const query: unknown = { selector: { _deleted: { $eq: false } }, sort: [{ uid: "asc" }], skip: 0 };
  const { documents } = await storage.query(
    prepareQuery(storage.schema, query as Parameters<typeof prepareQuery<Row>>[1]),
  );
  return documents;
}
