import { doc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { failedToParse } from "#server/embedded/mongo/error.ts";
import { compileProjection } from "#server/embedded/mongo/query/project.ts";
import type { Collection } from "#server/embedded/mongo/store/collection.ts";
import { docField, findCollection, flagField, writableCollection, optionalDocs } from "./context.ts";
import type { Command } from "./context.ts";
import { environmentFor, refuseUnknownFields } from "./read-options.ts";
import { rememberResults, runStatement, statementNumber } from "./statements.ts";
import { findTargets, makeUpdater, updateFound, upsert } from "./update.ts";

const FIELDS =
  "query fields sort hint collation arrayFilters remove update upsert new let bypassDocumentValidation stmtId".split(
    " ",
  );

export async function findAndModify(command: Command): Promise<Doc> {
  const { body } = command;
  const name = writableCollection(command);
  refuseUnknownFields(command, FIELDS);
  const removes = flagField(body, "remove");
  if (removes && body.has("update")) throw failedToParse("Cannot specify both an update and remove=true");
  if (removes && flagField(body, "upsert")) throw failedToParse("Cannot specify both upsert=true and remove=true");
  if (removes && flagField(body, "new"))
    throw failedToParse("Cannot specify both new=true and remove=true; 'remove' always returns the deleted document");
  if (!removes && !body.has("update")) throw failedToParse("Either an update or remove=true must be specified");
  const number = statementNumber(command, 0);
  const result = await runStatement(command, number, () =>
    removes ? removeOne(command, name) : updateOne(command, name),
  );
  rememberResults(command);
  return new Map(result);
}

function targetOf(command: Command, collection: Collection | undefined): Parameters<typeof findTargets>[2] {
  const { body } = command;
  return {
    filter: docField(body, "query"),
    sort: docField(body, "sort"),
    hint: body.get("hint"),
    environment: environmentFor(command, collection, body.get("collation")),
  };
}

function removeOne(command: Command, name: string): Doc {
  const collection = findCollection(command, name);
  const target = targetOf(command, collection);
  const [found] = collection === undefined ? [] : findTargets(command, collection, target, 1);
  if (collection === undefined || found === undefined) return doc({ lastErrorObject: doc({ n: 0 }), value: null });
  const value = project(command, found.row.document, found.position);
  command.services.store.remove(collection, found.row, command.transaction);
  return doc({ lastErrorObject: doc({ n: 1 }), value });
}

function updateOne(command: Command, name: string): Doc {
  const { body } = command;
  const collection = findCollection(command, name);
  const target = targetOf(command, collection);
  const updater = makeUpdater(body.get("update"), optionalDocs(body, "arrayFilters"), new Map(), target.environment);
  const wantsNew = flagField(body, "new");
  const [found] = collection === undefined ? [] : findTargets(command, collection, target, 1);
  if (collection !== undefined && found !== undefined) {
    const before = found.row.document;
    let value = project(command, before, found.position);
    updateFound(command, collection, found, updater, (after) => {
      if (wantsNew) value = project(command, after, found.position);
    });
    return doc({ lastErrorObject: doc({ n: 1, updatedExisting: true }), value });
  }
  if (!flagField(body, "upsert")) return doc({ lastErrorObject: doc({ n: 0, updatedExisting: false }), value: null });
  let value: Value = null;
  const made = upsert(command, name, target.filter, updater, (after) => {
    value = project(command, after, undefined);
  });
  const last = doc({ n: 1, updatedExisting: false, upserted: made.get("_id") });
  return doc({ lastErrorObject: last, value: wantsNew ? value : null });
}

function project(command: Command, document: Doc, position: number | undefined): Value {
  const { body } = command;
  const spec = docField(body, "fields");
  const environment = command.environment(body.get("collation"));
  const projection = compileProjection(spec, docField(body, "query"), environment);
  return projection === undefined ? document : projection(document, position);
}
