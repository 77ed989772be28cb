import { lazy } from "react";
import { later } from "#pwa/ui/later.tsx";

/** Parts of a desk whose scripts are fetched when they are first shown. */

export const OrderForm = lazy(async () => ({ default: (await import("./order-form.tsx")).OrderForm }));
export const OrdersCard = later(async () => (await import("./orders-card.tsx")).OrdersCard);
export const CancelSheet = later(async () => (await import("./cancel-sheet.tsx")).CancelSheet);
export const PairPicker = later(async () => (await import("./pair-picker.tsx")).PairPicker);
