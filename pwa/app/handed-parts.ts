import type { RepeatParts } from "#pwa/send/door.ts";
import type { StandingParts } from "#pwa/parts/trading/standing-parts.ts";
import { later } from "#pwa/ui/later.tsx";

/** What screens of one feature are handed of another, so that features need not know each other. */

export const STANDING: StandingParts = {
  Form: later(async () => (await import("#pwa/standing-orders/standing-form.tsx")).StandingForm),
  Review: later(async () => (await import("#pwa/standing-orders/standing-review.tsx")).StandingReview),
  Orders: later(async () => (await import("#pwa/standing-orders/standing-orders.tsx")).StandingOrders),
};

export const REPEATS: RepeatParts = {
  Sheet: later(async () => (await import("#pwa/repeated-payments/repeat-sheet.tsx")).RepeatSheet),
  List: later(async () => (await import("#pwa/repeated-payments/repeated-payments.tsx")).RepeatedPayments),
};

export const SignHere = later(async () => (await import("#pwa/multisig/sign-here.tsx")).SignHere);
