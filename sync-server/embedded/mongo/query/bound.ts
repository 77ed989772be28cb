import type { Value } from "#server/embedded/mongo/bson/value.ts";

/** `isBinary`: by code points whatever the collation, as regular expressions match. */
export type Bound = { value: Value; isInclusive: boolean; isBinary?: boolean };
