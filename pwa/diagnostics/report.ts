import { t } from "@lingui/core/macro";
import type { Check, CheckStatus } from "./check.ts";
import { factsInWords, type TakenFacts } from "./device-facts.ts";
import { maskText } from "./mask-text.ts";

const MARKS: Readonly<Record<CheckStatus, string>> = { pass: "ok", warn: "WARN", fail: "FAIL", unknown: "?" };

/** The checks as a text to copy or to keep. Amounts and addresses are replaced. */
export function reportText(checks: readonly Check[], facts: TakenFacts): string {
  const lines = checks.flatMap(({ title, status, found, meaning }) => [
    `[${MARKS[status]}] ${title}: ${maskText(found)}`,
    ...(meaning === undefined ? [] : [`    ${maskText(meaning)}`]),
  ]);
  const told = factsInWords(facts).map(({ name, value }) => `${name}: ${value}`);
  return [t`Wallet check`, ...lines, "", ...told, ""].join("\n");
}
