import { BSON, Binary, Decimal128, Double, Int32, Long, MaxKey, MinKey } from "mongodb";
import type { Document } from "mongodb";
import { expect, test } from "vitest";
import { decodeDoc } from "#server/embedded/mongo/bson/decode.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { makeEnvironment } from "#server/embedded/mongo/query/make-environment.ts";
import { compileFilter } from "#server/embedded/mongo/query/match.ts";

const environment = makeEnvironment({ now: new Date(0), random: () => 0.5 });

function from(document: Document): Doc {
  return decodeDoc(BSON.serialize(document));
}

function matches(filter: Document, document: Document): boolean {
  return compileFilter(from(filter), environment)(from(document));
}

function codeOf(filter: Document): number {
  try {
    compileFilter(from(filter), environment);
    return 0;
  } catch (error) {
    return error instanceof MongoError ? error.code : -1;
  }
}

/** Filter, documents it matches, documents it does not. */
const CASES: [Document, Document[], Document[]][] = [
  [{ a: null }, [{}, { a: null }, { a: [1, null] }], [{ a: 0 }, { a: [] }]],
  [{ "a.b": null }, [{}, { a: {} }, { a: [{ b: 1 }, {}] }, { a: 5 }], [{ a: { b: 1 } }, { a: [1, 2] }]],
  [{ a: { $ne: 1 } }, [{}, { a: [2] }], [{ a: 1 }, { a: [2, 1] }]],
  [{ a: [1, 2] }, [{ a: [1, 2] }, { a: [[1, 2]] }], [{ a: [2, 1] }, { a: [1, 2, 3] }]],
  [{ a: { $gt: 5 } }, [{ a: 6 }, { a: [1, 6] }, { a: Decimal128.fromString("5.1") }], [{ a: "6" }, { a: null }]],
  [{ a: { $gte: NaN } }, [{ a: NaN }, { a: Decimal128.fromString("NaN") }], [{ a: 1 }]],
  [{ a: { $gt: new MinKey() } }, [{ a: 1 }, { a: null }, {}], [{ a: new MinKey() }]],
  [{ a: { $lte: new MinKey() } }, [{ a: new MinKey() }], [{}, { a: null }]],
  [{ a: { $lt: new MaxKey() } }, [{ a: "x" }, {}], [{ a: new MaxKey() }]],
  [{ a: { $gte: new MaxKey() } }, [{ a: new MaxKey() }], [{}, { a: null }]],
  [{ a: { $in: [1, /^x/, null] } }, [{ a: 1 }, { a: "xy" }, {}, { a: ["xz"] }], [{ a: "yx" }, { a: 2 }]],
  [{ a: { $nin: [1, /^x/] } }, [{ a: "yx" }, {}], [{ a: [1] }, { a: "x" }]],
  [{ a: { $all: [1, 2] } }, [{ a: [2, 1, 3] }], [{ a: [1] }, { a: 1 }]],
  [{ a: { $all: [[1, 2]] } }, [{ a: [1, 2] }, { a: [[1, 2]] }], [{ a: [1] }]],
  [{ a: { $all: [] } }, [], [{ a: [] }, {}]],
  [
    { a: { $all: [{ $elemMatch: { x: 1 } }, { $elemMatch: { y: 2 } }] } },
    [{ a: [{ x: 1 }, { y: 2 }] }],
    [{ a: [{ x: 1 }] }],
  ],
  [{ a: { $elemMatch: { $gt: 1, $lt: 3 } } }, [{ a: [2] }], [{ a: [1, 3] }, { a: 2 }, { a: [[2]] }]],
  [
    { a: { $elemMatch: { x: 1, y: 2 } } },
    [{ a: [{ x: 1, y: 2 }] }],
    [{ a: [{ x: 1 }, { y: 2 }] }, { a: { x: 1, y: 2 } }],
  ],
  [{ a: { $elemMatch: { $or: [{ x: 1 }, { y: 1 }] } } }, [{ a: [{ y: 1 }] }], [{ a: [{ z: 1 }] }]],
  [{ a: { $not: { $elemMatch: { $gt: 5 } } } }, [{ a: [1] }, {}], [{ a: [6] }]],
  [{ a: { $size: 2 } }, [{ a: [1, 2] }], [{ a: 2 }, { a: [1] }, { a: [[1, 2]] }]],
  [
    { a: { $mod: [4, 1] } },
    [{ a: 5 }, { a: 5.9 }, { a: Long.fromNumber(9) }, { a: [2, 1] }],
    [{ a: -3 }, { a: NaN }, { a: 1e300 }, { a: "5" }],
  ],
  [{ a: { $mod: [4, -3] } }, [{ a: -3 }, { a: -7 }], [{ a: 1 }]],
  [{ a: { $type: "number" } }, [{ a: 1 }, { a: Decimal128.fromString("1") }], [{ a: "1" }, {}]],
  [{ a: { $type: ["string", 16] } }, [{ a: "x" }, { a: 1 }, { a: [1] }], [{ a: 1.5 }]],
  [{ a: { $type: "array" } }, [{ a: [] }, { a: [1] }], [{ a: 1 }]],
  [{ a: { $type: -1 } }, [{ a: new MinKey() }], [{ a: 1 }]],
  [{ a: { $exists: false } }, [{}, { b: 1 }], [{ a: null }]],
  [{ "a.b": { $exists: true } }, [{ a: [{}, { b: 1 }] }], [{ a: [1] }, { a: {} }]],
  [{ a: { $bitsAllSet: [0, 2] } }, [{ a: 5 }, { a: new Binary(Buffer.from([5])) }], [{ a: 1 }, { a: 5.5 }, { a: "5" }]],
  [{ a: { $bitsAnySet: 6 } }, [{ a: 2 }, { a: new Double(4) }, { a: -1 }], [{ a: 1 }]],
  [{ a: { $bitsAllClear: [1, 70] } }, [{ a: 5 }], [{ a: 2 }, { a: -2 }]],
  [{ a: { $bitsAnyClear: new Binary(Buffer.from([3])) } }, [{ a: 1 }, { a: 0 }], [{ a: 3 }]],
  [{ a: { $regex: "^x", $options: "i" } }, [{ a: "Xy" }, { a: ["X"] }], [{ a: "yx" }, { a: 5 }]],
  [{ a: { $regex: /^x/i } }, [{ a: "X" }, { a: /^x/i }], [{ a: "y" }]],
  [{ a: { $not: /^x/ } }, [{ a: "y" }, {}, { a: 5 }], [{ a: "x" }]],
  [{ $nor: [{ a: 1 }, { b: 1 }] }, [{}, { a: 2 }], [{ a: 1 }, { b: 1 }]],
  [{ $expr: { $gt: ["$a", "$b"] } }, [{ a: 2, b: 1 }], [{ a: 1, b: 2 }, {}]],
  [{ $comment: "why", a: 1 }, [{ a: 1 }], [{ a: 2 }]],
  [{ $sampleRate: 0.6 }, [{}], []],
  [{ $sampleRate: 0.4 }, [], [{}]],
  [{ "a.0": 1 }, [{ a: [1, 2] }, { a: { 0: 1 } }, { a: [{ 0: 1 }] }], [{ a: [2, 1] }]],
  [{ "a.1.b": 2 }, [{ a: [0, { b: 2 }] }], [{ a: [{ b: 2 }] }]],
  [{ a: { $eq: /x/ } }, [{ a: /x/ }], [{ a: "x" }]],
  [{ a: { b: 1, c: 2 } }, [{ a: { b: 1, c: 2 } }], [{ a: { c: 2, b: 1 } }, { a: { b: 1 } }]],
];

test.each(CASES)("%j", (filter, hits, misses) => {
  for (const hit of hits) expect(matches(filter, hit), `matches ${JSON.stringify(hit)}`).toBe(true);
  for (const miss of misses) expect(matches(filter, miss), `does not match ${JSON.stringify(miss)}`).toBe(false);
});

const REFUSED: [number, Document][] = [
  [2, { $foo: 1 }],
  [2, { a: { $foo: 1 } }],
  [2, { a: { $gt: 1, b: 2 } }],
  [2, { $and: [] }],
  [2, { $or: {} }],
  [2, { $or: [1] }],
  [2, { a: { $in: 1 } }],
  [2, { a: { $in: [{ $gt: 1 }] } }],
  [2, { a: { $all: 1 } }],
  [2, { a: { $not: 5 } }],
  [2, { a: { $not: {} } }],
  [2, { a: { $ne: /x/ } }],
  [2, { a: { $gt: /x/ } }],
  [2, { a: { $mod: [1] } }],
  [2, { a: { $mod: [1, 2, 3] } }],
  [2, { a: { $mod: ["x", 2] } }],
  [2, { a: { $mod: [0, 2] } }],
  [2, { a: { $mod: [NaN, 2] } }],
  [2, { a: { $type: "nothing" } }],
  [2, { a: { $type: 300 } }],
  [9, { a: { $type: [] } }],
  [9, { a: { $size: "x" } }],
  [9, { a: { $size: 1.5 } }],
  [9, { a: { $size: -1 } }],
  [2, { a: { $regex: 5 } }],
  [2, { a: { $regex: "x", $options: 5 } }],
  [2, { a: { $options: "i" } }],
  [51075, { a: { $regex: /x/i, $options: "m" } }],
  [51108, { a: { $regex: "x", $options: "q" } }],
  [51091, { a: { $regex: "(" } }],
  [2, { $sampleRate: 2 }],
  [115, { $text: { $search: "x" } }],
  [14, { $jsonSchema: 5 }],
  [9, { $jsonSchema: { foo: 1 } }],
  [9, { $jsonSchema: { $ref: "x" } }],
  [9, { $jsonSchema: { type: "integer" } }],
  [9, { $jsonSchema: { required: [] } }],
  [9, { $jsonSchema: { required: ["a", "a"] } }],
  [9, { $jsonSchema: { minLength: -1 } }],
  [9, { $jsonSchema: { exclusiveMinimum: true } }],
  [9, { $jsonSchema: { type: "string", bsonType: "string" } }],
  [14, { $jsonSchema: { properties: { a: { pattern: 5 } } } }],
];

test.each(REFUSED)("%i for %j", (code, filter) => {
  expect(codeOf(filter)).toBe(code);
});

/** Schema of the field `a`, values it takes, values it does not. */
const SCHEMAS: [Document, unknown[], unknown[]][] = [
  [{ bsonType: ["int", "string"] }, [1, "x"], [1.5, null]],
  [{ type: "number" }, [1, new Double(1.5), Decimal128.fromString("2")], ["1"]],
  [{ enum: [1, "a", null] }, [1, new Double(1), "a", null], [2]],
  [{ minimum: 3, exclusiveMinimum: true, maximum: 5 }, [4, 5, "x"], [3, 6]],
  [{ multipleOf: 3 }, [9, Long.fromNumber(-3), "x"], [10]],
  [{ multipleOf: Decimal128.fromString("0.1") }, [Decimal128.fromString("0.3"), 2], [Decimal128.fromString("0.25")]],
  [{ minLength: 2, maxLength: 3 }, ["ab", "😀😀", 5], ["a", "abcd"]],
  [{ pattern: "^a" }, ["ab", 5], ["ba"]],
  [{ items: { bsonType: "int" }, minItems: 1, maxItems: 2 }, [[1], [1, 2]], [[], [1, "x"], [1, 2, 3]]],
  [{ items: [{ type: "string" }], additionalItems: { bsonType: "int" } }, [["x", 1], []], [["x", "y"], [1]]],
  [{ items: [{ type: "string" }], additionalItems: false }, [["x"]], [["x", 1]]],
  [{ uniqueItems: true }, [[1, 2], []], [[1, new Double(1)]]],
  [{ required: ["x"], properties: { x: { type: "string" } } }, [{ x: "a" }, 5], [{}, { x: 1 }]],
  [{ minProperties: 1, maxProperties: 2 }, [{ x: 1 }], [{}, { x: 1, y: 1, z: 1 }]],
  [
    { properties: { x: {} }, patternProperties: { "^p": { type: "string" } }, additionalProperties: false },
    [{ x: 1, pa: "a" }],
    [{ y: 1 }, { p: 1 }],
  ],
  [{ additionalProperties: { type: "string" }, properties: { x: {} } }, [{ x: 1, y: "a" }], [{ y: 1 }]],
  [{ dependencies: { x: ["y"] } }, [{}, { y: 1 }, { x: 1, y: 1 }], [{ x: 1 }]],
  [{ dependencies: { x: { required: ["z"] } } }, [{ x: 1, z: 1 }], [{ x: 1 }]],
  [{ allOf: [{ minimum: 1 }, { maximum: 3 }] }, [2], [0, 4]],
  [{ anyOf: [{ type: "string" }, { minimum: 5 }] }, ["x", 6], [4]],
  [{ oneOf: [{ minimum: 1 }, { maximum: 5 }] }, [0, 6], [3]],
  [{ not: { type: "string" } }, [1], ["x"]],
  [{ title: "t", description: "d" }, [1], []],
];

test.each(SCHEMAS)("$jsonSchema %j", (schema, taken, refused) => {
  const filter = { $jsonSchema: { properties: { a: schema } } };
  for (const value of taken) expect(matches(filter, { a: value }), JSON.stringify(value)).toBe(true);
  for (const value of refused) expect(matches(filter, { a: value }), JSON.stringify(value)).toBe(false);
  expect(matches(filter, { b: new Int32(1) })).toBe(true);
});
