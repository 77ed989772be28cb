import { expect, test } from "vitest";
import { Code } from "#server/embedded/mongo/bson/value.ts";
import { decimal, double, evaluate, failureOf, hex, pipeline, stamp } from "./language-run.ts";

const call = (body: string, args: unknown): object => ({ $function: { body, args, lang: "js" } });

test.each([
  ["function (a, b) { return a + b; }", [1, double(2.5)], "3.5"],
  ["(name) => hex_md5(name)", ["a"], '"0cc175b9c0f1b6a831c399e269772661"'],
  ["function (list) { return Array.sum(list); }", [[1, 2, 3]], "6.0"],
  ["(d) => d.getUTCFullYear()", [new Date("2024-06-01")], "2024.0"],
  [
    "(d) => ({ d, again: [d], n: null, u: undefined })",
    [new Date(5)],
    "{d: @1970-01-01T00:00:00.005Z, again: [@1970-01-01T00:00:00.005Z], n: null, u: undefined}",
  ],
  ["(long) => [long, long + 1, typeof long]", [2n ** 53n + 1n], '[9007199254740993L, 9007199254740992.0, "object"]'],
  ["(n) => n", [decimal("1.10")], "1.10m"],
  ["(b, t) => [b, t, t.i]", [hex("00ff", 5), stamp(7, 9)], "[5:00ff, Timestamp(7, 9), 9.0]"],
  ["(o) => Object.keys(o)", [{ b: 1, a: 2 }], '["b", "a"]'],
  ["() => [NaN, -0, Infinity]", [], "[NaN, -0.0, Infinity]"],
  ["(o) => o", [{ ["__proto__"]: 1 }], "{__proto__: 1.0}"],
])("%s", (body, args, expected) => {
  expect(evaluate(call(body, args))).toBe(expected);
});

test("a script is given as code too, and its arguments as one expression", () => {
  expect(evaluate({ $function: { body: new Code("(x) => x * 2"), args: "$a", lang: "js" } }, { a: [21] })).toBe("42.0");
});

test("a script sees nothing of this process, and nothing of another command's scripts", () => {
  const reach =
    "() => [typeof process, typeof require, typeof fetch, typeof std, typeof WebAssembly, typeof globalThis.leak]";
  expect(evaluate(call("() => { globalThis.leak = 1; Array.prototype.map = null; return 1; }", []))).toBe("1.0");
  expect(evaluate(call(reach, []))).toBe(`[${Array(6).fill('"undefined"').join(", ")}]`);
  expect(evaluate(call("() => this.constructor.constructor('return typeof process')()", []))).toMatch(
    /"undefined"|^139: /,
  );
});

test("what goes wrong in a script is an error of its own", () => {
  expect(evaluate(call("() => { throw new Error('no'); }", []))).toBe("139: Error: no");
  expect(evaluate(call("() => {", []))).toMatch(/^139: SyntaxError/);
  expect(evaluate(call("5", []))).toBe("139: TypeError: the script is no function");
  expect(evaluate(call("() => { const f = () => f(); return f(); }", []))).toMatch(/^139: .*(stack|recursion)/i);
  expect(evaluate(call("() => { const a = []; for (;;) a.push('x'.repeat(1e6) + a.length); }", []))).toMatch(/^139: /);
  expect(evaluate(call("() => 1", []))).toBe("1.0");
});

test("a script that does not end is ended, and the next one runs", () => {
  expect(evaluate(call("() => { for (;;); }", []))).toMatch(/^139: .*ran for too long/);
  expect(evaluate(call("() => 1", []))).toBe("1.0");
});

test("$accumulator keeps its state in scripts, as the manual has it", () => {
  const books = [
    { author: "Dante", copies: 2 },
    { author: "Homer", copies: 10 },
    { author: "Dante", copies: 1 },
  ];
  const average = {
    $accumulator: {
      init: "function () { return { count: 0, sum: 0 }; }",
      accumulate: "function (state, copies) { return { count: state.count + 1, sum: state.sum + copies }; }",
      accumulateArgs: ["$copies"],
      merge: "function (a, b) { return { count: a.count + b.count, sum: a.sum + b.sum }; }",
      finalize: "function (state) { return state.sum / state.count; }",
      lang: "js",
    },
  };
  expect(pipeline(books, [{ $group: { _id: "$author", average } }])).toEqual([
    '{_id: "Dante", average: 1.5}',
    '{_id: "Homer", average: 10.0}',
  ]);
});

test("$where asks a script about each document, given as a function or as what it returns", () => {
  const people = [
    { n: 1, m: 1 },
    { n: 1, m: 2 },
  ];
  for (const $where of ["this.n == this.m", "return obj.n == obj.m", "function () { return this.n == this.m; }"])
    expect(pipeline(people, [{ $match: { $where } }])).toEqual(["{n: 1, m: 1}"]);
  expect(failureOf(people, [{ $match: { $where: 5 } }])).toBe("2: $where got bad type");
});

test("scripts that are not given whole are refused", () => {
  expect(evaluate({ $function: 1 })).toBe("4660801: $function requires an object as an argument, found: int");
  expect(evaluate({ $function: { args: [], lang: "js" } })).toBe("4660802: The body function must be specified.");
  expect(evaluate({ $function: { body: "x", args: [], lang: "lua" } })).toBe(
    "31419: Currently the only supported language specifier is 'js'.",
  );
  expect(failureOf([], [{ $group: { _id: 1, a: { $accumulator: { lang: "js" } } } }])).toBe(
    "4544703: $accumulator missing required argument 'init'",
  );
});
