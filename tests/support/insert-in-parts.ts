import type { Collection, Document, OptionalUnlessRequiredId } from "mongodb";

const AT_ONCE = 5000;

/** Inserts the documents of the numbers `from` (0 for the first) to below `to`. */
export async function insertInParts<T extends Document>(
  collection: Collection<T>,
  { from, to }: { readonly from: number; readonly to: number },
  make: (index: number) => OptionalUnlessRequiredId<T>,
): Promise<void> {
  for (let first = from; first < to; first += AT_ONCE) {
    const part = Array.from({ length: Math.min(AT_ONCE, to - first) }, (_, offset) => make(first + offset));
    await collection.insertMany(part, { ordered: false });
  }
}
