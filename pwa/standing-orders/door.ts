import { later } from "#pwa/ui/later.tsx";

/** What other features may use of this one. */

export const RecurringBuys = later(async () => (await import("./recurring-buys.tsx")).RecurringBuys);
