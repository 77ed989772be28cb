import { expect, test } from "vitest";
import { ownIds, shorten, shortIds } from "./short-ids.ts";

const SHORT = shortIds(["BcFt-E", "error.busy", "a1/B+c"]);

test("generated ids go by numbers, those that are said by code as they are", () => {
  expect([...SHORT]).toEqual([
    ["BcFt-E", "0"],
    ["a1/B+c", "1"],
  ]);
});

test("a script names them short, and nothing else of six characters", () => {
  const code = 'i18n._({ id: "BcFt-E" }); jsx(Trans,{id:`a1/B+c`}); f({ id: "others", name: "BcFt-E" });';
  const made = shorten(code, SHORT);
  expect(made).toBe('i18n._({ id: "0" }); jsx(Trans,{id:"1"}); f({ id: "others", name: "BcFt-E" });');
  expect(ownIds(made, SHORT)).toEqual(["BcFt-E"]);
});
