import type { Doc } from "#server/embedded/mongo/bson/value.ts";

/** One line of the log, not yet given its place. */
export type LogDraft = { db: string; coll: string; body: Doc };
