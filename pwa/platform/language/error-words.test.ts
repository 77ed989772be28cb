import { i18n } from "@lingui/core";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { afterEach, expect, test } from "vitest";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { writeSaid } from "#schemas/said.ts";
import { answerWords, refusalWords } from "./error-words.ts";
import { saidWords } from "./said-words.ts";

const { messages: english } = i18n;

function showFrench(): void {
  const messages = {
    "error.fee-balance-too-low": compileMessageOrThrow("Il vous manque {fee} XLM pour les frais du réseau."),
    "reason.left-out": compileMessageOrThrow("Vous l’avez laissé de côté."),
    "field.name-it": compileMessageOrThrow("Donnez-lui un nom"),
  };
  i18n.loadAndActivate({ locale: "fr", messages });
}
afterEach(() => i18n.loadAndActivate({ locale: "en", messages: english }));

test("a stored reason changes with the language", () => {
  const stored = writeSaid("reason.left-out");
  expect(saidWords(stored)).toBe("You left this one out.");
  showFrench();
  expect(saidWords(stored)).toBe("Vous l’avez laissé de côté.");
  expect(saidWords("You left this one out.")).toBe("You left this one out.");
});

test("an error that was caught is worded in the language that is shown by now", () => {
  const body = { code: "fee-balance-too-low", message: "You need 1,234.5 XLM more.", facts: { fee: "1234.5" } };
  const error = new HttpError(409, "", JSON.stringify(body));
  expect(error.sentence).toBe("You need 1,234.5 XLM more to pay the network fee.");
  showFrench();
  expect(error.sentence).toMatch(/^Il vous manque 1\s234,5 XLM pour les frais du réseau\.$/u);
});

test("so is what is wrong with its fields", () => {
  const issue = { path: "label", message: "Name it", code: "field.name-it", facts: {} };
  const error = new HttpError(
    400,
    "",
    JSON.stringify({ code: "input-invalid", message: "Name it", facts: {}, issues: [issue] }),
  );
  expect([error.sentence, error.issues]).toEqual(["Name it", { label: "Name it" }]);
  showFrench();
  expect([error.sentence, error.issues]).toEqual(["Donnez-lui un nom", { label: "Donnez-lui un nom" }]);
});

test("what this app has no words for, or not all facts of, is told in the server's", () => {
  const message = "From a newer server.";
  expect(refusalWords({ code: "not-invented-yet", message, facts: {} })).toBe(message);
  expect(refusalWords({ code: "fee-balance-too-low", message })).toBe(message);
  expect(answerWords({ code: "reason.not-invented-yet", facts: {} }, message)).toBe(message);
  expect(answerWords(null, message)).toBe(message);
});

test("an answer whose facts fill no sentence is told in the words beside it", () => {
  expect(answerWords({ code: "said.on-date", facts: { at: 1e300 } }, "On a day.")).toBe("On a day.");
  expect(answerWords({ code: "said.paused", facts: {} }, "Paused.")).toBe("Paused.");
});
