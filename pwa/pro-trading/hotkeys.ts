import { t } from "@lingui/core/macro";
import { isAlone, type Press } from "#pwa/parts/keys/keys.ts";

/** What a key does. None of it orders or cancels anything: that takes the review that it opens. */
export type Command =
  | "buy"
  | "sell"
  | "limit"
  | "market"
  | "passive"
  | "scaled"
  | "price"
  | "amount"
  | "best-bid"
  | "best-ask"
  | "review"
  | "ladder"
  | "orders"
  | "cancel-pair"
  | "cancel-all"
  | "next-pair"
  | "previous-pair"
  | "find-pair"
  | "layout"
  | "help";

export interface Hotkey {
  /** A letter, with `Shift+` before it where that is held, or a sign. */
  readonly keys: string;
  readonly command: Command;
  readonly text: string;
}

export interface HotkeyGroup {
  readonly name: "order" | "orders" | "screen";
  readonly label: string;
  readonly hotkeys: readonly Hotkey[];
}

/**
 * Plain letters: whatever is held with Control, Alt or a system key belongs to the browser, the system or a screen reader. Left
 * out are signs that start a search within the page (/ and ') and keys that scroll it.
 */
export const HOTKEY_GROUPS: readonly HotkeyGroup[] = [
  {
    name: "order",
    get label() {
      return t({ message: "Order", context: "to trade" });
    },
    hotkeys: [
      {
        keys: "B",
        command: "buy",
        get text() {
          return t`Buy: to the amount`;
        },
      },
      {
        keys: "S",
        command: "sell",
        get text() {
          return t`Sell: to the amount`;
        },
      },
      {
        keys: "L",
        command: "limit",
        get text() {
          return t`Limit order`;
        },
      },
      {
        keys: "M",
        command: "market",
        get text() {
          return t`Market order`;
        },
      },
      {
        keys: "P",
        command: "passive",
        get text() {
          return t`Passive order`;
        },
      },
      {
        keys: "G",
        command: "scaled",
        get text() {
          return t`Scaled order`;
        },
      },
      {
        keys: "E",
        command: "price",
        get text() {
          return t`Enter a price`;
        },
      },
      {
        keys: "A",
        command: "amount",
        get text() {
          return t`Enter an amount`;
        },
      },
      {
        keys: "J",
        command: "best-bid",
        get text() {
          return t`Take the best bid as the price`;
        },
      },
      {
        keys: "K",
        command: "best-ask",
        get text() {
          return t`Take the best ask as the price`;
        },
      },
      {
        keys: "R",
        command: "review",
        get text() {
          return t`Review the order; nothing is ordered before you confirm it there`;
        },
      },
    ],
  },
  {
    name: "orders",
    get label() {
      return t`Your orders`;
    },
    hotkeys: [
      {
        keys: "O",
        command: "orders",
        get text() {
          return t`To your orders`;
        },
      },
      {
        keys: "X",
        command: "cancel-pair",
        get text() {
          return t`Cancel all in this pair, after a review`;
        },
      },
      {
        keys: "Shift+X",
        command: "cancel-all",
        get text() {
          return t`Cancel all in every pair, after a review`;
        },
      },
    ],
  },
  {
    name: "screen",
    get label() {
      return t`Screen`;
    },
    hotkeys: [
      {
        keys: "D",
        command: "ladder",
        get text() {
          return t`To the price ladder`;
        },
      },
      {
        keys: "N",
        command: "next-pair",
        get text() {
          return t`Next pair`;
        },
      },
      {
        keys: "Shift+N",
        command: "previous-pair",
        get text() {
          return t`Previous pair`;
        },
      },
      {
        keys: "F",
        command: "find-pair",
        get text() {
          return t`Find a pair`;
        },
      },
      {
        keys: "V",
        command: "layout",
        get text() {
          return t`Choose which panels are shown`;
        },
      },
      {
        keys: "?",
        command: "help",
        get text() {
          return t`This list`;
        },
      },
    ],
  },
];

const BY_KEYS: ReadonlyMap<string, Command> = new Map(
  HOTKEY_GROUPS.flatMap(({ hotkeys }) => hotkeys.map(({ keys, command }) => [keys, command] as const)),
);

/** What a key asks for; null for nothing of ours. Whoever types asks for nothing: see {@link takesText}. */
export function commandOf(press: Press): Command | null {
  const { key, shiftKey } = press;
  if (!isAlone(press)) return null;
  // With the shift lock on, a letter alone comes as a capital.
  const keys = /^[a-z]$/i.test(key) ? `${shiftKey ? "Shift+" : ""}${key.toUpperCase()}` : key;
  return BY_KEYS.get(keys) ?? null;
}
