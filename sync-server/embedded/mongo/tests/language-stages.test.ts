import { expect, test } from "vitest";
import { docOf, failureOf, pipeline, text } from "./language-run.ts";
import { compilePipeline } from "#server/embedded/mongo/aggregate/update-pipeline.ts";
import { makeEnvironment } from "#server/embedded/mongo/query/make-environment.ts";

type Row = {
  input?: readonly object[];
  stages: readonly object[];
  out: readonly string[];
  collections?: Readonly<Record<string, readonly object[]>>;
};

const ROWS: readonly Row[] = [
  {
    input: [{ a: [{ b: 1 }, 7], c: { d: 1 } }],
    stages: [{ $set: { "a.x": "$c.d", "c.e": 2, "c.f.g": 3, n: { $literal: { $a: 1 } } } }],
    out: ["{a: [{b: 1, x: 1}, {x: 1}], c: {d: 1, e: 2, f: {g: 3}}, n: {$a: 1}}"],
  },
  { input: [{ a: 1, b: { c: 2, d: 3 } }], stages: [{ $unset: ["a", "b.c"] }], out: ["{b: {d: 3}}"] },
  { input: [{ a: 1, b: { c: 2 } }], stages: [{ $replaceRoot: { newRoot: "$b" } }], out: ["{c: 2}"] },
  { input: [{ a: [1, 2] }], stages: [{ $unwind: "$a" }], out: ["{a: 1}", "{a: 2}"] },
  {
    input: [
      { _id: 1, s: { t: ["x"] } },
      { _id: 2, s: { t: [] } },
      { _id: 3, s: { t: "y" } },
      { _id: 4, s: null },
    ],
    stages: [{ $unwind: { path: "$s.t", includeArrayIndex: "i", preserveNullAndEmptyArrays: true } }],
    out: [
      '{_id: 1, s: {t: "x"}, i: 0L}',
      "{_id: 2, s: {}, i: null}",
      '{_id: 3, s: {t: "y"}, i: null}',
      "{_id: 4, s: null, i: null}",
    ],
  },
  {
    input: [{ t: "a" }, { t: "b" }, { t: "a" }],
    stages: [{ $sortByCount: "$t" }],
    out: ['{_id: "a", count: 2}', '{_id: "b", count: 1}'],
  },
  { input: [{ x: 1 }, { x: 2 }], stages: [{ $count: "n" }], out: ["{n: 2}"] },
  {
    input: [{ x: 1 }, { x: 2 }],
    stages: [{ $facet: { all: [{ $count: "n" }], none: [{ $match: { x: 9 } }] } }],
    out: ["{all: [{n: 2}], none: []}"],
  },
  {
    input: [{ x: 1 }],
    stages: [{ $unionWith: { coll: "other", pipeline: [{ $match: { y: 2 } }] } }],
    collections: { other: [{ y: 1 }, { y: 2 }] },
    out: ["{x: 1}", "{y: 2}"],
  },
  { stages: [{ $documents: [{ a: { $add: [1, 1] } }] }], out: ["{a: 2}"] },
  {
    input: [{ l: 1, r: 1, a: { l: 9, x: 1 }, b: [{ l: 0 }, { l: 9 }, 5] }],
    stages: [{ $redact: { $cond: [{ $gt: ["$l", "$$ROOT.r"] }, "$$PRUNE", "$$DESCEND"] } }],
    out: ["{l: 1, r: 1, b: [{l: 0}, 5]}"],
  },
  {
    input: [{ _id: 1, item: "almonds", q: 2 }, { _id: 2 }, { _id: 3, item: ["pecans", "almonds"], q: 5 }],
    stages: [
      { $lookup: { from: "stock", localField: "item", foreignField: "sku", as: "s" } },
      { $project: { s: "$s._id" } },
    ],
    collections: { stock: [{ _id: 1, sku: "almonds" }, { _id: 5, sku: null }, { _id: 6 }, { _id: 7, sku: "pecans" }] },
    out: ["{_id: 1, s: [1]}", "{_id: 2, s: [5, 6]}", "{_id: 3, s: [1, 7]}"],
  },
  {
    input: [
      { _id: 1, item: "a", q: 2 },
      { _id: 2, item: "a" },
    ],
    stages: [
      {
        $lookup: {
          from: "stock",
          localField: "item",
          foreignField: "sku",
          let: { q: "$q" },
          pipeline: [{ $match: { $expr: { $gte: ["$n", "$$q"] } } }, { $project: { _id: 1, q: "$$q" } }],
          as: "s",
        },
      },
      { $project: { s: 1 } },
    ],
    collections: {
      stock: [
        { _id: 1, sku: "a", n: 1 },
        { _id: 2, sku: "a", n: 2 },
        { _id: 3, sku: "b", n: 9 },
      ],
    },
    out: ["{_id: 1, s: [{_id: 2, q: 2}]}", "{_id: 2, s: [{_id: 1}, {_id: 2}]}"],
  },
  {
    input: [{ _id: 1 }],
    stages: [{ $lookup: { pipeline: [{ $documents: [{ z: 1 }] }], as: "s.t" } }],
    out: ["{_id: 1, s: {t: [{z: 1}]}}"],
  },
  {
    input: [{ _id: 9, start: "ann" }],
    stages: [
      {
        $graphLookup: {
          from: "staff",
          startWith: "$start",
          connectFromField: "boss",
          connectToField: "name",
          as: "chain",
          maxDepth: 2,
          depthField: "depth",
          restrictSearchWithMatch: { fired: { $ne: true } },
        },
      },
      { $project: { chain: { $map: { input: "$chain", in: ["$$this.name", "$$this.depth"] } } } },
    ],
    collections: {
      staff: [
        { _id: 1, name: "ann", boss: "bob" },
        { _id: 2, name: "bob", boss: ["cy", "di"] },
        { _id: 3, name: "cy", boss: "bob" },
        { _id: 4, name: "di", boss: "ed", fired: true },
        { _id: 5, name: "ed" },
      ],
    },
    out: ['{_id: 9, chain: [["ann", 0L], ["bob", 1L], ["cy", 2L]]}'],
  },
  {
    input: [
      { _id: 1, g: "x", s: 3, n: 2 },
      { _id: 2, g: "x", s: 1, n: 2 },
      { _id: 3, g: "y", s: 2, n: 1 },
      { _id: 4, g: "x", s: 2, n: 2 },
    ],
    stages: [
      {
        $group: {
          _id: { g: "$g", n: "$n" },
          top: { $top: { output: "$_id", sortBy: { s: -1 } } },
          bottomN: { $bottomN: { n: "$n", output: ["$_id", "$s"], sortBy: { s: -1 } } },
          firstN: { $firstN: { n: { $cond: [{ $eq: ["$g", "x"] }, 2, 1] }, input: "$_id" } },
          maxN: { $maxN: { n: 2, input: "$s" } },
          median: { $median: { input: "$s", method: "approximate" } },
          avg: { $avg: "$s" },
          dev: { $stdDevPop: "$s" },
          merged: { $mergeObjects: { k: "$s" } },
          n: { $count: {} },
        },
      },
      { $sort: { "_id.g": 1 } },
      { $replaceWith: { $unsetField: { field: "_id", input: "$$ROOT" } } },
    ],
    out: [
      "{top: 1, bottomN: [[4, 2], [2, 1]], firstN: [1, 2], maxN: [3, 2], median: 2.0, avg: 2.0, dev: 0.816496580927726, merged: {k: 2}, n: 3}",
      "{top: 3, bottomN: [[3, 2]], firstN: [3], maxN: [2], median: 2.0, avg: 2.0, dev: 0.0, merged: {k: 2}, n: 1}",
    ],
  },
  {
    input: [{ p: 5 }, { p: 15 }, { p: 25 }, { p: 99 }],
    stages: [
      {
        $bucket: {
          groupBy: "$p",
          boundaries: [0, 10, 20],
          default: "rest",
          output: { n: { $sum: 1 }, p: { $push: "$p" } },
        },
      },
    ],
    out: ["{_id: 0, n: 1, p: [5]}", "{_id: 10, n: 1, p: [15]}", '{_id: "rest", n: 2, p: [25, 99]}'],
  },
];

test.each(ROWS.map((row) => ({ ...row, name: JSON.stringify(row.stages).slice(0, 90) })))(
  "$name",
  ({ input = [], stages, out, collections = {} }) => {
    expect(pipeline(input, stages, { collections })).toEqual(out);
  },
);

test("$sample takes as many as asked for, none twice, each as likely", () => {
  let turn = 0;
  const numbers = [0.99, 0.01, 0.5, 0.3];
  const random = (): number => numbers[turn++ % numbers.length] ?? 0;
  const input = Array.from({ length: 10 }, (_, _id) => ({ _id }));
  const all = pipeline(input, [{ $sample: { size: 20 } }], { random });
  expect(new Set(all).size).toBe(10);
  expect(pipeline(input, [{ $sample: { size: 2 } }], { random: () => 0.99 })).toEqual(["{_id: 9}", "{_id: 0}"]);
});

test("an update by pipeline leaves what it was given as it was", () => {
  const environment = makeEnvironment({ now: new Date(0), random: () => 0 });
  const before = docOf({ a: { b: [1, { c: 2 }] } });
  const after = compilePipeline([docOf({ $set: { "a.b.c": 3 } })], environment)(before);
  expect(text(before)).toBe("{a: {b: [1, {c: 2}]}}");
  expect(text(after)).toBe("{a: {b: [{c: 3}, {c: 3}]}}");
});

const REFUSED: readonly (readonly [stages: readonly object[], error: string])[] = [
  [[{ $nope: 1 }], "40324: Unrecognized pipeline stage name: '$nope'"],
  [[{ $out: "x" }, { $match: {} }], "40601: $out can only be the final stage in the pipeline"],
  [[{ $match: {} }, { $documents: [] }], "40602: $documents is only valid as the first stage in a pipeline."],
  [[{ $set: { a: { $nope: 1 } } }], "168: Invalid $set :: caused by :: Unrecognized expression '$nope'"],
  [
    [{ $addFields: 1 }],
    "40272: Invalid $addFields :: caused by :: $addFields specification stage must be an object, got int",
  ],
  [
    [{ $addFields: { a: 1, "a.b": 2 } }],
    "40176: Invalid $addFields :: caused by :: specification contains two conflicting paths. Cannot specify both 'a.b' and 'a': { a: 1, a.b: 2 }",
  ],
  [[{ $project: {} }], "51272: Invalid $project :: caused by :: projection specification must have at least one field"],
  [
    [{ $replaceWith: "$n" }],
    "40228: 'replacement document' must evaluate to an object, but resulting value was: 1. Type of resulting value: 'int'. Input document: {n: 1, o: {a: [2]}}",
  ],
  [
    [{ $replaceRoot: { newRoot: "$nope" } }],
    "40228: 'newRoot' expression must evaluate to an object, but resulting value was: MISSING. Type of resulting value: 'missing'. Input document: {n: 1, o: {a: [2]}}",
  ],
  [[{ $unwind: "a" }], "28818: path option to $unwind stage should be prefixed with a '$': a"],
  [[{ $unwind: { includeArrayIndex: "i" } }], "28812: no path specified to $unwind stage"],
  [[{ $count: "a.b" }], "40160: the count field cannot contain '.'"],
  [[{ $sample: { size: -1 } }], "28747: size argument to $sample must be a positive integer"],
  [[{ $facet: { a: [{ $facet: {} }] } }], "40600: $facet is not allowed to be used within a $facet stage"],
  [
    [{ $unionWith: { pipeline: [{ $match: {} }] } }],
    "9: $unionWith stage without explicit collection must have a pipeline with $documents as first stage",
  ],
  [
    [{ $lookup: { from: "x", localField: "a", as: "b" } }],
    "9: $lookup requires both or neither of 'localField' and 'foreignField' to be specified",
  ],
  [
    [{ $lookup: { from: "x", pipeline: [{ $out: "y" }], as: "b" } }],
    "51047: $out is not allowed to be used within a $lookup stage",
  ],
  [[{ $lookup: { from: "x", pipeline: [], as: "b", on: 1 } }], "9: unknown argument to $lookup: on"],
  [
    [{ $graphLookup: { from: "x" } }],
    "40105: $graphLookup requires 'from', 'as', 'startWith', 'connectFromField', and 'connectToField' to be specified.",
  ],
  [
    [{ $redact: 5 }],
    "17053: $redact's expression should not return anything aside from the variables $$KEEP, $$DESCEND, and $$PRUNE, but returned 5",
  ],
  [[{ $group: { _id: null, a: { $summ: 1 } } }], "15952: unknown group operator '$summ'"],
  [[{ $group: { _id: null, a: 1 } }], "40234: The field 'a' must be an accumulator object"],
  [[{ $group: { _id: null, a: { $covariancePop: ["$a", "$b"] } } }], "15952: unknown group operator '$covariancePop'"],
  [[{ $group: { _id: null, a: { $count: 1 } } }], "14: $count takes no arguments, i.e. $count:{}"],
  [[{ $group: { _id: null, a: { $topN: { n: 1, sortBy: { x: 1 } } } } }], "5788004: Missing value for 'output'"],
  [
    [{ $group: { _id: null, a: { $firstN: { n: "x", input: 1 } } } }],
    "5787902: Value for 'n' must be of integral type, but found \"x\"",
  ],
  [[{ $group: { _id: null, a: { $sum: [1, 2] } } }], "40237: The $sum accumulator is a unary operator"],
  [
    [{ $bucket: { groupBy: "$a", boundaries: [2, 1] } }],
    "40194: The 'boundaries' option to $bucket must be sorted, but elements 0 and 1 are not in ascending order (2 is not less than 1).",
  ],
  [
    [{ $bucket: { groupBy: "$a", boundaries: [1, 5], default: 2 } }],
    "40199: The $bucket 'default' field must be less than the lowest boundary or greater than or equal to the highest boundary.",
  ],
];

test.each(REFUSED)("%j is refused", (stages, error) => {
  expect(failureOf([{ n: 1, o: { a: [2] } }], stages)).toBe(error);
});
