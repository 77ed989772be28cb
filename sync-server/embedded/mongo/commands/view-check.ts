import { isWritingStage } from "#server/embedded/mongo/aggregate/stage.ts";
import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, typeMismatch } from "#server/embedded/mongo/error.ts";
import { checkCollectionName } from "./context.ts";
import type { Command } from "./context.ts";
import { runPipeline } from "./pipeline.ts";
import { viewOf } from "./views.ts";

/** MongoDB's own bound of views on views. */
const MAX_DEPTH = 20;

/** Throws for a view that could not be read: of a wrong pipeline, or in the end of itself. */
export function checkView(command: Command, db: string, name: string, options: Doc): void {
  const on = options.get("viewOn");
  const pipeline = options.get("pipeline") ?? [];
  if (on === undefined) {
    if (options.has("pipeline"))
      throw new MongoError("InvalidOptions", "'pipeline' requires 'viewOn' to also be specified");
    return;
  }
  if (typeof on !== "string")
    throw typeMismatch("BSON field 'create.viewOn' is the wrong type, expected type 'string'");
  if (!Array.isArray(pipeline))
    throw typeMismatch("BSON field 'create.pipeline' is the wrong type, expected type 'array'");
  checkCollectionName(db, on);
  if (pipeline.some(isWritingStage))
    throw new MongoError({ code: 167 }, "A view's pipeline cannot write: $out and $merge are not allowed");
  for (const other of sourcesOf(on, pipeline)) checkChain(command, db, name, other, 1);
  runPipeline(command, db, on, pipeline, command.environment(options.get("collation")));
}

function checkChain(command: Command, db: string, name: string, other: string, depth: number): void {
  if (other === name) throw new MongoError({ code: 5 }, `View cycle detected: ${db}.${name} would read itself`);
  if (depth > MAX_DEPTH)
    throw new MongoError({ code: 165 }, `View depth limit exceeded; maximum depth is ${MAX_DEPTH}`);
  const view = viewOf(command.services.store.catalog.find(db, other, command.transaction));
  if (view === undefined) return;
  for (const next of sourcesOf(view.on, view.pipeline)) checkChain(command, db, name, next, depth + 1);
}

/** The collections that a view reads, its joined ones too. */
function sourcesOf(on: string, pipeline: readonly Value[]): Set<string> {
  const names = new Set([on]);
  const collect = (value: Value): void => {
    if (Array.isArray(value)) value.forEach(collect);
    if (!isDoc(value)) return;
    for (const [key, inner] of value) {
      if (["$lookup", "$graphLookup", "$unionWith"].includes(key)) {
        const source = isDoc(inner) ? (inner.get("from") ?? inner.get("coll")) : inner;
        if (typeof source === "string") names.add(source);
      }
      collect(inner);
    }
  };
  pipeline.forEach(collect);
  return names;
}
