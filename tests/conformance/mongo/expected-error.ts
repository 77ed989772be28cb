import { MongoBulkWriteError, MongoServerError } from "mongodb";
import type { Named } from "./match.ts";
import { isObject, isPlain, listAt, textAt } from "./json.ts";
import type { Json } from "./json.ts";
import { mismatch } from "./match.ts";
import { plainResult } from "./results.ts";

export function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** A bulk write that failed as a whole carries what failed it as its cause. */
function fieldsOf(error: unknown): Json {
  if (!isObject(error)) return {};
  const { cause } = error;
  if (error["name"] !== "MongoClientBulkWriteError" || !isObject(cause)) return error;
  return {
    ...error,
    code: cause["code"],
    codeName: cause["codeName"],
    errorResponse: cause["errorResponse"],
    errorLabels: cause["errorLabels"],
  };
}

/** The driver hands out a partial result even where nothing was done, and names the ids of inserts that failed too. */
function partialOf(error: unknown, fields: Json): unknown {
  const partial = plainResult(
    error instanceof MongoBulkWriteError ? error.result : (fields["partialResult"] ?? fields["result"]),
  );
  const counts = isObject(partial) ? Object.entries(partial).filter(([name]) => name.endsWith("Count")) : [];
  const isClientBulk = fields["name"] === "MongoClientBulkWriteError" || "partialResult" in fields;
  return isClientBulk && counts.every(([, count]) => count === 0) ? undefined : partial;
}

function withoutIds(value: unknown): unknown {
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== "insertedIds"));
}

/** Throws with a reason when the error is not the one expected. */
export function judgeError(name: string, expected: Json, error: unknown, entities: Named): void {
  const check = (holds: boolean, what: string): void => {
    if (!holds) throw new Error(`${name}: ${what}; the error was ${describe(error)}`);
  };
  const matches = (wanted: unknown, actual: unknown, what: string): void => {
    const reason = mismatch(wanted, actual, entities, true, `${name} (${what})`);
    check(reason === undefined, reason ?? "");
  };
  const fields = fieldsOf(error);
  const message = error instanceof Error ? error.message : "";
  const hasLabel = (label: unknown): boolean => {
    const source = isObject(error) && fields !== error ? error["cause"] : error;
    const method: unknown = isObject(source) ? source["hasErrorLabel"] : undefined;
    return typeof method === "function" && Reflect.apply(method, source, [label]) === true;
  };
  const contains = textAt(expected, "errorContains");
  if (expected["isClientError"] === true) check(!(error instanceof MongoServerError), "should be the client's error");
  if (expected["isClientError"] === false)
    check(error instanceof MongoServerError || "errorResponse" in fields, "should be the server's error");
  if (contains !== "")
    check(message.toLowerCase().includes(contains.toLowerCase()), `message should contain "${contains}"`);
  for (const [wanted, field] of [
    ["errorCode", "code"],
    ["errorCodeName", "codeName"],
  ] as const) {
    if (wanted in expected)
      check(
        fields[field] === expected[wanted],
        `${field} should be ${String(expected[wanted])}, is ${String(fields[field])}`,
      );
  }
  for (const label of listAt(expected, "errorLabelsContain"))
    check(hasLabel(label), `label ${String(label)} is missing`);
  for (const label of listAt(expected, "errorLabelsOmit")) check(!hasLabel(label), `label ${String(label)} is there`);
  if ("expectResult" in expected) matches(withoutIds(expected["expectResult"]), partialOf(error, fields), "partial");
  if (isPlain(expected["errorResponse"]))
    matches(expected["errorResponse"], fields["errorResponse"] ?? fields, "response");
  for (const field of ["writeErrors", "writeConcernErrors"])
    for (const [at, wanted] of Object.entries(isPlain(expected[field]) ? expected[field] : {}))
      matches(wanted, entryOf(isObject(error) ? error[field] : undefined, at), field);
}

/** The driver keeps them by number, in a map or in a list. */
function entryOf(errors: unknown, at: string): unknown {
  return errors instanceof Map ? errors.get(Number(at)) : isObject(errors) ? errors[at] : undefined;
}
