import { expect, test } from "vitest";
import { contentText } from "./content-text.ts";
import { SAMPLES } from "./sample-content.ts";

test("everything of a page is compared, a part of it each", () => {
  const text = contentText(SAMPLES.page, "en") ?? "";
  for (const said of ["Sending your first payment", "bold", "Check the address", "What | How long", "Still unsure?"])
    expect(text).toContain(said);
  expect(contentText(SAMPLES.page, "es")).toBeNull();
});

test("of a menu, what is written in the language, further in where it is within another", () => {
  expect(contentText(SAMPLES.menu, "en")?.split("\n").slice(0, 3)).toEqual([
    "Footer",
    "Product (/features)",
    "  Security (/security)",
  ]);
  expect(contentText(SAMPLES.menu, "es")).toBe("Pie de página");
  expect(contentText(SAMPLES.menu, "fr")).toBeNull();
});

test("of a block, its words and where its link leads", () => {
  expect(contentText(SAMPLES.block, "en")).toContain("What that means (/help)");
});
