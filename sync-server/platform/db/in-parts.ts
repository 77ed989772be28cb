import type { Collection, Document, Filter } from "mongodb";

/** Rows that are held at a time. */
const PART = 500;

/** All documents that a filter means in the order of their numbers, some at a time; nothing is kept open between two parts. */
export async function* inParts<T extends Document & { readonly id: number }>(
  collection: Collection<T>,
  filter: Filter<T>,
  projection: Document = {},
): AsyncGenerator<readonly T[]> {
  for (let after = 0; ;) {
    const part = await collection
      .find<T>({ $and: [filter, { id: { $gt: after } }] } as unknown as Filter<T>, { projection })
      .sort({ id: 1 })
      .limit(PART)
      .toArray();
    if (part.length > 0) yield part;
    const last = part.at(-1);
    if (part.length < PART || !last) return;
    after = last.id;
  }
}
