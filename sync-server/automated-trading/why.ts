import type { SaidCode } from "#schemas/said-sentences.ts";
import { say } from "#schemas/say.ts";
import type { Why } from "#schemas/strategies/strategy.ts";

/** Digits of a number in a sentence. */
const DIGITS = 7;

const SENTENCES: Readonly<Record<string, SaidCode>> = {
  "trend-begins": "said.trend-begins",
  "trend-ends": "said.trend-ends",
  "below-band": "said.below-band",
  "back-at-average": "said.back-at-average",
  "new-high": "said.new-high",
  "new-low": "said.new-low",
  "its-turn": "said.its-turn",
  "its-turn-at-a-dip": "said.its-turn-at-a-dip",
  rung: "said.rung",
  stopped: "said.stopped",
};

/** Why a strategy wants something, as a sentence that is stored. */
export function whyText({ code, facts }: Why): string {
  const rounded = Object.entries(facts).map(([name, value]) => [name, Number(value.toPrecision(DIGITS))] as const);
  return say(SENTENCES[code] ?? "said.unknown", Object.fromEntries(rounded));
}
