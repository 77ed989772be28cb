import { readSaid, type SaidFacts, writeSaid } from "./said.ts";
import type { SaidCode } from "./said-sentences.ts";

/** One of the sentences of `said-sentences.ts` as it is stored: its code, and what fills its places. */
export function say(code: SaidCode, facts: SaidFacts = {}): string {
  return writeSaid(code, facts);
}

/** Sentences one after the other, as one that is stored; empty ones are none. */
export function sayBoth(first: string, second: string): string {
  if (first === "" || second === "") return `${first}${second}`;
  return say("said.both", { first, second });
}

/** A stored text of at most `most` characters: words are cut, of code and facts the longest fact. */
export function cutSaid(text: string, most: number): string {
  if (text.length <= most) return text;
  const said = readSaid(text);
  if (said === null) return text.slice(0, most);
  const [longest = ""] = Object.keys(said.facts).toSorted(
    (one, other) => lengthOf(said.facts[other]) - lengthOf(said.facts[one]),
  );
  const fact = said.facts[longest];
  if (typeof fact !== "string" || fact === "") return say("said.unknown");
  const shorter = cutSaid(fact, Math.max(0, fact.length - (text.length - most)));
  // What is escaped takes more room than it has letters.
  const cut = shorter.length < fact.length ? shorter : "";
  return cutSaid(writeSaid(said.code, { ...said.facts, [longest]: cut }), most);
}

function lengthOf(fact: string | number | undefined): number {
  return String(fact ?? "").length;
}
