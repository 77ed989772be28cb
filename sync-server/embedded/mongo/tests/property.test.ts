import fc from "fast-check";
import type { Db, Document, MongoClient, SortDirection } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

/** A plain model of the language over numbers, strings, nulls and arrays of them, to hold the server against. */
type Scalar = number | string | null;
type Item = { _id: number; a?: Scalar | Scalar[]; b?: Scalar; c: number };

const folder = temporaryFolder();
let server: TestServer;
let client: MongoClient;
let db: Db;

beforeAll(async () => {
  server = await startServer(folder);
  client = await connect(server, { writeConcern: { w: 1 } });
  db = client.db("property");
});

afterAll(async () => {
  await client.close();
  await stopServer(server);
  removeFolder(folder);
});

const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0.5, -1.5, "", "a", "ab", "b", "\u00e9"),
  fc.constant(null),
);
const item = fc.record(
  { a: fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })), b: scalar, c: fc.integer({ min: 0, max: 4 }) },
  { requiredKeys: ["c"] },
);
const operator = fc.constantFrom("$eq", "$ne", "$gt", "$gte", "$lt", "$lte");
const condition: fc.Arbitrary<Document> = fc.oneof(
  fc.tuple(operator, scalar).map(([name, value]) => ({ [name]: value })),
  fc
    .tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }))
    .map(([low, high]) => ({ $gte: low, $lt: high })),
  fc.array(scalar, { maxLength: 3 }).map((values) => ({ $in: values })),
  fc.array(scalar, { maxLength: 3 }).map((values) => ({ $nin: values })),
  fc.boolean().map((value) => ({ $exists: value })),
);
const clause: fc.Arbitrary<Document> = fc
  .tuple(fc.constantFrom("a", "b", "c"), condition)
  .map(([field, test_]) => ({ [field]: test_ }));
const filter: fc.Arbitrary<Document> = fc.oneof(
  fc.array(clause, { maxLength: 2 }).map((clauses) => Object.assign({}, ...clauses)),
  fc.array(clause, { minLength: 1, maxLength: 3 }).map((clauses) => ({ $or: clauses })),
  fc.array(clause, { minLength: 1, maxLength: 3 }).map((clauses) => ({ $and: clauses })),
);
const sort: fc.Arbitrary<Record<string, SortDirection>> = fc
  .array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom<SortDirection>(1, -1)), { maxLength: 2 })
  .map((pairs) => ({ ...Object.fromEntries(pairs), _id: 1 }));
const index = fc.constantFrom<Document>(
  { a: 1 },
  { b: -1 },
  { b: 1, c: 1 },
  { c: 1, a: -1 },
  { a: 1, b: 1 },
  { c: -1, b: 1, _id: 1 },
);

test("with indexes, without them and in a plain model the answers are the same", { timeout: 30_000 }, async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { maxLength: 25 }),
      fc.array(index, { minLength: 1, maxLength: 3 }),
      fc.array(fc.record({ filter, sort, limit: fc.integer({ min: 0, max: 6 }) }), { minLength: 6, maxLength: 6 }),
      async (items, indexes, queries) => {
        run += 1;
        const documents: Item[] = items.map((value, position) => ({ ...value, _id: position }));
        const plain = db.collection<Item>(`plain${run}`);
        const indexed = db.collection<Item>(`indexed${run}`);
        for (const key of indexes) await indexed.createIndex(key);
        if (documents.length > 0) await Promise.all([plain.insertMany(documents), indexed.insertMany(documents)]);
        for (const query of queries) {
          const ask = (from: typeof plain): Promise<number[]> =>
            from
              .find(query.filter)
              .sort(query.sort)
              .limit(query.limit)
              .map((found) => found._id)
              .toArray();
          const [scanned, looked] = await Promise.all([ask(plain), ask(indexed)]);
          const expected = model(documents, query.filter, query.sort, query.limit);
          expect(scanned, `scan ${JSON.stringify(query)}`).toEqual(expected);
          expect(looked, `index ${JSON.stringify(query)} with ${JSON.stringify(indexes)}`).toEqual(expected);
        }
        await Promise.all([plain.drop(), indexed.drop()]);
      },
    ),
    { numRuns: 40 },
  );
});

function model(items: readonly Item[], wanted: Document, order: Document, limit: number): number[] {
  const found = items
    .filter((one) => matches(one, wanted))
    .toSorted((left, right) => {
      for (const [field, direction] of Object.entries(order)) {
        const difference = compare(sortValue(left, field, direction), sortValue(right, field, direction)) * direction;
        if (difference !== 0) return difference;
      }
      return 0;
    });
  return found.slice(0, limit === 0 ? undefined : limit).map((one) => one._id);
}

function matches(one: Item, wanted: Document): boolean {
  return Object.entries(wanted).every(([name, operand]) => {
    if (name === "$or") return operand.some((part: Document) => matches(one, part));
    if (name === "$and") return operand.every((part: Document) => matches(one, part));
    return Object.entries(operand).every(([test_, value]) => holds(fieldOf(one, name), test_, value));
  });
}

function fieldOf(one: Item, name: string): unknown {
  return Object.entries(one).find(([field]) => field === name)?.[1];
}

function holds(value: unknown, name: string, operand: unknown): boolean {
  switch (name) {
    case "$ne":
      return !holds(value, "$eq", operand);
    case "$nin":
      return !holds(value, "$in", operand);
    case "$in":
      return Array.isArray(operand) && operand.some((one) => holds(value, "$eq", one));
    case "$exists":
      return (value !== undefined) === operand;
    default:
      return (Array.isArray(value) ? value : [value]).some((one) => compares(one, name, operand));
  }
}

function compares(value: unknown, name: string, operand: unknown): boolean {
  if (operand === null) return ["$eq", "$gte", "$lte"].includes(name) && (value === null || value === undefined);
  if (rank(value) !== rank(operand)) return false;
  const order = compare(value, operand);
  if (name === "$eq") return order === 0;
  if (name === "$gt") return order > 0;
  if (name === "$gte") return order >= 0;
  return name === "$lt" ? order < 0 : order <= 0;
}

const EMPTY = Symbol("empty array");

function sortValue(one: Item, field: string, direction: number): unknown {
  const value = fieldOf(one, field);
  if (!Array.isArray(value)) return value ?? null;
  if (value.length === 0) return EMPTY;
  const sorted = value.toSorted(compare);
  return direction > 0 ? sorted[0] : sorted.at(-1);
}

function rank(value: unknown): number {
  if (value === EMPTY) return 0;
  if (value === null || value === undefined) return 1;
  return typeof value === "number" ? 2 : 3;
}

function compare(left: unknown, right: unknown): number {
  const byRank = rank(left) - rank(right);
  if (byRank !== 0) return byRank;
  if (typeof left === "number" && typeof right === "number") return left - right;
  if (typeof left === "string" && typeof right === "string")
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return 0;
}
