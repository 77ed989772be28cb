import { later } from "#pwa/ui/later.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";

/** Parts of a desk whose scripts are fetched when they are first shown. */

export const OrderForm = later(
  async () => (await import("./order-form.tsx")).OrderForm,
  // As high as a form that is not filled in.
  () => <Skeleton className="h-[37.9rem] w-full" />,
);
export const OrdersCard = later(async () => (await import("./orders-card.tsx")).OrdersCard);
export const CancelSheet = later(async () => (await import("./cancel-sheet.tsx")).CancelSheet);
export const PairPicker = later(async () => (await import("./pair-picker.tsx")).PairPicker);
/** On a phone below all else that its place shows, at a desk with a height of its own. */
export const TapeCard = later(
  async () => (await import("./tape-card.tsx")).TapeCard,
  () => <Skeleton className="m-3 h-64" />,
);
