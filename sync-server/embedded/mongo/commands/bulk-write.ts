import { doc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue } from "#server/embedded/mongo/error.ts";
import {
  checkCollectionName,
  countField,
  docField,
  docsField,
  ensureCollection,
  flagField,
  requiredDoc,
} from "./context.ts";
import type { Command } from "./context.ts";
import { refuseUnknownFields, refuseUnknownOptions } from "./read-options.ts";
import { iterate, sourceOf } from "./sources.ts";
import { checkBatchSize, insertOne } from "./insert.ts";
import { rememberResults, runStatement, statementNumber } from "./statements.ts";
import { deleteStatement, updateStatement } from "./update.ts";

type Totals = {
  nErrors: number;
  nInserted: number;
  nUpserted: number;
  nMatched: number;
  nModified: number;
  nDeleted: number;
};

const FIELDS = "ops nsInfo ordered errorsOnly let bypassDocumentValidation cursor stmtId stmtIds".split(" ");

/** Writes to several collections in one command, as `client.bulkWrite` sends them. */
export async function bulkWrite(command: Command): Promise<Doc> {
  const { body } = command;
  refuseUnknownFields(command, FIELDS);
  const operations = docsField(body, "ops");
  const namespaces = docsField(body, "nsInfo").map((info) => splitNamespace(info.get("ns")));
  checkBatchSize(operations.length);
  const isOrdered = !body.has("ordered") || flagField(body, "ordered");
  const onlyErrors = flagField(body, "errorsOnly");
  const totals: Totals = { nErrors: 0, nInserted: 0, nUpserted: 0, nMatched: 0, nModified: 0, nDeleted: 0 };
  const results: Doc[] = [];
  for (const [index, operation] of operations.entries()) {
    try {
      const number = statementNumber(command, index);
      const result = await runStatement(command, number, () => runOperation(command, operation, namespaces));
      addUp(totals, operation, result);
      if (!onlyErrors) results.push(describe(index, result));
    } catch (error) {
      if (!(error instanceof MongoError) || (command.transaction !== undefined && error.labels.length > 0)) throw error;
      totals.nErrors += 1;
      results.push(
        doc({ ok: 0, idx: index, code: error.code, errmsg: error.message, n: 0, nModified: 0, ...error.facts }),
      );
      if (isOrdered || command.transaction !== undefined) break;
    }
  }
  rememberResults(command);
  return openResults(command, results, totals);
}

type Namespace = { db: string; name: string };

function splitNamespace(value: Value | undefined): Namespace {
  const dot = typeof value === "string" ? value.indexOf(".") : -1;
  if (typeof value !== "string" || dot <= 0)
    throw new MongoError("InvalidNamespace", `Invalid namespace specified '${String(value)}'`);
  const [db, name] = [value.slice(0, dot), value.slice(dot + 1)];
  checkCollectionName(db, name);
  return { db, name };
}

function runOperation(outer: Command, operation: Doc, namespaces: readonly Namespace[]): Doc {
  const [kind = "", index] = operation.entries().next().value ?? [];
  const target = typeof index === "number" ? namespaces[index] : undefined;
  if (target === undefined) throw badValue(`BulkWrite ops entry ${kind} has an invalid nsInfo index`);
  const command: Command = { ...outer, db: target.db };
  switch (kind) {
    case "insert": {
      refuseUnknownOptions("bulkWrite.ops", operation, ["insert", "document"]);
      const document = requiredDoc(operation, "document", "bulkWrite.ops");
      insertOne(command, ensureCollection(command, target.db, target.name), document);
      return doc({ n: 1 });
    }
    case "update":
      return updateStatement(command, target.name, asUpdate(operation));
    case "delete": {
      const limit = flagField(operation, "multi") ? 0 : 1;
      return deleteStatement(
        command,
        target.name,
        new Map([...operation, ["q", requiredDoc(operation, "filter", "bulkWrite.ops")], ["limit", limit]]),
      );
    }
    default:
      throw badValue(`unknown bulkWrite operation: ${kind}`);
  }
}

function asUpdate(operation: Doc): Doc {
  const statement: Doc = new Map(operation);
  statement.set("q", requiredDoc(operation, "filter", "bulkWrite.ops"));
  statement.set("u", operation.get("updateMods") ?? null);
  const constants = operation.get("constants");
  if (constants !== undefined) statement.set("c", constants);
  return statement;
}

function addUp(totals: Totals, operation: Doc, result: Doc): void {
  const n = Number(result.get("n"));
  if (operation.has("insert")) totals.nInserted += n;
  else if (operation.has("delete")) totals.nDeleted += n;
  else if (result.has("upserted")) totals.nUpserted += 1;
  else {
    totals.nMatched += n;
    totals.nModified += Number(result.get("nModified"));
  }
}

function describe(index: number, result: Doc): Doc {
  const upserted = result.get("upserted");
  return doc({
    ok: 1,
    idx: index,
    n: result.get("n"),
    nModified: result.get("nModified"),
    upserted: upserted === undefined ? undefined : doc({ _id: upserted }),
  });
}

function openResults(command: Command, results: readonly Doc[], totals: Totals): Doc {
  const { services, session, transaction } = command;
  const batchSize = countField(docField(command.body, "cursor"), "batchSize") ?? Infinity;
  const options = {
    namespace: "admin.$cmd.bulkWrite",
    source: sourceOf(iterate(results)),
    sessionKey: session?.key,
    transaction,
    isTimeless: false,
  };
  const reply = services.cursors.open(options, batchSize, false);
  for (const [name, value] of Object.entries(totals)) reply.set(name, value);
  return reply;
}
