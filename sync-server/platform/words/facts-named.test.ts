import { type CompiledMessage, compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";
import { NOTIFICATION_SENTENCES } from "#schemas/notification-sentences.ts";
import { SENTENCES } from "#schemas/sentences.ts";
import { LANGUAGES } from "#schemas/values/languages.ts";
import { MAIL_SENTENCES } from "./mail-sentences.ts";
import { CATALOGUES, readCatalogue } from "./read-catalogue.ts";
import { wordsIn } from "./words-in.ts";

const ENGLISH: Readonly<Record<string, string>> = { ...SENTENCES, ...MAIL_SENTENCES };
const GIVEN = ["hasAmount", "hasParty", "hasDetail"];
const MARKS = { amount: "[amount]", party: "[party]", detail: "[detail]" };

function factsIn(message: CompiledMessage): string[] {
  return message.flatMap((token): string[] => {
    if (typeof token === "string") return [];
    const [name, , cases] = token;
    const inner = typeof cases === "object" && cases !== null ? Object.values(cases) : [];
    return [name, ...inner.flatMap((each) => (Array.isArray(each) ? factsIn(each) : []))];
  });
}

function factsOf(sentence: string): string[] {
  return [...new Set(factsIn(compileMessageOrThrow(sentence)))].toSorted();
}

/** Every combination of what may be known of a notification. */
const KNOWN = Array.from({ length: 2 ** GIVEN.length }, (_, bits) =>
  Object.fromEntries(GIVEN.map((name, index) => [name, (bits >> index) % 2 === 1 ? "yes" : "no"])),
);

test.each(LANGUAGES)(
  "what %s says of codes and in mails can be read, and names the facts that English does",
  (language) => {
    const translated = CATALOGUES.flatMap((name) => [...readCatalogue(name, language)]);
    for (const [id, sentence] of translated) {
      const english = ENGLISH[id];
      // One that is in no table any more is the completeness check's.
      if (english !== undefined) expect(factsOf(sentence), `${id} in ${language}`).toEqual(factsOf(english));
    }
  },
);

test.each(LANGUAGES)("whatever is known of a notification, %s names as much of it as English does", (language) => {
  const [english, other] = [wordsIn("en"), wordsIn(language)];
  const named = (text: string) => Object.values(MARKS).filter((mark) => text.includes(mark));
  for (const id of Object.keys(NOTIFICATION_SENTENCES)) {
    for (const known of KNOWN) {
      const facts = { ...MARKS, ...known, count: 7 };
      const said = other.sentence(id, facts);
      expect(named(said), `${id} in ${language}`).toEqual(named(english.sentence(id, facts)));
      if (id.startsWith("notification.many") && id !== "notification.many.body") expect(said).toContain("7");
    }
  }
});
