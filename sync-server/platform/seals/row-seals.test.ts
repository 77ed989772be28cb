import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { canonical } from "./canonical.ts";
import { rowSeals } from "./row-seals.ts";

const root = randomBytes(32);
const seals = rowSeals(root);

test("content has one text whatever the order of its fields, and absent is undefined", () => {
  const at = new Date(5);
  expect(canonical({ b: [1, { d: at, c: null }], a: "x" })).toBe(
    canonical({ a: "x", b: [1, { c: null, d: at }], e: undefined }),
  );
});

test("what is not the same has another text", () => {
  const texts = [
    1,
    "1",
    1n,
    true,
    "true",
    null,
    "null",
    new Date(1),
    "d1",
    "n1",
    [],
    {},
    [1],
    { 0: 1 },
    ["a,b"],
    ["a", "b"],
  ];
  expect(new Set(texts.map(canonical)).size).toBe(texts.length);
});

test("what a row does not hold cannot be sealed", () => {
  for (const strange of [Number.NaN, Symbol("a"), () => 1, new Map(), Buffer.from("a")])
    expect(() => canonical({ strange })).toThrow("cannot be sealed");
});

test("a seal holds for its own content and purpose, under its own key", () => {
  const seal = seals.seal("deposits", { id: 1, amount: "5" });
  expect(seals.isSealed("deposits", { amount: "5", id: 1 }, seal)).toBe(true);
  expect(rowSeals(root).isSealed("deposits", { id: 1, amount: "5" }, seal)).toBe(true);
  expect(seals.isSealed("deposits", { id: 1, amount: "6" }, seal)).toBe(false);
  expect(seals.isSealed("orders", { id: 1, amount: "5" }, seal)).toBe(false);
  expect(rowSeals(randomBytes(32)).isSealed("deposits", { id: 1, amount: "5" }, seal)).toBe(false);
  for (const none of [undefined, null, "", "x", seal.slice(1), `${seal}A`, 7])
    expect(seals.isSealed("deposits", { id: 1, amount: "5" }, none)).toBe(false);
});

test("a sealing key has a name of its own that says nothing of it", () => {
  expect(rowSeals(root).name).toBe(seals.name);
  expect(rowSeals(randomBytes(32)).name).not.toBe(seals.name);
});
