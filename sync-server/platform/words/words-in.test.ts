import { expect, test } from "vitest";
import { writeSaid } from "#schemas/said.ts";
import { SENTENCES } from "#schemas/sentences.ts";
import { LANGUAGES } from "#schemas/values/languages.ts";
import { MAIL_SENTENCES } from "./mail-sentences.ts";
import { wordsIn } from "./words-in.ts";

test("a text that is code and facts is worded, also within another one, and any other is left as it is", () => {
  const { said } = wordsIn("en");
  expect(said(writeSaid("said.looked-into"))).toBe("We looked into it: the money was not sent.");
  const both = { first: writeSaid("said.order", { side: "sell", base: "XLM", quote: "USDC" }), second: "It is so." };
  expect(said(writeSaid("said.both", both))).toBe("To sell XLM for USDC. It is so.");
  expect(said("The network refused it: {code}")).toBe("The network refused it: {code}");
});

test("refusals are said by their codes, with amounts grouped", () => {
  expect(wordsIn("en").said(writeSaid("error.balance-too-low", { spendable: "1234.5000000", assetCode: "XLM" }))).toBe(
    "You can spend 1,234.5 XLM at most; the rest is reserved by the network or by other payments.",
  );
});

test("what a later server stored is told in general words, and an id of ours that is nowhere is a fault", () => {
  expect(wordsIn("en").said(writeSaid("said.made-up-tomorrow"))).toBe("Update the app to see what it is.");
  expect(() => wordsIn("en").sentence("mail.made-up")).toThrow("mail.made-up");
});

test.each(LANGUAGES)("facts that fill no sentence are told in general words in %s", (language) => {
  const { said } = wordsIn(language);
  const unknown = said(writeSaid("said.unknown"));
  expect(said(writeSaid("said.on-date", { at: 1e300 }))).toBe(unknown);
  expect(said(writeSaid("said.on-date"))).toBe(unknown);
  expect(said(writeSaid("said.paused"))).toBe(unknown);
  expect(said(writeSaid("said.both", { first: writeSaid("said.paused"), second: "It is so." }))).toContain(unknown);
});

test("a person's words are never read as a sentence of their own", () => {
  const memo = String.raw`{label} '{' \u202e \\x41`;
  const { said } = wordsIn("en");
  const listed = writeSaid("said.listed", { hasMemo: "yes", label: "{memo} {0}", memo });
  expect(said(listed)).toBe(`{memo} {0}, with the memo ${memo}`);
  expect(said(writeSaid("said.both", { first: listed, second: memo }))).toContain(memo);
});

test.each(LANGUAGES)("every sentence can be said in %s, in whatever state its catalogue is", (language) => {
  const { sentence } = wordsIn(language);
  for (const id of Object.keys({ ...SENTENCES, ...MAIL_SENTENCES }))
    expect(sentence(id, { count: 1 })).toBeTypeOf("string");
});
