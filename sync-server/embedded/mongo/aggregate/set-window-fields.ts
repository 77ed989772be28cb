import { encodeKeyValue } from "#server/embedded/mongo/bson/key.ts";
import { isDoc, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { failedToParse, typeMismatch } from "#server/embedded/mongo/error.ts";
import { fail } from "#server/embedded/mongo/expression/expression.ts";
import { readFields } from "#server/embedded/mongo/expression/fields.ts";
import type { Environment, Evaluate } from "#server/embedded/mongo/query/environment.ts";
import { parseSort, sortKey } from "#server/embedded/mongo/query/sort-key.ts";
import { overlap, parsePath, withField } from "./field-paths.ts";
import { folder } from "./sort.ts";
import type { StageMaker } from "./stage.ts";
import type { Order, Partition } from "./window-bounds.ts";
import type { WindowFunction } from "./window-call.ts";
import { parseWindowFunction } from "./window-functions.ts";

type Output = { path: string[]; compute: WindowFunction };

export const setWindowFieldsStage: StageMaker = (spec, { environment }) => {
  if (!isDoc(spec))
    throw failedToParse(`the $setWindowFields stage specification must be an object, found ${typeName(spec)}`);
  readFields("$setWindowFields", spec, {
    partitionBy: {},
    sortBy: { type: "object" },
    output: { type: "object", isRequired: true },
  });
  const sortBy = spec.get("sortBy");
  const order = isDoc(sortBy) && sortBy.size > 0 ? parseSort(sortBy) : undefined;
  const outputs = parseOutputs(spec.get("output") ?? null, order, environment);
  const partitionBy = spec.get("partitionBy");
  const partitionOf = partitionBy === undefined ? undefined : environment.compileExpression(partitionBy);
  return function* setWindowFields(input) {
    for (const documents of partitionsOf(input, partitionOf, order, environment))
      yield* outputsOver(documents, outputs, order, environment);
  };
};

function parseOutputs(spec: Value, order: Order, environment: Environment): Output[] {
  const outputs: Output[] = [];
  for (const [name, call] of isDoc(spec) ? spec : []) {
    const path = parsePath(name);
    if (outputs.some((other) => overlap(other.path, path)))
      throw fail(6307900, "$setWindowFields 'output' specification contains two conflicting paths");
    outputs.push({ path, compute: parseWindowFunction(name, call, order, environment) });
  }
  return outputs;
}

/** The documents of each partition, partitions and documents in order. */
function* partitionsOf(
  input: Iterable<Doc>,
  partitionOf: Evaluate | undefined,
  order: Order,
  environment: Environment,
): Generator<Doc[]> {
  const fold = folder(environment);
  const keyed = Array.from(input, (document) => {
    const partition = partitionOf === undefined ? undefined : partitionKey(partitionOf(document), fold);
    return { document, partition, key: order === undefined ? undefined : sortKey(document, order, fold) };
  });
  keyed.sort((left, right) => compareKeys(left.partition, right.partition) || compareKeys(left.key, right.key));
  let current: Doc[] = [];
  let before: Buffer | undefined;
  for (const { document, partition } of keyed) {
    if (current.length > 0 && compareKeys(before, partition) !== 0) {
      yield current;
      current = [];
    }
    before = partition;
    current.push(document);
  }
  if (current.length > 0) yield current;
}

function partitionKey(value: Value | undefined, fold: (value: Value) => Value): Buffer {
  if (Array.isArray(value))
    throw typeMismatch("An expression used to partition cannot evaluate to value of type array");
  return encodeKeyValue(fold(value ?? null));
}

function compareKeys(left: Buffer | undefined, right: Buffer | undefined): number {
  return left === undefined || right === undefined ? 0 : Buffer.compare(left, right);
}

function* outputsOver(
  documents: readonly Doc[],
  outputs: readonly Output[],
  order: Order,
  environment: Environment,
): Generator<Doc> {
  const partition = partitionView(documents, order, environment);
  const columns = outputs.map(({ path, compute }) => ({ path, next: compute(partition) }));
  for (const [index, document] of documents.entries()) {
    let out = document;
    for (const { path, next } of columns) out = withField(out, path, next(index));
    yield out;
  }
}

/** Sort values are read from each document once. */
function partitionView(documents: readonly Doc[], order: Order, environment: Environment): Partition {
  const field = order?.[0];
  if (field === undefined) return { documents, sortValue: () => undefined };
  const read = environment.compileExpression(`$${field.path}`);
  const known: { value: Value | undefined }[] = [];
  return {
    documents,
    sortValue: (index) => {
      const source = documents[index];
      if (source === undefined) return undefined;
      known[index] ??= { value: read(source) };
      return known[index].value;
    },
  };
}
