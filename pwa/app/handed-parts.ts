import type { RepeatParts } from "#pwa/send/door.ts";
import type { StandingParts } from "#pwa/parts/trading/standing-parts.ts";
import { withSentences } from "#pwa/platform/language/show-language.ts";
import { later } from "#pwa/ui/later.tsx";

/** What screens of one feature are handed of another, so that features need not know each other. */

export const STANDING: StandingParts = {
  Form: later(
    async () =>
      (await withSentences("standing-orders/standing-form", () => import("#pwa/standing-orders/standing-form.tsx")))
        .StandingForm,
  ),
  Review: later(
    async () =>
      (await withSentences("standing-orders/standing-review", () => import("#pwa/standing-orders/standing-review.tsx")))
        .StandingReview,
  ),
  Orders: later(
    async () =>
      (await withSentences("standing-orders/standing-orders", () => import("#pwa/standing-orders/standing-orders.tsx")))
        .StandingOrders,
  ),
};

export const REPEATS: RepeatParts = {
  Sheet: later(
    async () =>
      (await withSentences("repeated-payments/repeat-sheet", () => import("#pwa/repeated-payments/repeat-sheet.tsx")))
        .RepeatSheet,
  ),
  List: later(
    async () =>
      (
        await withSentences(
          "repeated-payments/repeated-payments",
          () => import("#pwa/repeated-payments/repeated-payments.tsx"),
        )
      ).RepeatedPayments,
  ),
};

export const SignHere = later(
  async () => (await withSentences("multisig/sign-here", () => import("#pwa/multisig/sign-here.tsx"))).SignHere,
);
