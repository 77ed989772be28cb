import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepDraft, readKeptDraft } from "./kept-draft.ts";
import { EMPTY_DRAFT } from "./payment.ts";
import { type SmallStorage, stubSmallStorage } from "./small-storage.fixture.ts";

let small: SmallStorage;
const draft = { ...EMPTY_DRAFT, to: "GANA", amount: "1" };

beforeEach(() => {
  small = stubSmallStorage();
});
afterEach(() => vi.unstubAllGlobals());

test("what was typed is there again, for whoever typed it alone", () => {
  keepDraft(7, draft);
  expect(readKeptDraft(7)).toEqual(draft);
  expect(readKeptDraft(8)).toEqual(EMPTY_DRAFT);
  keepDraft(7, EMPTY_DRAFT);
  expect(small.texts.size).toBe(0);
});
