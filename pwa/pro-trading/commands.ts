import { t } from "@lingui/core/macro";
import type { MarketPicture } from "#pwa/parts/market-data/market-store.ts";
import { bestOf, type OrderDraft, tidyPrice, turnedTo } from "#pwa/parts/trading/order-draft.ts";
import type { Desk } from "#pwa/trade/door.ts";
import type { OrderKind, OrderSide } from "#schemas/trading.ts";
import { focusIn, whenThere } from "./go-to.ts";
import type { Command } from "./hotkeys.ts";
import type { PanelName } from "./layout.ts";
import { hasPrice, ofKind, withPrice } from "./take-price.ts";

/** Regular orders are given by what they spend. */
const AMOUNT = '[name="amount"], [name="spend"]';

/** What opens over the screen. */
export type Overlay = "find-pair" | "layout" | "help" | "cancel-pair" | "cancel-all";

/** What commands work on. */
export interface CommandParts {
  readonly desk: Desk;
  readonly draft: OrderDraft;
  readonly change: (draft: Partial<OrderDraft>) => void;
  /** Shows a panel that is hidden, or behind another tab. */
  readonly reveal: (panel: PanelName) => void;
  readonly open: (overlay: Overlay) => void;
  readonly step: (by: 1 | -1) => void;
  /** Says what came of it, where nothing else on the screen does. */
  readonly say: (text: string) => void;
}

/** Does what a key asks for. */
export function runCommand(command: Command, parts: CommandParts): void {
  const { reveal, open, step } = parts;
  switch (command) {
    case "buy":
    case "sell":
      return takeSide(command, parts);
    case "limit":
    case "market":
    case "passive":
    case "scaled":
      return takeKind(command, parts);
    case "price":
      if (!hasPrice(parts.draft)) takeKind("limit", parts);
      return goTo("order", '[name="price"]', reveal);
    case "amount":
      return goTo("order", AMOUNT, reveal);
    case "best-bid":
    case "best-ask":
      return takeBest(command === "best-bid" ? "bid" : "ask", parts);
    case "review":
      reveal("order");
      return whenThere("order", "form", (form) => {
        if (form instanceof HTMLFormElement) form.requestSubmit();
      });
    case "ladder":
      return goTo("ladder", '[data-rung][tabindex="0"]', reveal);
    case "orders":
      return goTo("orders", '[role="tab"][aria-selected="true"]', reveal);
    case "cancel-pair":
    case "cancel-all":
      return askToCancel(command, parts);
    case "next-pair":
      return step(1);
    case "previous-pair":
      return step(-1);
    case "find-pair":
    case "layout":
    case "help":
      return open(command);
  }
}

function goTo(panel: PanelName, selector: string, reveal: CommandParts["reveal"]): void {
  reveal(panel);
  focusIn(panel, selector);
}

function takeSide(side: OrderSide, { draft, change, reveal }: CommandParts): void {
  change(turnedTo(draft, side));
  goTo("order", AMOUNT, reveal);
}

function takeKind(kind: OrderKind, { draft, change, reveal, say }: CommandParts): void {
  change(ofKind(draft, kind));
  reveal("order");
  say(kindSaid(kind));
}

function kindSaid(kind: OrderKind): string {
  switch (kind) {
    case "limit":
      return t`Limit order`;
    case "market":
      return t`Market order`;
    case "passive":
      return t`Passive order`;
    case "scaled":
      return t`Scaled order`;
  }
}

function takeBest(name: "bid" | "ask", { desk, draft, change, reveal, say }: CommandParts): void {
  const { market }: MarketPicture = desk.market.latest();
  const best = market && bestOf(market.bids, market.asks)[name];
  if (!best) {
    say(name === "bid" ? t`Nobody buys here right now.` : t`Nobody sells here right now.`);
    return;
  }
  const price = tidyPrice(best, desk.places, name === "bid" ? "down" : "up");
  change(withPrice(draft, price));
  reveal("order");
  say(name === "bid" ? t`Best bid as the price: ${price}` : t`Best ask as the price: ${price}`);
}

function askToCancel(which: "cancel-pair" | "cancel-all", { desk, open, say }: CommandParts): void {
  const count = which === "cancel-pair" ? desk.own.length : desk.open.length;
  if (!desk.isOnline) say(t`You are offline: nothing can be cancelled.`);
  else if (count === 0) say(which === "cancel-pair" ? t`No open orders in this pair.` : t`No open orders.`);
  else open(which);
}
