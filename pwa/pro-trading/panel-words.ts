import { t } from "@lingui/core/macro";
import type { PanelName } from "./layout.ts";

export const PANEL_LABELS: Readonly<Record<PanelName, string>> = {
  get chart() {
    return t`Chart`;
  },
  get depth() {
    return t({ message: "Depth", context: "of a market or pool" });
  },
  get orders() {
    return t`Your orders`;
  },
  get book() {
    return t`Order book`;
  },
  get tape() {
    return t`Trades`;
  },
  get ladder() {
    return t`Price ladder`;
  },
  get order() {
    return t`Order form`;
  },
};

/** The same within a sentence. */
export const PANEL_WORDS: Readonly<Record<PanelName, string>> = {
  get chart() {
    return t({ message: "chart", context: "panel, within a sentence" });
  },
  get depth() {
    return t({ message: "depth", context: "panel, within a sentence" });
  },
  get orders() {
    return t({ message: "your orders", context: "panel, within a sentence" });
  },
  get book() {
    return t({ message: "order book", context: "panel, within a sentence" });
  },
  get tape() {
    return t({ message: "trades", context: "panel, within a sentence" });
  },
  get ladder() {
    return t({ message: "price ladder", context: "panel, within a sentence" });
  },
  get order() {
    return t({ message: "order form", context: "panel, within a sentence" });
  },
};

/** Where a panel is found, by whoever goes there. */
export function panelId(name: PanelName): string {
  return `pro-${name}`;
}
