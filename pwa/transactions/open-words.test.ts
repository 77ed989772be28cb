import { expect, test } from "vitest";
import { SubmissionState } from "#schemas/wallet.ts";
import { openBeside, standingWords, type Open } from "./open-words.ts";

function anOpen(state: Open["state"]): Open {
  return { id: 1, kind: "send", state, message: null, createdAt: "2026-05-01T10:00:00.000Z", operations: [] };
}

test("every state has its sentence, and what is being checked says why where that is known", () => {
  for (const state of SubmissionState.options) expect(standingWords(anOpen(state))).toMatch(/^[A-Z].*\.$/);
  expect(standingWords({ state: "ambiguous", message: "The network forgot it." })).toBe("The network forgot it.");
});

test("what waits for one's own key is listed once", () => {
  const open = SubmissionState.options.map(anOpen);
  expect(openBeside(open, false)).toEqual(open);
  expect(openBeside(open, true).map(({ state }) => state)).toEqual(
    SubmissionState.options.filter((state) => state !== "awaiting-signature" && state !== "created"),
  );
});
