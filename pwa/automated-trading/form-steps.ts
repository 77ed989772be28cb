import { t } from "@lingui/core/macro";
import type { TermsProblems } from "./terms-draft.ts";

export const STEPS = ["strategy", "market", "settings", "limits", "test", "mode"] as const;
export type Step = (typeof STEPS)[number];

export const STEP_TITLES: Readonly<Record<Step, string>> = {
  get strategy() {
    return t`Choose a strategy`;
  },
  get market() {
    return t`What it trades`;
  },
  get settings() {
    return t`How it decides`;
  },
  get limits() {
    return t`What it may give and lose`;
  },
  get test() {
    return t`Back-test it`;
  },
  get mode() {
    return t`Tell or trade`;
  },
};

const MARKET_FIELDS = ["bases", "quote"];

/** Of all problems those of one step, so that nobody is told of what they have not come to yet. */
export function problemsOf(step: Step, problems: TermsProblems | null): TermsProblems {
  const own = Object.entries(problems ?? {}).filter(([field]) => stepOf(field) === step);
  return Object.fromEntries(own);
}

function stepOf(field: string): Step {
  if (MARKET_FIELDS.includes(field)) return "market";
  return field.startsWith("parameters.") ? "settings" : "limits";
}

/** The step after or before another one; null where there is none. */
export function stepBeside(step: Step, by: 1 | -1): Step | null {
  return STEPS[STEPS.indexOf(step) + by] ?? null;
}
