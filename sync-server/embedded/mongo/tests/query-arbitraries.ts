import { Binary, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId } from "mongodb";
import fc from "fast-check";
import type { Fields, Item } from "./query-model-values.ts";

const INTEGERS = [new Int32(0), new Int32(1), new Int32(2), new Int32(-3), new Int32(7), new Int32(2147483647)];
const LONGS = [Long.fromBigInt(1n), Long.fromBigInt(-2n), Long.fromBigInt(9007199254740993n), Long.MAX_VALUE];
const DOUBLES = [1, 0.5, -1.5, -0, 9007199254740992, NaN, Infinity, -Infinity].map((value) => new Double(value));
const DECIMALS = ["1", "1.50", "-2", "0.1", "9007199254740993", "NaN", "1E+3"].map((text) =>
  Decimal128.fromString(text),
);
const TEXTS = ["", "a", "A", "b", "ab", "aB", "a b", "é", "10", "9"];
const RARE = [
  new Date(0),
  new Date(1),
  new ObjectId("000000000000000000000001"),
  new ObjectId("000000000000000000000002"),
  new Binary(Buffer.from([1])),
  new Binary(Buffer.from([1, 2])),
  new MinKey(),
  new MaxKey(),
];

export const scalar: fc.Arbitrary<Item> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Item>(...INTEGERS) },
  { weight: 1, arbitrary: fc.constantFrom<Item>(...LONGS) },
  { weight: 1, arbitrary: fc.constantFrom<Item>(...DOUBLES) },
  { weight: 1, arbitrary: fc.constantFrom<Item>(...DECIMALS) },
  { weight: 3, arbitrary: fc.constantFrom<Item>(...TEXTS) },
  { weight: 1, arbitrary: fc.constantFrom<Item>(null, true, false) },
  { weight: 1, arbitrary: fc.constantFrom<Item>(...RARE) },
);

const small: fc.Arbitrary<Item> = fc.oneof(
  { weight: 3, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 2 }) },
);
const nested: fc.Arbitrary<Item> = fc.record({ x: small, y: scalar }, { requiredKeys: [] });

export const value: fc.Arbitrary<Item> = fc.oneof(
  { weight: 5, arbitrary: scalar },
  {
    weight: 2,
    arbitrary: fc.array(fc.oneof({ weight: 3, arbitrary: scalar }, nested, fc.array(scalar, { maxLength: 2 })), {
      maxLength: 3,
    }),
  },
  { weight: 2, arbitrary: fc.array(nested, { maxLength: 3 }) },
  { weight: 2, arbitrary: nested },
);

export const content: fc.Arbitrary<Fields> = fc.record({ a: value, b: value, c: scalar }, { requiredKeys: [] });

const queryPath = fc.constantFrom("a", "b", "c", "a.x", "a.y", "b.x", "a.0", "a.1.x", "a.x.0");

const bound = fc.constantFrom("$gt", "$gte", "$lt", "$lte");
const leaf: fc.Arbitrary<Fields> = fc.oneof(
  fc.tuple(fc.constantFrom("$eq", "$ne"), value).map(([name, wanted]): Fields => ({ [name]: wanted })),
  fc.tuple(bound, scalar).map(([name, wanted]): Fields => ({ [name]: wanted })),
  fc.tuple(scalar, scalar).map(([low, high]): Fields => ({ $gte: low, $lt: high })),
  fc
    .tuple(fc.constantFrom("$in", "$nin"), fc.array(value, { maxLength: 3 }))
    .map(([name, all]): Fields => ({ [name]: all })),
  fc.boolean().map((wanted): Fields => ({ $exists: wanted })),
  fc.constantFrom<Fields>(
    { $size: new Int32(1) },
    { $size: new Int32(0) },
    { $mod: [new Int32(2), new Int32(1)] },
    { $bitsAllSet: new Int32(3) },
    { $bitsAnySet: new Int32(6) },
    { $regex: "^a" },
    { $regex: "^a", $options: "i" },
    { $regex: "b$" },
  ),
  fc
    .constantFrom("int", "long", "double", "decimal", "number", "string", "null", "object", "array", "bool", "date")
    .map((alias): Fields => ({ $type: alias })),
  fc.array(scalar, { maxLength: 2 }).map((all): Fields => ({ $all: all })),
);
const elements: fc.Arbitrary<Fields> = fc.oneof(
  leaf,
  fc.tuple(fc.constantFrom("x", "y"), leaf).map(([path, wanted]): Fields => ({ [path]: wanted })),
  fc.tuple(leaf, leaf).map(([x, y]): Fields => ({ x, y })),
);
const condition: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 6, arbitrary: leaf },
  { weight: 1, arbitrary: leaf.map((inner): Fields => ({ $not: inner })) },
  { weight: 2, arbitrary: elements.map((inner): Fields => ({ $elemMatch: inner })) },
);
const clause: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(queryPath, value).map(([path, wanted]): Fields => ({ [path]: wanted })) },
  { weight: 5, arbitrary: fc.tuple(queryPath, condition).map(([path, wanted]): Fields => ({ [path]: wanted })) },
);
const compared: fc.Arbitrary<Fields> = fc
  .tuple(fc.constantFrom("$eq", "$gt", "$gte", "$lt", "$lte"), fc.constantFrom("$a", "$b", "$c"), scalar, fc.boolean())
  .map(([name, path, wanted, isMirrored]): Fields => ({
    $expr: { [name]: isMirrored ? [wanted, path] : [path, wanted] },
  }));
const several = fc.array(clause, { minLength: 1, maxLength: 3 });

export const filter: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 4, arbitrary: fc.array(clause, { maxLength: 2 }).map((all): Fields => Object.assign({}, ...all)) },
  { weight: 2, arbitrary: several.map((all): Fields => ({ $or: all })) },
  { weight: 1, arbitrary: several.map((all): Fields => ({ $nor: all })) },
  { weight: 1, arbitrary: fc.tuple(compared, clause).map(([one, other]): Fields => ({ ...one, ...other })) },
  { weight: 1, arbitrary: fc.tuple(several, several).map(([all, any]): Fields => ({ $and: [...all, { $or: any }] })) },
);

const direction = fc.constantFrom<1 | -1>(1, -1);

export const order: fc.Arbitrary<Record<string, 1 | -1>> = fc
  .uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "a.x", "b.x"), direction), {
    maxLength: 2,
    selector: ([path]) => path.slice(0, 1),
  })
  .map((pairs) => ({ ...Object.fromEntries(pairs), _id: 1 as const }));

export const projection: fc.Arbitrary<Record<string, 0 | 1>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.subarray(["a.x", "b", "c", "b.y"].slice(0, 3), { minLength: 1 }),
        fc.constantFrom<0 | 1>(0, 1),
        fc.constantFrom<0 | 1 | undefined>(0, undefined),
      )
      .map(([paths, flag, id]) => ({
        ...Object.fromEntries(paths.map((path) => [path, flag])),
        ...(id === undefined ? {} : { _id: id }),
      })),
  },
);

const updatePath = fc.constantFrom(
  "a",
  "b",
  "c",
  "d",
  "a.x",
  "a.y",
  "b.x",
  "b.x.z",
  "a.0",
  "a.1.x",
  "a.$[]",
  "a.$[].x",
  "a.$[e]",
);
const listPath = fc.constantFrom("a", "b", "d", "a.x", "b.x");
const push: fc.Arbitrary<Item> = fc.oneof(
  value,
  fc
    .record(
      {
        $each: fc.array(value, { maxLength: 3 }),
        $position: fc.integer({ min: -3, max: 3 }),
        $sort: fc.constantFrom<Item>(1, -1, { x: 1 }, { y: -1 }),
        $slice: fc.integer({ min: -3, max: 3 }),
      },
      { requiredKeys: ["$each"] },
    )
    .map((spec): Item => spec),
);
const numeric = fc.constantFrom<Item>(...INTEGERS, ...LONGS, new Double(0.5), Decimal128.fromString("1.50"));
const stepOf = (
  name: string,
  path: fc.Arbitrary<string>,
  argument: fc.Arbitrary<Item>,
): fc.Arbitrary<[string, string, Item]> => fc.tuple(fc.constant(name), path, argument);
const change: fc.Arbitrary<[string, string, Item]> = fc.oneof(
  { weight: 4, arbitrary: stepOf("$set", updatePath, value) },
  stepOf("$setOnInsert", updatePath, value),
  { weight: 2, arbitrary: stepOf("$unset", updatePath, fc.constant(1)) },
  { weight: 2, arbitrary: stepOf("$inc", updatePath, numeric) },
  stepOf("$mul", updatePath, numeric),
  stepOf("$min", updatePath, scalar),
  stepOf("$max", updatePath, value),
  stepOf("$rename", fc.constantFrom("a", "b", "a.x", "b.y"), fc.constantFrom("d", "c", "b.z", "d.e")),
  stepOf(
    "$bit",
    updatePath,
    fc.constantFrom<Item>({ and: new Int32(5) }, { or: Long.fromBigInt(2n) }, { xor: new Int32(3) }),
  ),
  { weight: 2, arbitrary: stepOf("$push", listPath, push) },
  stepOf(
    "$addToSet",
    listPath,
    fc.oneof(
      value,
      fc.array(scalar, { maxLength: 3 }).map((all): Item => ({ $each: all })),
    ),
  ),
  { weight: 2, arbitrary: stepOf("$pull", listPath, fc.oneof<fc.Arbitrary<Item>[]>(scalar, leaf, elements)) },
  stepOf("$pullAll", listPath, fc.array(scalar, { maxLength: 3 })),
  stepOf("$pop", listPath, fc.constantFrom<Item>(1, -1)),
);

/** Operators on paths of which none lies within another. */
export const update: fc.Arbitrary<Fields> = fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
  const out: Record<string, Fields> = {};
  const roots = new Set<string>();
  for (const [name, path, argument] of changes) {
    const touched = [path, ...(name === "$rename" ? [String(argument)] : [])].map((one) => one.split(".")[0] ?? "");
    if (touched.some((root) => roots.has(root)) || new Set(touched).size < touched.length) continue;
    for (const root of touched) roots.add(root);
    out[name] = { ...out[name], [path]: argument };
  }
  return out;
});

export const elementFilter: fc.Arbitrary<Fields> = fc.oneof(
  leaf.map((wanted): Fields => ({ e: wanted })),
  leaf.map((wanted): Fields => ({ "e.x": wanted })),
);

export const indexKey = fc.constantFrom<Record<string, 1 | -1>>(
  { a: 1 },
  { a: -1 },
  { b: 1 },
  { c: 1 },
  { c: -1, a: 1 },
  { b: 1, c: -1 },
  { a: 1, b: 1 },
  { "a.x": 1 },
  { "a.x": 1, c: 1 },
  { "a.0": 1 },
  { c: 1, "b.x": -1, _id: 1 },
);
export const partial = fc.constantFrom<Fields | undefined>(
  undefined,
  undefined,
  undefined,
  { c: { $exists: true } },
  { c: { $gt: new Int32(0) } },
  { b: { $gte: "a" } },
  { c: "a" },
  { a: { $type: "string" } },
);
