import { t } from "@lingui/core/macro";
import type { DraftField, PoolDraft, PoolProblems } from "./pool-draft.ts";

export const STEPS = ["pair", "reference", "ladder", "stops", "simulation"] as const;
export type Step = (typeof STEPS)[number];

export const STEP_TITLES: Readonly<Record<Step, string>> = {
  get pair() {
    return t`What goes into the pool`;
  },
  get reference() {
    return t`The price it stands around`;
  },
  get ladder() {
    return t`Its offers`;
  },
  get stops() {
    return t`When it stops`;
  },
  get simulation() {
    return t`The last 90 days`;
  },
};

const STEP_OF: Readonly<Record<DraftField, Step>> = {
  base: "pair",
  quote: "pair",
  baseAmount: "pair",
  quoteAmount: "pair",
  referenceKind: "reference",
  targetPrice: "reference",
  pairBase: "reference",
  pairQuote: "reference",
  walletCount: "ladder",
  levels: "ladder",
  spreadPercentage: "ladder",
  depthPercentage: "ladder",
  minTradeSize: "ladder",
  maxTradeSize: "ladder",
  priceMargin: "stops",
  inventoryTarget: "stops",
  skew: "stops",
  maxDrawdown: "stops",
  maxDailyLoss: "stops",
  maxFillsPerMinute: "stops",
};

/** Of all problems those of one step, so that nobody is told of what they have not come to yet. */
export function problemsOf(step: Step, problems: PoolProblems | null): PoolProblems {
  const own = Object.entries(problems ?? {}).filter(([field]) => isField(field) && STEP_OF[field] === step);
  return Object.fromEntries(own);
}

function isField(name: string): name is DraftField {
  return Object.hasOwn(STEP_OF, name);
}

/** The step after or before another one; null where there is none. */
export function stepBeside(step: Step, by: 1 | -1): Step | null {
  return STEPS[STEPS.indexOf(step) + by] ?? null;
}

/** What each step of the form is given. */
export interface StepProps {
  readonly draft: PoolDraft;
  readonly problems: PoolProblems;
  readonly onDraft: (draft: PoolDraft) => void;
}
