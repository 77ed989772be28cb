import { i18n } from "@lingui/core";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { afterEach, expect, test } from "vitest";
import { notificationWords } from "#schemas/notification-words.ts";
import { say } from "#schemas/say.ts";
import { writeSaid } from "#schemas/said.ts";
import { saidWords, sentenceWords } from "./said-words.ts";

const english = { ...i18n.messages };
const SPANISH = {
  "said.waiting.transaction-limit-up": "El pago más grande sube de {before} a {after} USD.",
  "notification.protection-weakened.title": "Tu cuenta está menos protegida",
  "notification.protection-weakened.body": "{hasDetail, select, yes {{detail} ¿No fuiste tú?} other {¿No fuiste tú?}}",
};

function speakSpanish() {
  const compiled = Object.entries(SPANISH).map(([id, sentence]) => [id, compileMessageOrThrow(sentence)]);
  i18n.loadAndActivate({ locale: "es", messages: { ...english, ...Object.fromEntries(compiled) } });
}

afterEach(() => i18n.loadAndActivate({ locale: "en", messages: english }));

test("a stored notification changes with the language, with its amounts", () => {
  const detail = say("said.waiting.transaction-limit-up", { when: "done", before: "1000", after: "12500.5" });
  const stored = { kind: "protection-weakened", assetCode: "", amount: "", party: "", detail };
  const telling = { sentence: sentenceWords, said: saidWords, amount: () => null, party: (address: string) => address };
  expect(notificationWords(stored, telling).body).toBe(
    "The largest single payment rises from 1,000 to 12,500.5 USD. If this was not you, change your password at once and freeze your account.",
  );
  speakSpanish();
  expect(notificationWords(stored, telling)).toMatchObject({
    title: "Tu cuenta está menos protegida",
    body: "El pago más grande sube de 1000 a 12.500,5 USD. ¿No fuiste tú?",
  });
});

test("an instant is told in this device's own time", () => {
  const at = new Date(2026, 10, 23, 9, 5).getTime();
  expect(saidWords(say("said.on-date", { at }))).toBe("On Nov 23, 2026, 9:05 AM.");
});

test("words from before there were codes stay as they are, and what is not known here is told in general", () => {
  expect(saidWords("The network refused it.")).toBe("The network refused it.");
  expect(saidWords(writeSaid("said.made-up-tomorrow"))).toBe("Update the app to see what it is.");
});

test.each(["en", "es"])("facts that fill no sentence are told in general words (%s)", (language) => {
  if (language === "es") speakSpanish();
  const unknown = "Update the app to see what it is.";
  const broken = [writeSaid("said.on-date", { at: 1e300 }), writeSaid("said.on-date"), writeSaid("said.paused")];
  expect(broken.map((text) => saidWords(text))).toEqual([unknown, unknown, unknown]);
});
