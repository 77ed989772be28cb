import { beforeEach, expect, test, vi } from "vitest";
import { elementOf, FAKE_DOCUMENT, FakeElement } from "./page.fixture.ts";
import { attributeOf, barOf, changesOf, partOf, partsOf, presenceOf, textIn } from "./write.ts";

beforeEach(() => {
  vi.stubGlobal("document", FAKE_DOCUMENT);
  return () => vi.unstubAllGlobals();
});

test("what stands there already is not written again", () => {
  const written: (string | undefined)[] = [];
  const write = changesOf<string | undefined>((value) => written.push(value));
  for (const value of [undefined, undefined, "1", "1", "2", "1"]) write(value);
  expect(written).toEqual([undefined, "1", "2", "1"]);
});

test("a text is written into one node that stays", () => {
  const cell = new FakeElement();
  const write = textIn(elementOf(cell));
  const node = cell.text;
  write("0.2501");
  write("0.2502");
  expect(cell.text).toBe(node);
  expect(node?.data).toBe("0.2502");
});

test("an attribute comes and goes, and an element with it", () => {
  const row = new FakeElement();
  const [empty, isThere] = [attributeOf(elementOf(row), "data-empty"), presenceOf(elementOf(row))];
  empty("");
  isThere(false);
  expect([row.attributes.get("data-empty"), row.hidden]).toEqual(["", true]);
  empty(null);
  empty(null);
  isThere(true);
  expect([row.attributes.has("data-empty"), row.hidden, row.writes]).toEqual([false, false, 2]);
});

test("a bar is drawn smaller without being laid out", () => {
  const bar = new FakeElement();
  barOf(elementOf(bar))(25);
  expect(bar.style["transform"]).toBe("scaleX(0.25)");
});

test("parts are found by the names that React gave them; one that is missing is a fault", () => {
  const row = new FakeElement([], [new FakeElement(["price"]), new FakeElement([], [new FakeElement(["price"])])]);
  expect(partsOf(elementOf(row), "price")).toHaveLength(2);
  expect(partOf(elementOf(row), "price")).toBe(row.children[0]);
  expect(() => partOf(elementOf(row), "amount")).toThrow("no data-amount");
});
