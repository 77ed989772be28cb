import { doc, isDoc, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { failedToParse, typeMismatch } from "#server/embedded/mongo/error.ts";
import { fail } from "#server/embedded/mongo/expression/expression.ts";
import { readFields } from "#server/embedded/mongo/expression/fields.ts";
import { addFieldsStage } from "./reshape.ts";
import { setWindowFieldsStage } from "./set-window-fields.ts";
import type { Stage, StageMaker } from "./stage.ts";

/** Fills gaps with what windows (`method`) or expressions (`value`) say; the windows come first. */
export const fillStage: StageMaker = (spec, context) => {
  if (!isDoc(spec)) throw failedToParse(`The $fill stage specification must be an object, found ${typeName(spec)}`);
  readFields("$fill", spec, {
    partitionBy: {},
    partitionByFields: { type: "array" },
    sortBy: { type: "object" },
    output: { type: "object", isRequired: true },
  });
  const output = spec.get("output");
  const { windows, values } = fillsOf(isDoc(output) ? output : new Map());
  const stages: Stage[] = [];
  if (windows.size > 0)
    stages.push(
      setWindowFieldsStage(
        doc({ partitionBy: partitionOf(spec), sortBy: spec.get("sortBy"), output: windows }),
        context,
      ),
    );
  else partitionOf(spec);
  if (values.size > 0) {
    const reshape = addFieldsStage(values, context.environment);
    stages.push(function* filled(input) {
      for (const document of input) yield reshape(document);
    });
  }
  return (input) => {
    let current = input;
    for (const stage of stages) current = stage(current);
    return current;
  };
};

function fillsOf(output: Doc): { windows: Doc; values: Doc } {
  if (output.size === 0)
    throw fail(6050203, "The output field in '$fill' must contain an object with at least one element");
  const windows: Doc = new Map();
  const values: Doc = new Map();
  for (const [name, given] of output) {
    if (!isDoc(given)) throw fail(6050200, "Each fill output specification must be an object with exactly one field");
    readFields("$fill", given, { method: { type: "string" }, value: {} });
    const method = given.get("method");
    const value = given.get("value");
    if (method !== undefined) {
      if (value !== undefined)
        throw fail(
          6050201,
          "Each fill output specification must have exactly one of 'method' or 'value' fields, not both",
        );
      if (method !== "locf" && method !== "linear") throw fail(6050202, "Method must be either locf or linear");
      windows.set(name, doc({ [method === "linear" ? "$linearFill" : "$locf"]: `$${name}` }));
    } else if (value !== undefined) values.set(name, doc({ $ifNull: [`$${name}`, value] }));
  }
  return { windows, values };
}

function partitionOf(spec: Doc): Value | undefined {
  const by = spec.get("partitionBy");
  const fields = spec.get("partitionByFields");
  if (by !== undefined && fields !== undefined)
    throw fail(6050204, "Maximum one of 'partitionBy' and 'partitionByFields can be specified in '$fill'");
  if (by !== undefined && typeof by !== "string" && !isDoc(by))
    throw typeMismatch(
      `BSON field '$fill.partitionBy' is the wrong type '${typeName(by)}', expected types '[string, object]'`,
    );
  if (!Array.isArray(fields)) return by;
  const out: Doc = new Map();
  for (const [index, name] of fields.entries()) {
    if (typeof name !== "string")
      throw typeMismatch(
        `BSON field '$fill.partitionByFields.${index}' is the wrong type '${typeName(name)}', expected type 'string'`,
      );
    out.set(name, `$${name}`);
  }
  return out;
}
