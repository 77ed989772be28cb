import { randomBytes } from "node:crypto";
import { ObjectId, Timestamp, UNDEFINED, doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import type { Collection } from "#server/embedded/mongo/store/collection.ts";
import { docsField, ensureCollection, flagField, writableCollection } from "./context.ts";
import type { Command } from "./context.ts";
import { validate } from "./document-validation.ts";
import { refuseUnknownFields } from "./read-options.ts";
import { rememberResults, runStatement, statementNumber, writeError } from "./statements.ts";

const MAX_BATCH = 100_000;

export async function insert(command: Command): Promise<Doc> {
  const { body } = command;
  const name = writableCollection(command);
  refuseUnknownFields(command, ["documents", "ordered", "bypassDocumentValidation", "stmtId", "stmtIds"]);
  const documents = docsField(body, "documents");
  checkBatchSize(documents.length);
  return runBatch(command, documents, (document) => {
    const collection = ensureCollection(command, command.db, name);
    insertOne(command, collection, document);
    return doc({ n: 1 });
  });
}

export function checkBatchSize(size: number): void {
  if (size === 0 || size > MAX_BATCH) {
    throw new MongoError(
      "InvalidLength",
      `Write batch sizes must be between 1 and ${MAX_BATCH}. Got ${size} operations.`,
    );
  }
}

/** Runs the statements in turn; an ordered batch stops at its first error. */
export async function runBatch(
  command: Command,
  statements: readonly Doc[],
  run: (statement: Doc) => Doc,
): Promise<Doc> {
  const isOrdered = !command.body.has("ordered") || flagField(command.body, "ordered");
  const errors: Doc[] = [];
  let n = 0;
  let nModified: number | undefined;
  const upserted: Doc[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      const result = await runStatement(command, statementNumber(command, index), () => run(statement));
      n += Number(result.get("n"));
      const modified = result.get("nModified");
      if (modified !== undefined) nModified = (nModified ?? 0) + Number(modified);
      const id = result.get("upserted");
      if (id !== undefined) upserted.push(doc({ index, _id: id }));
    } catch (error) {
      if (!(error instanceof MongoError) || isWholeCommandError(command, error)) throw error;
      errors.push(writeError(index, error));
      if (isOrdered || command.transaction !== undefined) break;
    }
  }
  rememberResults(command);
  return doc({
    n,
    nModified: command.name === "update" ? (nModified ?? 0) : undefined,
    upserted: upserted.length > 0 ? upserted : undefined,
    writeErrors: errors.length > 0 ? errors : undefined,
  });
}

/** Inside a transaction a conflict ends the command, not one statement of it. */
function isWholeCommandError(command: Command, error: MongoError): boolean {
  return [11601, 14031, 1, 50].includes(error.code) || (command.transaction !== undefined && error.labels.length > 0);
}

export function insertOne(command: Command, collection: Collection, document: Doc): Doc {
  const complete = withIdFirst(document, command);
  checkStorable(complete);
  validate(command, collection, complete, undefined);
  command.services.store.insert(collection, complete, command.transaction);
  return complete;
}

function withIdFirst(document: Doc, command: Command): Doc {
  const first = document.keys().next().value;
  const id = document.get("_id");
  const stamped = hasEmptyTimestamp(document);
  if (id !== undefined && first === "_id" && !stamped) return document;
  const out: Doc = new Map([["_id", id === undefined ? newObjectId(command.services.now()) : id]]);
  for (const [name, value] of document) {
    if (name !== "_id")
      out.set(name, stamped && isEmptyTimestamp(value) ? new Timestamp(command.services.store.oplog.tick()) : value);
  }
  return out;
}

/** A zero timestamp at the top of a document is filled in by the server. */
function hasEmptyTimestamp(document: Doc): boolean {
  for (const value of document.values()) if (isEmptyTimestamp(value)) return true;
  return false;
}

function isEmptyTimestamp(value: Value): boolean {
  return value instanceof Timestamp && value.bits === 0n;
}

export function checkStorable(document: Doc): void {
  const id = document.get("_id");
  if (Array.isArray(id)) throw new MongoError({ code: 53 }, "The '_id' value cannot be of type array");
  if (id === UNDEFINED) throw new MongoError({ code: 53 }, "The '_id' value cannot be of type undefined");
  if (id !== null && typeof id === "object" && "pattern" in id)
    throw new MongoError({ code: 53 }, "The '_id' value cannot be of type regex");
  if (isDoc(id)) {
    const bad = id.keys().find((name) => name.startsWith("$"));
    if (bad !== undefined)
      throw new MongoError(
        "DollarPrefixedFieldName",
        `_id fields may not contain '$'-prefixed fields: ${bad} is not valid for storage.`,
      );
  }
}

const processPart = randomBytes(5);
let counter = randomBytes(3).readUIntBE(0, 3);

export function newObjectId(nowMs: number): ObjectId {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(Math.floor(nowMs / 1000) >>> 0, 0);
  processPart.copy(bytes, 4);
  counter = (counter + 1) & 0xffffff;
  bytes.writeUIntBE(counter, 9, 3);
  return new ObjectId(bytes.toString("latin1"));
}
