import { type AppError } from "#schemas/errors.ts";
import type { AssetName } from "#server/platform/network/assets.ts";
import type { Portion, Spending } from "#server/platform/submissions/spending.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import type { SubmissionKind } from "#server/platform/submissions/submission.ts";
import type { OrderDocument } from "#server/orders/index.ts";
import type { Records } from "./account-records.ts";

export type { Portion };

/** What a person wants done with the ledger's exchange, before it is known what that costs and what stands against it. */
export interface Wish {
  readonly kind: Extract<SubmissionKind, "trade" | "swap" | "pool" | "stake" | "automation" | "market-making">;
  /** Without what adds lines and pays the operator. */
  readonly steps: readonly Step[];
  /** The most that leaves the account. */
  readonly gives: readonly Portion[];
  /** What the account must have room for. */
  readonly takes: readonly Portion[];
  /** Whatever else it passes through. */
  readonly through: readonly AssetName[];
  /** What an order that is replaced binds until then. */
  readonly freed: { readonly given: readonly Portion[]; readonly taken: readonly Portion[] };
  /** Base reserves that the steps bind, which is as many as the entries they make. */
  readonly reserves: number;
  /** How what it gives is judged where that is not by the least it takes. */
  readonly spending?: Spending;
  /** What the operator takes a fee on, and by which rule. */
  readonly charged: {
    readonly operation: "trade" | "swap" | "amm" | "stake" | "automation";
    readonly portions: readonly Portion[];
  };
  /** What stands against it by itself, the first first: then it has no steps. */
  readonly refusals: readonly AppError[];
  /** What stands against it as the records are. */
  readonly against: (records: Records) => readonly AppError[];
  /** What it comes to in the book, likewise; absent where it comes to none. */
  readonly way?: (records: Records) => Way;
  /** What it moves as things stand, where that is known better than by what it gives at most. */
  readonly effect?: Effect;
}

/** What a trade comes to in the book, and the own orders on its way. */
export interface Way {
  /** Own orders that the same transaction takes back first. */
  readonly takesBack: readonly OrderDocument[];
  /** The own order that stands against it. */
  readonly refusals: readonly AppError[];
  /** What a payment moves as the markets stand; null where nobody can tell, and of offers. */
  readonly effect: Effect | null;
}

/** What leaves an account at once, and what comes in. */
export interface Effect {
  readonly leaves: readonly Portion[];
  readonly comes: readonly Portion[];
}

const NOTHING_ON_THE_WAY: Way = { takesBack: [], refusals: [], effect: null };

/** What a wish comes to in the book as the records are. */
export function wayOf({ way, refusals }: Wish, records: Records): Way {
  return way && refusals.length === 0 ? way(records) : NOTHING_ON_THE_WAY;
}

export const NOTHING_FREED: Wish["freed"] = { given: [], taken: [] };

/** A wish whose terms cannot be carried out, whatever the records say. */
export function impossible(kind: Wish["kind"], refusals: readonly AppError[], assets: readonly AssetName[]): Wish {
  return {
    kind,
    steps: [],
    gives: [],
    takes: [],
    through: assets,
    freed: NOTHING_FREED,
    reserves: 0,
    charged: { operation: "trade", portions: [] },
    refusals,
    against: () => [],
  };
}
