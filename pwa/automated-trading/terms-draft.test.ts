import { readNumber } from "#pwa/parts/trading/typed-number.ts";
import { describe, expect, test } from "vitest";
import { StrategyKind } from "#schemas/automated-trading.ts";
import { draftOf, newDraft, ofStrategy, readTerms, type TermsDraft } from "./terms-draft.ts";

const USDC = "USDC-GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";
const DRAFT: TermsDraft = { ...newDraft("XLM", USDC), budget: "100", perTrade: "10", perDay: "30" };

function problemsOf(changes: Partial<TermsDraft>) {
  return readTerms({ ...DRAFT, ...changes }).problems;
}

describe("what was typed of an automation", () => {
  test.each(StrategyKind.options)(
    "the usual settings of %s can be started, and are the same when read again",
    (kind) => {
      const { terms } = readTerms(ofStrategy(DRAFT, kind));
      expect(terms?.strategy).toBe(kind);
      expect(terms && readTerms(draftOf(terms)).terms).toEqual(terms);
    },
  );

  test("what the server kept with all seven places is the same when it is started anew", () => {
    const { terms } = readTerms(DRAFT);
    expect(terms && readTerms(draftOf({ ...terms, budget: "100.0000000" })).terms).toEqual(terms);
  });

  test("slippage is typed in percent and kept in hundredths of it", () => {
    expect(readTerms({ ...DRAFT, slippage: "1.25" }).terms?.slippage).toBe(125);
    expect(readTerms({ ...DRAFT, slippage: "0.29" }).terms?.slippage).toBe(29);
  });

  test("an empty form says so at each field", () => {
    const problems = problemsOf({ bases: [], quote: "", budget: "", perTrade: "", perDay: "", cooldown: "" });
    expect(Object.keys(problems ?? {}).toSorted()).toEqual(
      ["bases", "budget", "cooldown", "perDay", "perTrade", "quote"].toSorted(),
    );
  });

  test("no asset is traded for itself", () => {
    expect(problemsOf({ quote: "XLM" })).toMatchObject({ quote: expect.stringContaining("itself") });
  });

  test("a trade is within the budget, and a day is not less than a trade", () => {
    expect(problemsOf({ perTrade: "100.0000001" })).toHaveProperty("perTrade");
    expect(problemsOf({ perTrade: "30.1" })).toEqual({ perDay: expect.any(String) });
    expect(problemsOf({ perTrade: "30" })).toBeNull();
  });

  test.each([{ fast: "1" }, { fast: "2.5" }, { fast: "" }, { slow: "401" }, { stopRanges: "twice" }, { range: "-3" }])(
    "%o is beyond what the strategy takes",
    (changed) => {
      const [name = ""] = Object.keys(changed);
      const problems = problemsOf({ parameters: { ...DRAFT.parameters, ...changed } });
      expect(problems).toEqual({ [`parameters.${name}`]: expect.any(String) });
    },
  );

  test("a fast average is shorter than the slow one, and a ladder has its top above its foot", () => {
    expect(problemsOf({ parameters: { ...DRAFT.parameters, fast: "50" } })).toHaveProperty(["parameters.slow"]);
    const grid = ofStrategy(DRAFT, "grid");
    const upsideDown = { ...grid, parameters: { ...grid.parameters, lowest: "0.5", highest: "0.5" } };
    expect(readTerms(upsideDown).problems).toHaveProperty(["parameters.highest"]);
  });

  test("another strategy brings its own usual settings, the same one keeps what was typed", () => {
    const typed = { ...DRAFT, parameters: { ...DRAFT.parameters, fast: "7" } };
    expect(ofStrategy(typed, "trend-following")).toBe(typed);
    expect(Object.keys(ofStrategy(typed, "breakout").parameters)).toEqual(["entry", "exit"]);
  });

  test("the smallest price of a ladder is read as it is shown", () => {
    const rule = { least: 0.000_000_1, most: 1, isWhole: false };
    expect(readNumber("0.0000001", rule)).toBe(0.000_000_1);
    expect(readNumber("0", rule)).toContain("0.0000001");
  });
});
