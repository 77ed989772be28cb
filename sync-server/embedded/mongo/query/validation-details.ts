import { doc, isDoc, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import type { Environment } from "./environment.ts";
import { annotations, unsatisfiedRules } from "./json-schema-details.ts";
import { compileFilter } from "./match.ts";
import { somePathValue } from "./path.ts";
import { isOperatorDoc } from "./operand-shapes.ts";

/** Why a document is not what a validator demands, in the shape of MongoDB's `errInfo.details`. */
export function validationDetails(validator: Doc, document: Doc, environment: Environment): Doc {
  const clauses = [...validator].flatMap(([name, operand]) => clausesOf(name, operand));
  const [only] = clauses;
  if (clauses.length === 1 && only !== undefined) return clauseDetails(only, document, environment);
  return doc({ operatorName: "$and", clausesNotSatisfied: failing(clauses, document, environment) });
}

/** One demand by itself: `{a: {$gt: 1, $lt: 5}}` are two. */
function clausesOf(name: string, operand: Value): Doc[] {
  if (name.startsWith("$") || !isOperatorDoc(operand) || operand.size === 1 || operand.has("$regex"))
    return [doc({ [name]: operand })];
  return [...operand].map(([operator, wanted]) => doc({ [name]: doc({ [operator]: wanted }) }));
}

function failing(clauses: readonly Doc[], document: Doc, environment: Environment): Doc[] {
  return clauses.flatMap((clause, index) =>
    compileFilter(clause, environment)(document)
      ? []
      : [doc({ index, details: validationDetails(clause, document, environment) })],
  );
}

const REASONS: Readonly<Record<string, string>> = {
  $ne: "comparison succeeded",
  $in: "no matching value found in array",
  $nin: "matching value found in array",
  $type: "type did not match",
  $regex: "regular expression did not match",
  $mod: "$mod did not evaluate to expected remainder",
  $size: "array length was not equal to given size",
  $all: "array did not contain all specified values",
  $elemMatch: "array did not satisfy the child predicate",
  $bitsAllSet: "bitwise operator failed to match",
  $bitsAllClear: "bitwise operator failed to match",
  $bitsAnySet: "bitwise operator failed to match",
  $bitsAnyClear: "bitwise operator failed to match",
};

function clauseDetails(clause: Doc, document: Doc, environment: Environment): Doc {
  const [name = "", operand = null] = clause.entries().next().value ?? [];
  if (name.startsWith("$")) return topDetails(name, operand, clause, document, environment);
  const operatorName = isOperatorDoc(operand) ? (operand.keys().next().value ?? "") : "$eq";
  const head = { operatorName, specifiedAs: clause };
  if (operatorName === "$exists") {
    const wanted = isDoc(operand) ? operand.get("$exists") : undefined;
    return doc({ ...head, reason: wanted === true ? "path does not exist" : "path does exist" });
  }
  if (operatorName === "$not")
    return doc({ operatorName, details: doc({ specifiedAs: clause, reason: "child expression matched" }) });
  const values = valuesAt(document, name);
  if (values.length === 0) return doc({ ...head, reason: "field was missing" });
  const [only] = values;
  return doc({
    ...head,
    reason: REASONS[operatorName] ?? "comparison failed",
    ...(values.length === 1 ? { consideredValue: only } : { consideredValues: values }),
    consideredType: operatorName === "$type" && values.length === 1 ? typeName(only ?? null) : undefined,
  });
}

function topDetails(name: string, operand: Value, clause: Doc, document: Doc, environment: Environment): Doc {
  const parts = Array.isArray(operand) ? operand.filter(isDoc) : [];
  switch (name) {
    case "$jsonSchema": {
      const schema = isDoc(operand) ? operand : new Map();
      return doc({
        operatorName: name,
        ...annotations(schema),
        schemaRulesNotSatisfied: unsatisfiedRules(schema, document),
      });
    }
    case "$and":
    case "$or":
      return doc({ operatorName: name, clausesNotSatisfied: failing(parts, document, environment) });
    case "$nor": {
      const clausesSatisfied = parts.flatMap((part, index) =>
        compileFilter(part, environment)(document) ? [doc({ index, details: doc({ specifiedAs: part }) })] : [],
      );
      return doc({ operatorName: name, clausesSatisfied });
    }
    case "$expr":
      return doc({
        operatorName: name,
        specifiedAs: clause,
        reason: "$expr did not match",
        expressionResult: environment.compileExpression(operand)(document) ?? null,
      });
    default:
      return doc({ operatorName: name, specifiedAs: clause, reason: "expression did not match" });
  }
}

function valuesAt(document: Doc, path: string): Value[] {
  const out: Value[] = [];
  somePathValue(document, path.split("."), false, (value) => {
    if (value !== undefined) out.push(value);
    return false;
  });
  return out;
}
