import { expect, test } from "vitest";
import { compare } from "./compare.ts";
import { realNetwork, type Recording } from "./recording.ts";

const STEPS = ["create many", "taker", "pool withdraw"];
const whole = realNetwork();
const [payments = ""] = Object.keys(whole.reads).filter((path) => /\/payments\?limit=200/.test(path));
/** A part of the recording: all of it takes seconds to compare. */
const real: Recording = {
  ...whole,
  steps: whole.steps.filter(({ name }) => STEPS.includes(name)),
  reads: { [payments]: whole.reads[payments] ?? null },
};

/** The recording with some words in what one step was answered replaced. */
function withStep(name: string, from: string | RegExp, to: string): Recording {
  const steps = real.steps.map((step) => (step.name === name ? replaced(step, from, to) : step));
  return { ...real, steps };
}

function replaced<T>(value: T, from: string | RegExp, to: string): T {
  const text = JSON.stringify(value);
  const changed = text.replace(from, () => to);
  if (changed === text) throw new Error(`nothing reads ${from}`);
  return JSON.parse(changed);
}

const kinds = (ours: Recording) => [...new Set(compare(real, ours).found.map(({ kind }) => kind))];

test("a recording is equal to itself", () => {
  expect(compare(real, real)).toEqual({ answers: 3 * 6 + 1 + 18 + 7, found: [] });
});

test.each([
  ["an amount", "taker", '"bought_amount":"100.0000000"', '"bought_amount":"100.0000001"'],
  ["a field too many", "taker", '"successful":true', '"successful":true,"more":1'],
  ["a field too few", "taker", '"memo_type":"none",', ""],
  ["another type", "taker", '"operation_count":1', '"operation_count":"1"'],
  ["a content type", "taker", "application/hal+json; charset=utf-8", "application/json"],
  ["parameters of a link in another order", "taker", "cursor=&limit=10", "limit=10&cursor="],
])("%s is found", (_, step, from, to) => {
  expect(kinds(withStep(step, from, to))).toHaveLength(1);
});

test("so are other places within a ledger, and other numbers inside of XDR", () => {
  const [id = ""] = /"id":"\d+"/.exec(JSON.stringify(real.steps.find(({ name }) => name === "taker")?.ops)) ?? [];
  const moved = id.replace(/\d"$/, '9"');
  expect(kinds(withStep("taker", id, moved))).toEqual(["ops._embedded.records[].id"]);
  const other = real.steps.find(({ name }) => name === "pool withdraw");
  const [result = ""] = /"result_xdr":"[^"]+"/.exec(JSON.stringify(other)) ?? [];
  expect(kinds(withStep("taker", /"result_xdr":"[^"]+"/, result)).every((kind) => kind.includes("result_xdr"))).toBe(
    true,
  );
  expect(kinds(withStep("taker", /"result_xdr":"[^"]+"/, result))).not.toEqual([]);
});

test("what never can be equal is not: times, and hashes of ledgers", () => {
  expect(kinds(withStep("taker", /"created_at":"[^"]+"/g, '"created_at":"2031-01-01T00:00:00Z"'))).toEqual([]);
});

test("a record that is missing is told as that alone", () => {
  const answer = replaced(real.reads[payments] ?? null, /"records":\[\{.*?\},\{"_links"/, '"records":[{"_links"');
  const { found } = compare(real, { ...real, reads: { [payments]: answer } });
  expect(found.map(({ where, kind }) => [where, kind])).toEqual([[payments, "GET.body._embedded.records[] missing"]]);
});
