import type { PanelName } from "./layout.ts";

export const PANEL_LABELS: Readonly<Record<PanelName, string>> = {
  chart: "Chart",
  depth: "Depth",
  orders: "Your orders",
  book: "Order book",
  tape: "Trades",
  ladder: "Price ladder",
  order: "Order form",
};

/** The same within a sentence. */
export const PANEL_WORDS: Readonly<Record<PanelName, string>> = {
  chart: "chart",
  depth: "depth",
  orders: "your orders",
  book: "order book",
  tape: "trades",
  ladder: "price ladder",
  order: "order form",
};

/** Where a panel is found, by whoever goes there. */
export function panelId(name: PanelName): string {
  return `pro-${name}`;
}
