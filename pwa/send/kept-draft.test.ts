import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepDraft, readKeptDraft } from "./kept-draft.ts";
import { EMPTY_DRAFT, type SendDraft } from "./payment.ts";
import { type SmallStorage, stubSmallStorage } from "./small-storage.fixture.ts";

let small: SmallStorage;
const draft: SendDraft = { ...EMPTY_DRAFT, to: "GANA", amount: "1", amountIn: "usd", message: "For lunch" };

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

test("what a former version kept is of the asset, and nobody asked for it", () => {
  keepDraft(7, draft);
  for (const [key, text] of small.texts) {
    const { draft: kept, ...rest } = JSON.parse(text);
    const { amountIn: _, message: __, ...former } = kept;
    small.texts.set(key, JSON.stringify({ ...rest, draft: former }));
  }
  expect(readKeptDraft(7)).toEqual({ ...draft, amountIn: "asset", message: "" });
});
