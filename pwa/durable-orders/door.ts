import { later } from "#pwa/ui/later.tsx";

export const RecurringBuys = later(async () => (await import("./recurring-buys.tsx")).RecurringBuys);
