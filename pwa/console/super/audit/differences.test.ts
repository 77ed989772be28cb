import { expect, test } from "vitest";
import { differencesIn } from "./differences.ts";

test("each value is told as it was and as it is", () => {
  const change = {
    before: { userId: 7, roles: ["support"], settings: { minAmount: null, note: "a" } },
    after: { userId: 7, roles: ["support", "super"], settings: { minAmount: "0.5", note: "a" } },
  };
  expect(differencesIn(JSON.stringify(change))).toEqual([
    { name: "userId", before: "7", after: "7", isSame: true },
    { name: "roles", before: '["support"]', after: '["support","super"]', isSame: false },
    { name: "settings.minAmount", before: "null", after: "0.5", isSame: false },
    { name: "settings.note", before: "a", after: "a", isSame: true },
  ]);
});

test("what was not there before, or is not any more, has no value there", () => {
  expect(differencesIn('{"before":null,"after":{"email":"a@b.example"}}')).toEqual([
    { name: "email", before: undefined, after: "a@b.example", isSame: false },
  ]);
  expect(differencesIn('{"before":{"list":[{"code":"EUR"}],"none":{}},"after":null}')).toEqual([
    { name: "list.0.code", before: "EUR", after: undefined, isSame: false },
    { name: "none", before: "{}", after: undefined, isSame: false },
  ]);
  expect(differencesIn('{"before":null,"after":null}')).toEqual([]);
});

test.each(["", "[]", "null", '{"before":1}', "not json"])("what is no change is none: %s", (text) => {
  expect(differencesIn(text)).toBeNull();
});
