import fc from "fast-check";
import * as any from "./query-arbitraries.ts";
import type { Order } from "./query-model-collection.ts";
import type { Fields } from "./query-model-values.ts";

/** One thing a client does to a collection. */
export type Step =
  | { kind: "insert"; content: Fields }
  | { kind: "find"; filter: Fields; order: Order; projection: Record<string, 0 | 1>; skip: number; limit: number }
  | {
      kind: "updateOne" | "updateMany" | "findOneAndUpdate";
      filter: Fields;
      update: Fields;
      element: Fields;
      upsert: boolean;
    }
  | { kind: "replaceOne"; filter: Fields; content: Fields }
  | { kind: "deleteOne" | "deleteMany" | "findOneAndDelete"; filter: Fields }
  | {
      kind: "index";
      key: Record<string, 1 | -1>;
      unique: boolean;
      sparse: boolean;
      hidden: boolean;
      partial: Fields | undefined;
      isCollated: boolean;
    }
  | { kind: "dropIndexes" };

const collated = fc.constantFrom(false, false, true);
const updateStep = (kind: "updateOne" | "updateMany" | "findOneAndUpdate"): fc.Arbitrary<Step> =>
  fc.record({
    kind: fc.constant(kind),
    filter: any.filter,
    update: any.update,
    element: any.elementFilter,
    upsert: fc.boolean(),
  });
/** `isCollated`: under a collation that ignores case. */
export type CollatedStep = Step & { isCollated: boolean };

export const step: fc.Arbitrary<CollatedStep> = fc
  .oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("insert" as const), content: any.content }) },
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant("find" as const),
        filter: any.filter,
        order: any.order,
        projection: any.projection,
        skip: fc.integer({ min: 0, max: 2 }),
        limit: fc.integer({ min: 0, max: 6 }),
      }),
    },
    { weight: 2, arbitrary: updateStep("updateOne") },
    { weight: 3, arbitrary: updateStep("updateMany") },
    { weight: 1, arbitrary: updateStep("findOneAndUpdate") },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("replaceOne" as const), filter: any.filter, content: any.content }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom("deleteOne" as const, "deleteMany" as const, "findOneAndDelete" as const),
        filter: any.filter,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("index" as const),
        key: any.indexKey,
        unique: fc.constantFrom(false, false, false, true),
        sparse: fc.constantFrom(false, false, true),
        hidden: fc.constantFrom(false, false, false, true),
        partial: any.partial,
        isCollated: collated,
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: "dropIndexes" as const }) },
  )
  .chain((one) => collated.map((isCollated) => ({ isCollated, ...one })));
