import * as v from "valibot";

/** What one kind of load did since it was last asked: `unsure` is what it asked for and got no answer to. */
export const TallySchema = v.object({ acked: v.array(v.string()), unsure: v.array(v.string()) });
export type Tally = v.InferOutput<typeof TallySchema>;

export const WorkSchema = v.object({ kind: v.literal("work"), db: v.string() });
export const PausedSchema = v.object({ kind: v.literal("paused"), tallies: v.record(v.string(), TallySchema) });
export type Paused = v.InferOutput<typeof PausedSchema>;

/** One event as the watcher saw it: `db/collection operation what`. */
export const SeenSchema = v.object({ kind: v.literal("seen"), events: v.array(v.string()), isWatching: v.boolean() });

export const LoadOrderSchema = v.variant("kind", [WorkSchema, v.object({ kind: v.literal("pause") })]);
