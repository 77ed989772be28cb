import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { Regex, doc, isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue } from "#server/embedded/mongo/error.ts";
import { isTruthy, toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { collationOf } from "#server/embedded/mongo/query/collation.ts";
import { compileFilter } from "#server/embedded/mongo/query/match.ts";
import { isOperatorDoc } from "#server/embedded/mongo/query/operand-shapes.ts";
import { flagField } from "./context.ts";
import type { Command } from "./context.ts";

const INDEX_OPTIONS = [
  "v",
  "key",
  "name",
  "unique",
  "sparse",
  "partialFilterExpression",
  "expireAfterSeconds",
  "hidden",
  "collation",
];
const WITHOUT_EFFECT = ["background", "ns", "comment"];

/**
 * An index's specification as it is stored: checked, with its name, and with the collection's collation where it has
 * none of its own. Throws what MongoDB throws for a wrong one.
 */
export function indexSpec(command: Command, given: Doc, inherited: Value | undefined): Doc {
  const key = given.get("key");
  if (!isDoc(key) || key.size === 0) throw new MongoError("CannotCreateIndex", "Index keys cannot be empty.");
  for (const [path, direction] of key) checkKey(path, direction);
  const out = doc({ v: 2, key });
  const name = given.get("name");
  out.set(
    "name",
    typeof name === "string" ? name : [...key].map(([path, value]) => `${path}_${showValue(value)}`).join("_"),
  );
  for (const [option, value] of given) {
    if (WITHOUT_EFFECT.includes(option) || option === "key" || option === "name" || option === "v") continue;
    if (!INDEX_OPTIONS.includes(option)) {
      throw new MongoError(
        "InvalidIndexSpecificationOption",
        `The field '${option}' is not valid for an index specification. Specification: ${showValue(given)}`,
      );
    }
    if (!isFlag(option)) out.set(option, value);
    else if (flagField(given, option)) out.set(option, true);
  }
  const collation = collationOf(given.get("collation") ?? inherited);
  if (collation === undefined) out.delete("collation");
  else out.set("collation", collation.spec);
  checkName(out.get("name"));
  checkOptions(command, out);
  if (key.size === 1 && key.has("_id")) checkIdIndex(out, given);
  return out;
}

function isFlag(option: string): boolean {
  return option === "unique" || option === "sparse" || option === "hidden";
}

function checkKey(path: string, direction: Value): void {
  if (path === "" || path.split(".").includes(""))
    throw new MongoError("CannotCreateIndex", "Index keys cannot be an empty field.");
  if (path.includes("$**") || typeof direction === "string") {
    throw new MongoError(
      "CannotCreateIndex",
      `Index type '${typeof direction === "string" ? direction : "wildcard"}' is not supported`,
    );
  }
  if (path.split(".").some((part) => part.startsWith("$")))
    throw new MongoError("CannotCreateIndex", `Index key contains an illegal field name: field name starts with '$'.`);
  if (!isNumber(direction) || !(Math.abs(toNumber(direction)) > 0)) {
    throw new MongoError(
      "CannotCreateIndex",
      "Values in v:2 index key pattern cannot be of type object. Only numbers > 0, numbers < 0, and strings are allowed.",
    );
  }
}

function checkOptions(command: Command, spec: Doc): void {
  const partial = spec.get("partialFilterExpression");
  if (partial !== undefined) {
    if (!isDoc(partial)) throw new MongoError("CannotCreateIndex", "partialFilterExpression must be an object");
    if (spec.get("sparse") === true)
      throw new MongoError("CannotCreateIndex", 'cannot mix "partialFilterExpression" and "sparse" options');
    checkPartial(partial);
    compileFilter(partial, command.environment(spec.get("collation")));
  }
  const expiry = spec.get("expireAfterSeconds");
  if (expiry !== undefined && (!isNumber(expiry) || toNumber(expiry) < 0 || toNumber(expiry) > 2147483647)) {
    throw new MongoError(
      "CannotCreateIndex",
      "TTL index 'expireAfterSeconds' option must be within an acceptable range, try a number between 0 and 2147483647",
    );
  }
  const key = spec.get("key");
  if (expiry !== undefined && isDoc(key) && key.size > 1)
    throw new MongoError(
      "CannotCreateIndex",
      "TTL indexes are single-field indexes, compound indexes do not support TTL.",
    );
}

function checkName(name: Value | undefined): void {
  if (name === "" || name === "*")
    throw new MongoError("CannotCreateIndex", `The index name '${String(name)}' is not valid`);
}

/** The one index that every collection has takes none of the others' options. */
function checkIdIndex(spec: Doc, given: Doc): void {
  const refused = ["unique", "sparse", "partialFilterExpression", "expireAfterSeconds"].find((name) => given.has(name));
  if (refused !== undefined)
    throw new MongoError(
      "InvalidIndexSpecificationOption",
      `The field '${refused}' is not valid for an _id index specification. Specification: ${showValue(given)}`,
    );
  if (spec.get("hidden") === true) throw badValue("can't hide _id index");
  spec.set("name", "_id_");
}

const PARTIAL_OPERATORS = ["$eq", "$gt", "$gte", "$lt", "$lte", "$type", "$in"];

/** Only what a query can be seen to imply may be in a partial index's filter. */
function checkPartial(filter: Doc): void {
  for (const [name, operand] of filter) {
    if (name === "$and" || name === "$or") {
      for (const part of Array.isArray(operand) ? operand : []) if (isDoc(part)) checkPartial(part);
    } else if (name.startsWith("$")) throw unsuitable(name);
    else if (isOperatorDoc(operand)) {
      for (const [operator, value] of operand) {
        const isExistence = operator === "$exists" && isTruthy(value);
        if (!PARTIAL_OPERATORS.includes(operator) && !isExistence) throw unsuitable(operator);
      }
    } else if (operand instanceof Regex) throw unsuitable("$regex");
  }
}

function unsuitable(operator: string): MongoError {
  return new MongoError("CannotCreateIndex", `Expression not supported in partial index: ${operator}`);
}
