import { expect, test } from "vitest";
import { double, failureOf, pipeline } from "./language-run.ts";

const densify = (documents: readonly object[], spec: object): string[] => pipeline(documents, [{ $densify: spec }]);

test("a date range in hours, as the manual has it", () => {
  const weather = [
    { id: 5578, at: new Date("2021-05-18T00:00:00Z"), t: 12 },
    { id: 5578, at: new Date("2021-05-18T04:00:00Z"), t: 11 },
    { id: 5578, at: new Date("2021-05-18T08:00:00Z"), t: 11 },
    { id: 5578, at: new Date("2021-05-18T12:00:00Z"), t: 12 },
  ];
  const bounds = [new Date("2021-05-18T00:00:00Z"), new Date("2021-05-18T08:00:00Z")];
  const rows = densify(weather, { field: "at", range: { step: 1, unit: "hour", bounds } });
  expect(rows).toHaveLength(10);
  expect(rows.slice(3, 6)).toEqual([
    "{at: @2021-05-18T03:00:00.000Z}",
    "{id: 5578, at: @2021-05-18T04:00:00.000Z, t: 11}",
    "{at: @2021-05-18T05:00:00.000Z}",
  ]);
});

const COFFEE = [
  { altitude: 600, variety: "Arabica Typica", score: 68.3 },
  { altitude: 750, variety: "Arabica Typica", score: 69.5 },
  { altitude: 950, variety: "Arabica Typica", score: 70.5 },
  { altitude: 1250, variety: "Gesha", score: 88.15 },
  { altitude: 1700, variety: "Gesha", score: 95.5, price: 1029 },
];

test("full and partition bounds with partitions, as the manual has them", () => {
  const full = densify(COFFEE, {
    field: "altitude",
    partitionByFields: ["variety"],
    range: { bounds: "full", step: 200 },
  });
  const altitudes = (rows: readonly string[], variety: string): number[] =>
    rows.filter((row) => row.includes(variety)).map((row) => Number(/altitude: (\d+)/.exec(row)?.[1]));
  expect(altitudes(full, "Typica")).toEqual([600, 750, 800, 950, 1000, 1200, 1400, 1600]);
  expect(altitudes(full, "Gesha")).toEqual([600, 800, 1000, 1200, 1250, 1400, 1600, 1700]);
  const apart = densify(COFFEE, {
    field: "altitude",
    partitionByFields: ["variety"],
    range: { bounds: "partition", step: 200 },
  });
  expect(altitudes(apart, "Typica")).toEqual([600, 750, 800, 950]);
  expect(altitudes(apart, "Gesha")).toEqual([1250, 1450, 1650, 1700]);
});

test.each([
  [[], { step: 2, bounds: [1, 6] }, ["{v: 1}", "{v: 3}", "{v: 5}"]],
  [[{ v: 0 }, { v: 9 }], { step: 2, bounds: [1, 6] }, ["{v: 0}", "{v: 1}", "{v: 3}", "{v: 5}", "{v: 9}"]],
  [[{ v: 2 }, { v: 3 }], { step: 2, bounds: [1, 6] }, ["{v: 1}", "{v: 2}", "{v: 3}", "{v: 5}"]],
  [
    [{ v: null }, {}, { v: 1 }, { v: 4 }],
    { step: 2, bounds: "full" },
    ["{v: null}", "{}", "{v: 1}", "{v: 3}", "{v: 4}"],
  ],
  [[{ v: 1 }, { v: 3 }], { step: 0.5, bounds: "full" }, ["{v: 1}", "{v: 1.5}", "{v: 2.0}", "{v: 2.5}", "{v: 3}"]],
  [
    [{ v: new Date("2024-01-31T00:00:00Z") }, { v: new Date("2024-03-31T00:00:00Z") }],
    { step: 1, unit: "month", bounds: "full" },
    [
      "{v: @2024-01-31T00:00:00.000Z}",
      "{v: @2024-02-29T00:00:00.000Z}",
      "{v: @2024-03-29T00:00:00.000Z}",
      "{v: @2024-03-31T00:00:00.000Z}",
    ],
  ],
])("%j in steps of %j", (documents, range, expected) => {
  expect(densify(documents, { field: "v", range })).toEqual(expected);
});

test.each([
  [
    { step: 0, bounds: "full" },
    "5733401: The step parameter in a range statement must be a strictly positive numeric value",
  ],
  [
    { step: 1.5, unit: "day", bounds: "full" },
    "6586400: The step parameter in a range statement must be a whole number when densifying a date range",
  ],
  [
    { step: 1, bounds: "partition" },
    "5733408: One cannot specify the bounds as 'partition' without specifying a non-empty array of partitionByFields. You may have meant to specify 'full' bounds.",
  ],
  [{ step: 1, bounds: "some" }, "5946802: Bounds string must either be 'full' or 'partition'"],
  [{ step: 1, bounds: [1] }, "5733403: A bounding array in a range statement must have exactly two elements"],
  [
    { step: 1, bounds: [2, 1] },
    "5733402: A bounding array must be an ascending array of either two dates or two numbers",
  ],
  [{ step: 1, bounds: [1, double(2)] }, "5876900: Upper bound, lower bound, and step must all have the same type"],
  [{ step: 1, bounds: [new Date(0), new Date(1)] }, "5733410: A bounding array of dates must specify a unit"],
  [{ step: 1, bounds: ["a", "b"] }, "5946800: Explicit bounds must be numeric or dates"],
  [{ bounds: "full" }, "40414: BSON field '$densify.range.step' is missing but a required field"],
])("$densify refuses the range %j", (range, error) => {
  expect(failureOf([], [{ $densify: { field: "v", range } }])).toBe(error);
});

test("$densify refuses values its step does not lead through", () => {
  const refused = (v: unknown, range: object): string => failureOf([{ v }], [{ $densify: { field: "v", range } }]);
  expect(refused("a", { step: 1, bounds: "full" })).toMatch(/^5733201: /);
  expect(refused(new Date(0), { step: 1, bounds: "full" })).toMatch(/^6053600: Encountered date/);
  expect(refused(1, { step: 1, unit: "day", bounds: "full" })).toMatch(/^6053600: Encountered numeric/);
});

test("$fill with values, the last one seen, and lines, as the manual has them", () => {
  const sales = [
    { date: new Date("2022-02-02"), boots: 10, sandals: 20, sneakers: 12 },
    { date: new Date("2022-02-03"), boots: 7, sneakers: 18 },
    { date: new Date("2022-02-04"), sneakers: 5 },
  ];
  expect(
    pipeline(sales, [
      { $fill: { output: { boots: { value: 0 }, sandals: { value: 0 }, sneakers: { value: 0 } } } },
      { $unset: "date" },
    ]),
  ).toEqual([
    "{boots: 10, sandals: 20, sneakers: 12}",
    "{boots: 7, sneakers: 18, sandals: 0}",
    "{sneakers: 5, boots: 0, sandals: 0}",
  ]);
  const stocks = [500, undefined, 515, undefined, undefined, 485].map((price, hour) => ({
    time: new Date(Date.UTC(2021, 2, 8, 9 + hour)),
    ...(price === undefined ? {} : { price }),
  }));
  const prices = (fill: object): string[] => pipeline(stocks, [{ $fill: fill }, { $unset: "time" }]);
  expect(prices({ sortBy: { time: 1 }, output: { price: { method: "linear" } } })).toEqual(
    ["500", "507.5", "515", "505.0", "495.0", "485"].map((price) => `{price: ${price}}`),
  );
  expect(prices({ sortBy: { time: 1 }, output: { price: { method: "locf" } } })).toEqual(
    ["500", "500", "515", "515", "515", "485"].map((price) => `{price: ${price}}`),
  );
});

test("$fill by partition, by fields or by an expression", () => {
  const scores = [
    { r: "Joe's", d: 1, s: 90 },
    { r: "Sally's", d: 1, s: 75 },
    { r: "Joe's", d: 2, s: null },
    { r: "Sally's", d: 2 },
  ];
  const filled = [
    '{r: "Joe\'s", d: 1, s: 90}',
    '{r: "Joe\'s", d: 2, s: 90}',
    '{r: "Sally\'s", d: 1, s: 75}',
    '{r: "Sally\'s", d: 2, s: 75}',
  ];
  const output = { s: { method: "locf" } };
  expect(pipeline(scores, [{ $fill: { partitionByFields: ["r"], sortBy: { d: 1 }, output } }])).toEqual(filled);
  expect(pipeline(scores, [{ $fill: { partitionBy: { r: "$r" }, sortBy: { d: 1 }, output } }])).toEqual(filled);
});

test.each([
  [{ output: {} }, "6050203: The output field in '$fill' must contain an object with at least one element"],
  [{ output: { a: 1 } }, "6050200: Each fill output specification must be an object with exactly one field"],
  [
    { output: { a: { method: "locf", value: 1 } } },
    "6050201: Each fill output specification must have exactly one of 'method' or 'value' fields, not both",
  ],
  [{ output: { a: { method: "cubic" } } }, "6050202: Method must be either locf or linear"],
  [
    { output: { a: { value: 1 } }, partitionBy: "$a", partitionByFields: ["a"] },
    "6050204: Maximum one of 'partitionBy' and 'partitionByFields can be specified in '$fill'",
  ],
  [
    { output: { a: { method: "linear" } } },
    "605001: $linearFill must be specified with a top level sortBy expression with exactly one element",
  ],
])("$fill refuses %j", (spec, error) => {
  expect(failureOf([], [{ $fill: spec }])).toBe(error);
});

const THINGS = Array.from({ length: 100 }, (_, _id) => ({ _id }));

// The manual's table: five buckets over 0..99 by each series.
test.each([
  [undefined, ["0-20:20", "20-40:20", "40-60:20", "60-80:20", "80-99:20"]],
  ["R20", ["0-20.0:20", "20.0-40.0:20", "40.0-63.0:23", "63.0-90.0:27", "90.0-100.0:10"]],
  ["E24", ["0-20.0:20", "20.0-43.0:23", "43.0-68.0:25", "68.0-91.0:23", "91.0-100.0:9"]],
  ["1-2-5", ["0-20.0:20", "20.0-50.0:30", "50.0-100.0:50"]],
  ["POWERSOF2", ["0-32:32", "32-64:32", "64-128:36"]],
])("$bucketAuto with granularity %s", (granularity, expected) => {
  const rows = pipeline(THINGS, [
    { $bucketAuto: { groupBy: "$_id", buckets: 5, ...(granularity === undefined ? {} : { granularity }) } },
  ]);
  expect(rows.map((row) => row.replace(/\{_id: \{min: (.*), max: (.*)\}, count: (.*)\}/, "$1-$2:$3"))).toEqual(
    expected,
  );
});

test.each([
  [{ groupBy: "$v", buckets: 1, granularity: "R6" }, "40257: Unknown rounding granularity 'R6'"],
  [
    { groupBy: "$v", buckets: 1, granularity: 5 },
    "40261: The $bucketAuto 'granularity' field must be a string, but found type: int",
  ],
  [
    { groupBy: "$s", buckets: 1, granularity: "R5" },
    "40258: $bucketAuto can specify a 'granularity' with numeric boundaries only, but found a value with type: string",
  ],
  [
    { groupBy: "$v", buckets: 1, granularity: "R5" },
    "40260: $bucketAuto can specify a 'granularity' with non-negative numbers only, but found a negative number",
  ],
  [
    { groupBy: "v", buckets: 1 },
    "40239: The $bucketAuto 'groupBy' field must be defined as a $-prefixed path or an expression object, but found: \"v\"",
  ],
  [{ groupBy: "$v", buckets: 0 }, "40243: The $bucketAuto 'buckets' field must be greater than 0, but found: 0"],
  [{ groupBy: "$v" }, "40246: $bucketAuto requires 'groupBy' and 'buckets' to be specified"],
])("$bucketAuto refuses %j", (spec, error) => {
  expect(failureOf([{ v: -1, s: "a" }], [{ $bucketAuto: spec }])).toBe(error);
});
