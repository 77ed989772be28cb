import type { Value } from "#server/embedded/mongo/bson/value.ts";

/** What changed, as change streams tell it. */
export type Changes =
  | { kind: "replace" }
  | {
      kind: "delta";
      updated: ReadonlyMap<string, Value>;
      removed: readonly string[];
      truncated: readonly { field: string; newSize: number }[];
    };
