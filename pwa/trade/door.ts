/** What other features may use of this one. */

export { BookCard } from "./book-card.tsx";
export { CandleCard } from "./candle-card.tsx";
export { Change } from "./change.tsx";
export { readLastPair } from "./last-pair.ts";
export { CancelSheet, OrderForm, OrdersCard, PairPicker, TapeCard } from "./later-parts.tsx";
export { MarketFigures } from "./market-head.tsx";
export { MarketNote } from "./market-note.tsx";
export { PairGate } from "./pair-gate.tsx";
export { proLink, tradeLink } from "./pair-link.ts";
export { ReviewSheet } from "./review-sheet.tsx";
export type { SeenOrder } from "./seen-order.ts";
export { type Desk, useDesk } from "./use-desk.ts";
