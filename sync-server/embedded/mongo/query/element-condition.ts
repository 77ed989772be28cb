import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue } from "#server/embedded/mongo/error.ts";
import type { Environment } from "./environment.ts";
import { compileFilter } from "./match.ts";
import type { Predicate } from "./match.ts";

/** A filter over array elements within an update: what needs the whole document has no place in it. */
export function compileElementCondition(condition: Doc, environment: Environment): Predicate {
  refuseWholeDocument(condition);
  return compileFilter(condition, environment);
}

function refuseWholeDocument(condition: Doc): void {
  for (const [name, operand] of condition) {
    if (name === "$expr" || name === "$jsonSchema")
      throw new MongoError("QueryFeatureNotAllowed", `${name} is not allowed in this context`);
    if (name === "$where" || name === "$text") throw badValue(`${name} is not allowed in this context`);
    if (!["$and", "$or", "$nor"].includes(name) || !Array.isArray(operand)) continue;
    for (const part of operand) if (isDoc(part)) refuseWholeDocument(part);
  }
}
