import { isWritingStage, stageEntry } from "#server/embedded/mongo/aggregate/stage.ts";
import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, failedToParse, typeMismatch } from "#server/embedded/mongo/error.ts";
import { toInteger } from "#server/embedded/mongo/query/coerce.ts";
import { openStream } from "#server/embedded/mongo/streams/open-stream.ts";
import { checkCollectionName, countField, docField, findCollection, flagField } from "./context.ts";
import type { Command } from "./context.ts";
import { explain } from "./explain.ts";
import { runPipeline } from "./pipeline.ts";
import { environmentFor, limited, refuseUnknownFields, refuseUnknownOptions, timeLimitOf } from "./read-options.ts";
import { sourceOf } from "./sources.ts";
import { writeResults } from "./write-results.ts";

const FIELDS = "pipeline cursor explain allowDiskUse collation hint let bypassDocumentValidation noCursorTimeout".split(
  " ",
);

export async function aggregate(command: Command): Promise<Doc> {
  const { body, services, db } = command;
  refuseUnknownFields(command, FIELDS);
  if (flagField(body, "explain")) return explainInstead(command);
  const target = body.get("aggregate");
  const stages = body.get("pipeline");
  if (!Array.isArray(stages)) throw typeMismatch("'pipeline' option must be specified as an array");
  for (const stage of stages) stageEntry(stage);
  const collection = typeof target === "string" ? target : undefined;
  if (collection === undefined && toInteger(target) !== 1n)
    throw new MongoError("InvalidNamespace", "Invalid aggregate namespace");
  if (collection !== undefined) checkCollectionName(db, collection);
  const options = {
    namespace: `${db}.${collection ?? "$cmd.aggregate"}`,
    sessionKey: command.session?.key,
    transaction: command.transaction,
    isTimeless: flagField(body, "noCursorTimeout"),
  };
  if (!body.has("cursor"))
    throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument");
  refuseUnknownOptions("cursor", docField(body, "cursor"), ["batchSize"]);
  const batchSize = countField(docField(body, "cursor"), "batchSize") ?? 101;
  if (isDoc(stages[0]) && stages[0].has("$changeStream")) {
    return services.cursors.open({ ...options, source: openStream(command, collection, stages) }, batchSize, false);
  }
  const time = timeLimitOf(command);
  const documents = runAggregate({ ...command, time }, collection, stages);
  const last = stages.at(-1);
  if (last !== undefined && isWritingStage(last)) {
    if (docField(body, "readConcern").get("level") === "linearizable")
      throw new MongoError(
        "InvalidOptions",
        `${stageEntry(last)[0]} cannot be used with a 'linearizable' read concern level`,
      );
    await writeResults(command, last, documents);
    await services.store.database.settled(true);
    return services.cursors.open({ ...options, source: sourceOf(nothing()) }, batchSize, false);
  }
  return services.cursors.open({ ...options, source: limited(sourceOf(documents), time) }, batchSize, false);
}

/** The older way to ask for a plan: nothing is run, and nothing written. */
function explainInstead(command: Command): Doc {
  const inner = new Map(command.body);
  inner.delete("explain");
  return explain({ ...command, name: "explain", body: new Map([["explain", inner]]) });
}

function* nothing(): Generator<Doc> {}

function* runAggregate(command: Command, collection: string | undefined, stages: readonly Value[]): Generator<Doc> {
  const source = collection === undefined ? undefined : findCollection(command, collection);
  const environment = environmentFor(command, source, command.body.get("collation"));
  const last = stages.at(-1);
  const reading = last !== undefined && isWritingStage(last) ? stages.slice(0, -1) : stages;
  for (const document of runPipeline(command, command.db, collection, reading, environment, command.body.get("hint"))) {
    command.time?.check();
    yield document;
  }
}
