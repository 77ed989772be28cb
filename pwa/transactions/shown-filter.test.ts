import { expect, test } from "vitest";
import { NO_FILTER, writeFilter, type TransactionFilter } from "./filter.ts";
import { addressed, openShown, typed } from "./shown-filter.ts";

const texts = (text: string): TransactionFilter => ({ ...NO_FILTER, text });
const at = (text: string) => writeFilter(texts(text));

test("what is typed stays, however late and however few of its addresses arrive", () => {
  let shown = openShown({});
  for (const text of ["a", "ab", "abc"]) shown = typed(shown, texts(text));
  shown = addressed(shown, at("a"));
  expect(shown.filter.text).toBe("abc");
  shown = addressed(shown, at("abc"));
  expect(shown.filter.text).toBe("abc");
  expect(addressed(shown, at("abc"))).toBe(shown);
});

test("an address that was gone to otherwise is followed", () => {
  const shown = addressed(typed(openShown(at("a")), texts("ab")), at("ab"));
  expect(addressed(shown, at("x")).filter).toEqual(texts("x"));
  expect(addressed(shown, { who: "Ana" }).filter).toEqual({ ...NO_FILTER, who: "Ana" });
  expect(addressed(shown, {}).filter).toEqual(NO_FILTER);
  expect(addressed(shown, at("a")).filter).toEqual(texts("a"));
});

test("spaces that no address holds stay where they were typed, and keep nobody from following", () => {
  const shown = typed(openShown({}), texts(" "));
  expect(addressed(shown, {}).filter.text).toBe(" ");
  expect(addressed(addressed(shown, at("x")), {}).filter).toEqual(NO_FILTER);
});
