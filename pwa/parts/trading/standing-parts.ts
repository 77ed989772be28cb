import type { ComponentType } from "react";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import type { StandingKind, StandingTerms } from "#schemas/standing-orders.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import type { Best, OrderDraft, Reviewed } from "./order-draft.ts";

/** A standing order that trades; the others are payments that are repeated. */
export type TradeRow = LocalRow<"durable_orders"> & { readonly terms: StandingTerms };

export function isTradeRow(row: LocalRow<"durable_orders">): row is TradeRow {
  return row.terms.kind !== "payment";
}

export interface StandingFormProps {
  readonly kind: StandingKind;
  /** As it is looked at. */
  readonly pair: PairQuery;
  readonly best: Best;
  readonly places: number;
  readonly draft: OrderDraft;
  readonly onDraft: (change: Partial<OrderDraft>) => void;
  readonly isOnline: boolean;
  readonly onReview: (reviewed: Reviewed) => void;
}

export interface StandingReviewProps {
  readonly terms: StandingTerms;
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

export interface StandingOrdersProps {
  /** Those of this pair; null for all. */
  readonly pair: PairQuery | null;
  /** Those of one kind; all where it is not given. */
  readonly kind?: StandingKind;
  /** What is said where there are none. */
  readonly empty: string;
}

/** What a trading desk is handed to offer standing orders: it knows nothing else of them. */
export interface StandingParts {
  readonly Form: ComponentType<StandingFormProps>;
  readonly Review: ComponentType<StandingReviewProps>;
  readonly Orders: ComponentType<StandingOrdersProps>;
}
