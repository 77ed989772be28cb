import * as v from "valibot";
import { expect, test } from "vitest";
import { Content } from "#schemas/content/items.ts";
import { SECTION_TYPES } from "#schemas/content/sections.ts";
import { SAMPLES } from "./sample-content.ts";

test("what the example begins with could be saved", () => {
  for (const sample of Object.values(SAMPLES)) expect(v.safeParse(Content, sample).issues).toBeUndefined();
});

test("its page has each kind of section", () => {
  const { page } = SAMPLES;
  const kinds = page.kind === "page" ? page.words.en.sections.map(({ type }) => type) : [];
  expect([...new Set(kinds)].toSorted()).toEqual([...SECTION_TYPES].toSorted());
});
