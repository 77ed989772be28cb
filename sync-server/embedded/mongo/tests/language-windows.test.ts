import { expect, test } from "vitest";
import { decimal, double, failureOf, pipeline } from "./language-run.ts";

const CAKES = [
  { _id: 0, type: "chocolate", orderDate: new Date("2020-05-18T14:10:30Z"), state: "CA", price: 13, quantity: 120 },
  { _id: 1, type: "chocolate", orderDate: new Date("2021-03-20T11:30:05Z"), state: "WA", price: 14, quantity: 140 },
  { _id: 2, type: "vanilla", orderDate: new Date("2021-01-11T06:31:15Z"), state: "CA", price: 12, quantity: 145 },
  { _id: 3, type: "vanilla", orderDate: new Date("2020-02-08T13:13:23Z"), state: "WA", price: 13, quantity: 104 },
  { _id: 4, type: "strawberry", orderDate: new Date("2019-05-18T16:09:01Z"), state: "CA", price: 41, quantity: 162 },
  { _id: 5, type: "strawberry", orderDate: new Date("2019-01-08T06:12:03Z"), state: "WA", price: 43, quantity: 134 },
];

function byId(stage: object, field: string, documents: readonly object[] = CAKES): string[] {
  return pipeline(documents, [{ $setWindowFields: stage }, { $replaceWith: { i: "$_id", v: `$${field}` } }]);
}

test("a running sum per state, as the manual has it", () => {
  const stage = {
    partitionBy: "$state",
    sortBy: { orderDate: 1 },
    output: { total: { $sum: "$quantity", window: { documents: ["unbounded", "current"] } } },
  };
  expect(byId(stage, "total")).toEqual([
    "{i: 4, v: 162}",
    "{i: 0, v: 282}",
    "{i: 2, v: 427}",
    "{i: 5, v: 134}",
    "{i: 3, v: 238}",
    "{i: 1, v: 378}",
  ]);
});

test("a moving average and a whole-partition maximum by year, as the manual has them", () => {
  const stage = {
    partitionBy: { $year: "$orderDate" },
    sortBy: { orderDate: 1 },
    output: {
      average: { $avg: "$quantity", window: { documents: [-1, 0] } },
      maximum: { $max: "$quantity", window: { documents: ["unbounded", "unbounded"] } },
    },
  };
  expect(byId(stage, "average")).toEqual([
    "{i: 5, v: 134.0}",
    "{i: 4, v: 148.0}",
    "{i: 3, v: 104.0}",
    "{i: 0, v: 112.0}",
    "{i: 2, v: 145.0}",
    "{i: 1, v: 142.5}",
  ]);
  expect(byId(stage, "maximum").map((row) => row.slice(-5))).toEqual([
    " 162}",
    " 162}",
    " 120}",
    " 120}",
    " 145}",
    " 145}",
  ]);
});

test("range windows over numbers and over dates, as the manual has them", () => {
  const prices = {
    partitionBy: "$state",
    sortBy: { price: 1 },
    output: { near: { $sum: "$quantity", window: { range: [-10, 10] } } },
  };
  expect(byId(prices, "near")).toEqual([
    "{i: 2, v: 265}",
    "{i: 0, v: 265}",
    "{i: 4, v: 162}",
    "{i: 3, v: 244}",
    "{i: 1, v: 244}",
    "{i: 5, v: 134}",
  ]);
  const months = (range: unknown): object => ({
    partitionBy: "$state",
    sortBy: { orderDate: 1 },
    output: { recent: { $push: "$orderDate", window: { range, unit: "month" } } },
  });
  expect(byId(months(["unbounded", 10]), "recent")[1]).toBe(
    "{i: 0, v: [@2019-05-18T16:09:01.000Z, @2020-05-18T14:10:30.000Z, @2021-01-11T06:31:15.000Z]}",
  );
  expect(byId(months(["unbounded", -10]), "recent").slice(0, 3)).toEqual([
    "{i: 4, v: []}",
    "{i: 0, v: [@2019-05-18T16:09:01.000Z]}",
    "{i: 2, v: [@2019-05-18T16:09:01.000Z]}",
  ]);
});

const TIES = [
  { _id: "a", s: 7 },
  { _id: "b", s: 9 },
  { _id: "c", s: double(9) },
  { _id: "d", s: 10 },
];

test("ranks: with gaps, without, and plain numbers", () => {
  const ranks = (name: string, documents: readonly object[] = TIES, sortBy: object = { s: 1 }): string[] =>
    byId({ sortBy, output: { r: { [name]: {} } } }, "r", documents).map((row) => row.split("v: ")[1] ?? "");
  expect(ranks("$rank")).toEqual(["1L}", "2L}", "2L}", "4L}"]);
  expect(ranks("$denseRank")).toEqual(["1L}", "2L}", "2L}", "3L}"]);
  expect(ranks("$documentNumber")).toEqual(["1L}", "2L}", "3L}", "4L}"]);
  expect(ranks("$rank", TIES, { s: -1 })).toEqual(["1L}", "2L}", "2L}", "4L}"]);
  const nothing = [{ _id: 1, s: null }, { _id: 2 }, { _id: 3, s: [1, 5] }, { _id: 4, s: [5, 1] }];
  expect(ranks("$denseRank", nothing)).toEqual(["1L}", "1L}", "2L}", "2L}"]);
});

const column = (documents: readonly object[], call: object, sortBy: object | undefined = { t: 1 }): string[] =>
  pipeline(documents, [
    { $setWindowFields: { ...(sortBy === undefined ? {} : { sortBy }), output: { v: call } } },
    { $replaceWith: { v: "$v" } },
  ]).map((row) => row.slice(4, -1));

const SERIES = [1, 2, 3, 4, 5].map((t) => ({ _id: t, t, x: t * t }));

test.each([
  [{ $shift: { output: "$x", by: 1 } }, ["4", "9", "16", "25", "null"]],
  [{ $shift: { output: "$x", by: -2, default: "none" } }, ['"none"', '"none"', "1", "4", "9"]],
  [{ $shift: { output: "$nope", by: 1, default: { $add: [1, 2] } } }, ["", "", "", "", "3"]],
  [{ $first: "$x", window: { documents: [-1, 1] } }, ["1", "1", "4", "9", "16"]],
  [{ $last: "$x", window: { documents: [-1, 1] } }, ["4", "9", "16", "25", "25"]],
  [{ $first: "$x", window: { documents: [2, 3] } }, ["9", "16", "25", "null", "null"]],
  [{ $min: "$x", window: { documents: [-1, 0] } }, ["1", "1", "4", "9", "16"]],
  [{ $max: { $multiply: ["$x", -1] }, window: { documents: [0, 1] } }, ["-1", "-4", "-9", "-16", "-25"]],
  [{ $count: {}, window: { documents: [-1, 1] } }, ["2", "3", "3", "3", "2"]],
  [{ $push: "$t", window: { documents: [-3, -2] } }, ["[]", "[]", "[1]", "[1, 2]", "[2, 3]"]],
  [{ $addToSet: { $mod: ["$t", 2] }, window: { documents: [-1, 0] } }, ["[1]", "[1, 0]", "[0, 1]", "[1, 0]", "[0, 1]"]],
  [{ $stdDevPop: "$t", window: { documents: [-1, 0] } }, ["0.0", "0.5", "0.5", "0.5", "0.5"]],
  [{ $stdDevSamp: "$t", window: { documents: [0, 0] } }, ["null", "null", "null", "null", "null"]],
  [{ $minN: { n: 2, input: "$x" }, window: { documents: [-2, 0] } }, ["[1]", "[1, 4]", "[1, 4]", "[4, 9]", "[9, 16]"]],
  [
    { $maxN: { n: 2, input: "$x" }, window: { documents: ["unbounded", 0] } },
    ["[1]", "[4, 1]", "[9, 4]", "[16, 9]", "[25, 16]"],
  ],
  [{ $firstN: { n: 1, input: "$x" }, window: { documents: [-1, 0] } }, ["[1]", "[1]", "[4]", "[9]", "[16]"]],
  [
    { $lastN: { n: 2, input: "$x" }, window: { documents: ["unbounded", 0] } },
    ["[1]", "[1, 4]", "[4, 9]", "[9, 16]", "[16, 25]"],
  ],
  [{ $top: { output: "$x", sortBy: { t: -1 } }, window: { documents: [-1, 1] } }, ["4", "9", "16", "25", "25"]],
  [
    { $bottomN: { n: 2, output: "$t", sortBy: { x: -1 } }, window: { documents: [0, 4] } },
    ["[2, 1]", "[3, 2]", "[4, 3]", "[5, 4]", "[5]"],
  ],
  [
    { $percentile: { input: "$x", p: [0.5, 1], method: "approximate" }, window: { documents: [-2, 0] } },
    ["[1.0, 1.0]", "[1.0, 4.0]", "[4.0, 9.0]", "[9.0, 16.0]", "[16.0, 25.0]"],
  ],
  [
    { $median: { input: "$x", method: "approximate" }, window: { documents: ["unbounded", 0] } },
    ["1.0", "1.0", "4.0", "4.0", "9.0"],
  ],
  [{ $covariancePop: ["$t", "$x"], window: { documents: [-1, 0] } }, ["0.0", "0.75", "1.25", "1.75", "2.25"]],
  [{ $covarianceSamp: ["$t", "$x"], window: { documents: [-1, 0] } }, ["null", "1.5", "2.5", "3.5", "4.5"]],
  [{ $derivative: { input: "$x" }, window: { documents: [-1, 0] } }, ["null", "3.0", "5.0", "7.0", "9.0"]],
  [{ $integral: { input: "$x" }, window: { documents: [-1, 0] } }, ["0", "2.5", "6.5", "12.5", "20.5"]],
  [{ $integral: { input: "$x" }, window: { documents: ["unbounded", 0] } }, ["0", "2.5", "9.0", "21.5", "42.0"]],
  [{ $expMovingAvg: { input: "$x", N: 3 } }, ["1.0", "2.5", "5.75", "10.875", "17.9375"]],
  [{ $expMovingAvg: { input: "$x", alpha: 0.75 } }, ["1.0", "3.25", "7.5625", "13.890625", "22.22265625"]],
  [{ $minMaxScaler: { input: "$t" } }, ["0.0", "0.25", "0.5", "0.75", "1.0"]],
  [
    { $minMaxScaler: { input: "$t", min: 0, max: 100 }, window: { documents: [0, 1] } },
    ["0.0", "0.0", "0.0", "0.0", "0"],
  ],
  [{ $sum: "$x", window: { range: [-1, "current"] } }, ["1", "5", "13", "25", "41"]],
  [{ $sum: "$x", window: { range: [1, "unbounded"] } }, ["54", "50", "41", "25", "0"]],
  [{ $avg: "$x", window: { range: [3, 4] } }, ["20.5", "25.0", "null", "null", "null"]],
])("%j", (call, expected) => {
  expect(column(SERIES, call)).toEqual(expected);
});

test("sums in a window keep their types, and what leaves leaves no rounding behind", () => {
  const mixed = [1, double(1e308), 2, 2n ** 40n, decimal("0.1"), 3, 4].map((x, t) => ({ _id: t, t, x }));
  expect(column(mixed, { $sum: "$x", window: { documents: [-1, 0] } })).toEqual([
    "1",
    "1e+308",
    "1e+308",
    "1099511627778L",
    "1099511627776.1m",
    "3.1m",
    "7",
  ]);
  const strange = [Number.NaN, 1, Infinity, 2, 3].map((x, t) => ({ _id: t, t, x: double(x) }));
  expect(column(strange, { $sum: "$x", window: { documents: [-1, 0] } })).toEqual([
    "NaN",
    "NaN",
    "Infinity",
    "Infinity",
    "5.0",
  ]);
  expect(column(strange, { $stdDevPop: "$x", window: { documents: [-1, 0] } })).toEqual([
    "null",
    "null",
    "null",
    "null",
    "0.5",
  ]);
});

test("gaps between known values are filled on a line, or with what was there last", () => {
  const prices = [
    { t: new Date("2021-03-08T09:00:00Z"), x: 500 },
    { t: new Date("2021-03-08T10:00:00Z") },
    { t: new Date("2021-03-08T11:00:00Z"), x: 515 },
    { t: new Date("2021-03-08T12:00:00Z"), x: null },
    { t: new Date("2021-03-08T13:00:00Z"), x: null },
    { t: new Date("2021-03-08T14:00:00Z"), x: 485 },
    { t: new Date("2021-03-08T15:00:00Z"), x: null },
  ];
  expect(column(prices, { $linearFill: "$x" })).toEqual(["500", "507.5", "515", "505.0", "495.0", "485", "null"]);
  expect(column(prices, { $locf: "$x" })).toEqual(["500", "500", "515", "515", "515", "485", "485"]);
  expect(
    failureOf([{ t: 1 }, { t: 1 }], [{ $setWindowFields: { sortBy: { t: 1 }, output: { v: { $linearFill: "$x" } } } }]),
  ).toBe("6050106: There can be no repeated values in the sort field");
});

test("rates and areas over dates, as the manual has them", () => {
  const trips = ["10:30", "10:30:30", "10:31", "10:31:30"].map((time, index) => ({
    t: new Date(`2020-05-18T${time.length === 5 ? `${time}:00` : time}Z`),
    x: [295.1, 295.63, 296.25, 296.76][index],
    kw: [2.95, 2.7, 2.6, 2.98][index],
  }));
  const speed = column(trips, {
    $derivative: { input: "$x", unit: "hour" },
    window: { range: [-30, 0], unit: "second" },
  });
  expect(speed[0]).toBe("null");
  expect(speed.slice(1).map((value) => Math.round(Number(value) * 10) / 10)).toEqual([63.6, 74.4, 61.2]);
  const energy = column(trips, {
    $integral: { input: "$kw", unit: "hour" },
    window: { range: ["unbounded", "current"], unit: "hour" },
  }).map(Number);
  expect(energy.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([0, 0.023542, 0.045625, 0.068875]);
});

test("outputs go to paths, into every element of an array on the way", () => {
  const stage = {
    sortBy: { t: 1 },
    output: { "a.n": { $documentNumber: {} }, z: { $shift: { output: "$q", by: 0 } } },
  };
  expect(
    pipeline(
      [
        { t: 1, a: [{ b: 1 }, 5], z: 1 },
        { t: 2, a: 3 },
      ],
      [{ $setWindowFields: stage }],
    ),
  ).toEqual(["{t: 1, a: [{b: 1, n: 1L}, {n: 1L}]}", "{t: 2, a: {n: 2L}}"]);
});

test("null and missing are one partition; an array is none", () => {
  const stage = { partitionBy: "$p", output: { n: { $count: {} } } };
  expect(pipeline([{ p: null }, {}, { p: 1 }], [{ $setWindowFields: stage }])).toEqual([
    "{p: null, n: 2}",
    "{n: 2}",
    "{p: 1, n: 1}",
  ]);
  expect(failureOf([{ p: [1] }], [{ $setWindowFields: stage }])).toBe(
    "14: An expression used to partition cannot evaluate to value of type array",
  );
});

test.each([
  [{ $summ: "$x" }, "9: Unrecognized window function, $summ"],
  [{ window: {} }, "9: Expected a $-prefixed window function, window"],
  [{ $sum: "$x", $avg: "$x" }, "9: Cannot specify two functions in window function spec"],
  [{ $sum: "$x", windw: {} }, "9: Window function found an unknown argument: windw"],
  [{ $sum: "$x", window: 1 }, "9: 'window' field must be an object"],
  [
    { $sum: "$x", window: { documents: [0, 1], range: [0, 1] } },
    "9: Window bounds can specify either 'documents' or 'unit', not both.",
  ],
  [
    { $sum: "$x", window: { documents: [0, 1], unit: "day" } },
    "9: Window bounds can only specify 'unit' with range-based bounds.",
  ],
  [{ $sum: "$x", window: { documents: [0, 1.5] } }, "9: Numeric document-based bounds must be an integer"],
  [{ $sum: "$x", window: { documents: [0, "now"] } }, "9: Window bounds must be 'unbounded', 'current', or a number."],
  [{ $sum: "$x", window: { documents: [0, { $add: ["$x", 1] }] } }, "9: Window bounds expression must be a constant."],
  [{ $sum: "$x", window: { documents: [1, 0] } }, "5339900: Lower bound must not exceed upper bound: [1, 0]"],
  [{ $sum: "$x", window: { range: [0, 1], unit: "blink" } }, "9: unknown time unit value: blink"],
  [{ $sum: "$x", window: { range: [0, 1.5], unit: "day" } }, "9: With 'unit', range-based bounds must be an integer"],
  [
    { $sum: "$x", window: { range: [0, 1], unit: "day" } },
    "5429513: Invalid range: Expected the sortBy field to be a Date, but it was int",
  ],
  [{ $rank: 1 }, "5371603: $rank must be specified with '{}' as the value"],
  [{ $rank: {}, window: {} }, "5371601: Rank style window functions take no other arguments"],
  [{ $locf: "$x", window: {} }, "9: 'window' field is not allowed in $locf"],
  [{ $shift: { output: "$x" } }, "9: $shift requires 'by' as an integer value."],
  [{ $shift: { output: "$x", by: 1, default: "$x" } }, "9: '$shift:default' expression must yield a constant value."],
  [{ $derivative: { input: "$x" } }, "9: $derivative requires explicit window bounds"],
  [{ $derivative: { input: "$x", unit: "month" }, window: {} }, "5490710: unit must be 'week' or smaller"],
  [
    { $derivative: { input: "$x", unit: "day" }, window: {} },
    "5624900: $derivative with 'unit' expects the sortBy field to be a Date",
  ],
  [
    { $integral: { input: "$nope" } },
    "5423900: The input value of $integral window function must be a vector of 2 value, the first value must be numeric or date type and the second must be numeric.",
  ],
  [{ $expMovingAvg: { input: "$x", alpha: 1 } }, "9: 'alpha' must be between 0 and 1 (exclusive), found alpha: 1"],
  [{ $expMovingAvg: { input: "$x", N: 0 } }, "9: 'N' must be greater than zero. Got 0"],
  [{ $minN: { input: "$x", n: 0 } }, "5787908: 'n' must be greater than 0, found 0"],
  [
    { $minMaxScaler: { input: "$x", min: 1 } },
    "9: Only one of 'min' and 'max' were specified as an argument to $minMaxScaler. Neither or both must be specified",
  ],
  [
    { $percentile: { input: "$x", p: [2], method: "approximate" } },
    "7750303: The $percentile 'p' field must be an array of numbers from [0.0, 1.0], but found: 2",
  ],
])("%j is refused", (call, error) => {
  expect(failureOf(SERIES, [{ $setWindowFields: { sortBy: { t: 1 }, output: { v: call } } }])).toBe(error);
});

test("what the stage itself refuses", () => {
  const refused = (spec: unknown): string => failureOf(SERIES, [{ $setWindowFields: spec }]);
  expect(refused(1)).toBe("9: the $setWindowFields stage specification must be an object, found int");
  expect(refused({})).toBe("40414: BSON field '$setWindowFields.output' is missing but a required field");
  expect(refused({ output: {}, by: 1 })).toBe("40415: BSON field '$setWindowFields.by' is an unknown field.");
  expect(refused({ output: { v: { $sum: 1, window: { documents: [0, 1] } } } })).toBe(
    "5339901: Document-based bounds require a sortBy",
  );
  expect(refused({ output: { v: { $sum: 1, window: { range: [0, 1] } } }, sortBy: { t: 1, x: 1 } })).toBe(
    "5339902: Range-based bounds require sortBy a single field",
  );
  expect(refused({ output: { v: { $sum: 1, window: { range: [0, 1] } } }, sortBy: { t: -1 } })).toBe(
    "8947401: Range-based bounds require an ascending sortBy",
  );
  expect(refused({ output: { a: { $sum: 1 }, "a.b": { $sum: 1 } } })).toBe(
    "6307900: $setWindowFields 'output' specification contains two conflicting paths",
  );
});

test("wide windows over many documents say what adding up each one says", () => {
  const documents = Array.from({ length: 6000 }, (_, t) => ({ t, x: (t * 7919) % 1009 }));
  const around = { window: { documents: [-2000, 2000] } };
  const rows = pipeline(documents, [
    {
      $setWindowFields: {
        sortBy: { t: 1 },
        output: {
          sum: { $sum: "$x", ...around },
          least: { $min: "$x", ...around },
          middle: { $median: { input: "$x", method: "approximate" }, ...around },
          best: { $topN: { n: 2, output: "$x", sortBy: { x: -1 } }, ...around },
        },
      },
    },
    { $project: { t: 0, x: 0 } },
  ]);
  for (const t of [0, 1, 1999, 3000, 4001, 5999]) {
    const values = documents.slice(Math.max(0, t - 2000), t + 2001).map(({ x }) => x);
    const ordered = values.toSorted((left, right) => left - right);
    const sum = values.reduce((total, value) => total + value, 0);
    const middle = ordered[Math.ceil(ordered.length / 2) - 1];
    expect(rows[t]).toBe(
      `{sum: ${sum}, least: ${ordered[0]}, middle: ${middle}.0, best: [${ordered.at(-1)}, ${ordered.at(-2)}]}`,
    );
  }
});
