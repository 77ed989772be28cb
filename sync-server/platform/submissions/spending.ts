import type { ClientSession } from "mongodb";
import type { AppError } from "#schemas/errors.ts";
import type { IdentityOperation } from "#schemas/security.ts";
import type { TypedMemo } from "#schemas/values/memo.ts";
import type { Price } from "#schemas/values/money.ts";
import type { AssetName } from "#server/platform/network/assets.ts";

/** So much of an asset, in stroops. */
export interface Portion {
  readonly asset: AssetName;
  readonly amount: bigint;
}

/** What an act does with its payer's money, by which it is judged. */
export type Spending =
  /** It goes to somebody else. `to` is G... or M... */
  | { readonly kind: "payment"; readonly to: string; readonly memo: TypedMemo; readonly paid: Portion }
  /**
   * All that an account has leaves it at once, to one address: the account closes. Where the closing was announced, and has waited as
   * long as a raise of its owner's limits would have, those limits are not asked; where it goes beyond the operators' own, one of them
   * has to let it go.
   */
  | {
      readonly kind: "everything";
      readonly to: string;
      readonly memo: TypedMemo;
      readonly paid: readonly Portion[];
      readonly isAnnounced: boolean;
    }
  /** It is given for something: what is not surely worth as much is given away. `adds` are the lines that come with it. */
  | {
      readonly kind: "exchange";
      readonly operation: Extract<IdentityOperation, "swap" | "trade">;
      readonly gives: readonly Portion[];
      /** What surely comes in for all of it. */
      readonly takes: readonly Portion[];
      readonly adds: readonly AssetName[];
      /** Whatever else it passes through. */
      readonly through: readonly AssetName[];
    }
  /** Both assets for shares of their pool, in whatever ratio between the two prices (units of A for one of B). */
  | {
      readonly kind: "pool";
      readonly a: Portion;
      readonly b: Portion;
      readonly minPrice: Price;
      readonly maxPrice: Price;
    }
  /** It is kept for later, and judged then: whoever has it kept shows who they are, since nobody will be there. `to` as of a payment. */
  | { readonly kind: "later"; readonly assets: readonly AssetName[]; readonly to: string | null }
  /** It comes back into its owner's hands: shares and orders taken back. */
  | { readonly kind: "back"; readonly assets: readonly AssetName[] }
  /** It stays where it is, but for what the network takes: lines, claims, keys. The act's own rules say who may. */
  | { readonly kind: "stays" };

/** What whoever confirms has to show of themself. */
export interface Needs {
  /** Their password, in this very request; a passkey may stand for it. */
  readonly password: boolean;
  /** A code of their second factor, in this very request, if they have one; likewise. */
  readonly secondFactor: boolean;
  /** A session confirmed within the last minutes, whatever else they show. */
  readonly confirmation: boolean;
}

export const NEEDS_NOTHING: Needs = { password: false, secondFactor: false, confirmation: false };

/** What limits count of a submission: in USD, XLM, or units of an asset that never had a price. */
export interface Spent {
  readonly unit: "USD" | "XLM" | "own";
  /** Key of the asset whose own units are counted; absent of USD and XLM. */
  readonly asset?: string;
  /** In ten-millionths of the unit, as decimal text. */
  readonly amount: string;
  /** Whether nobody was asked to show who they are for it, since it was so little. */
  readonly isTolerated?: true;
}

/** What goes out by a submission, whatever comes in for it: by it is counted from how much on an identity is asked for. */
export interface Turnover {
  readonly operation: IdentityOperation;
  readonly worths: readonly Spent[];
}

/** What is given away by an exchange, beyond what it surely brings. Ten-millionths of the unit. */
export interface Loss {
  readonly unit: Spent["unit"];
  readonly assetCode: string;
  readonly amount: bigint;
}

/** What the rules about spending say of an act. */
export interface Verdict {
  /** What stands against whoever pays: told before all else. */
  readonly payer: readonly AppError[];
  /** What stands against the spending itself: told last. */
  readonly spending: readonly AppError[];
  readonly needs: Needs;
  /** Whether it waits for an operator. */
  readonly needsApproval: boolean;
  readonly spent: readonly Spent[];
  /** Null where nothing goes out. */
  readonly turnover: Turnover | null;
  /** What counts as given away; none of a payment, and where it is tolerated. */
  readonly losses: readonly Loss[];
  /** What a payment is worth in USD, in ten-millionths; null where no price of today is known. */
  readonly usd: bigint | null;
}

export const NOTHING_AGAINST: Verdict = {
  payer: [],
  spending: [],
  needs: NEEDS_NOTHING,
  needsApproval: false,
  spent: [],
  turnover: null,
  losses: [],
  usd: null,
};

/** An act by which nothing leaves. */
export const NOTHING_LEAVES = { spending: { kind: "stays" }, verdict: NOTHING_AGAINST } as const;

/** The rules about spending. Every act that spends is asked about, and asked again within the transaction that records it. */
export interface Guard {
  judge(session: ClientSession, userId: number, spending: Spending): Promise<Verdict>;
}

/** Everything that stands against an act, in the order in which a person is told of it. */
export function allRefusals({ payer, spending }: Verdict, own: readonly AppError[]): AppError[] {
  return [...payer, ...own, ...spending];
}
