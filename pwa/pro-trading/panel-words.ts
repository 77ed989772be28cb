import { t } from "@lingui/core/macro";
import type { PanelName } from "./layout.ts";

export const PANEL_LABELS: Readonly<Record<PanelName, string>> = {
  get chart() {
    return t`Chart`;
  },
  get depth() {
    return t`Depth`;
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
  chart: "chart",
  depth: "depth",
  get orders() {
    return t`your orders`;
  },
  get book() {
    return t`order book`;
  },
  tape: "trades",
  get ladder() {
    return t`price ladder`;
  },
  get order() {
    return t`order form`;
  },
};

/** Where a panel is found, by whoever goes there. */
export function panelId(name: PanelName): string {
  return `pro-${name}`;
}
