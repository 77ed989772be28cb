import { t } from "@lingui/core/macro";
import type { EventLeg, EventOrder, MovementEvent, Tried } from "#schemas/movement-events.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { priceText } from "#schemas/values/price.ts";
import { formatAmountText, formatDate, shortenAddress, formatList } from "#pwa/ui/format.ts";
import { leftToRight } from "#pwa/ui/direction.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";
import { assetKeyOf, type MissingTime, movementOf, type MovementRow } from "./movement.ts";
import { partyNameOf, plainTitleOf } from "./movement-words.ts";
import { exchangeTitle, orderTitle } from "./trade-titles.ts";

/** What one row of the history moved: its own amount, and the other side of an exchange. */
export function legsOf(row: MovementRow, ownAddress: string | undefined): readonly EventLeg[] {
  const own = {
    asset: assetKeyOf(row),
    amount: row.amount,
    isIncoming: movementOf(row, ownAddress).direction === "in",
  };
  return row.event?.other === undefined ? [own] : [own, row.event.other];
}

/**
 * One line that says what happened: "Sent to Ana", "Sold 4,300 XLM for 1,037.15 USDC on the market". `nameOf` gives the name of an
 * address, null for a stranger, who is shown by the address in short.
 */
export function titleOf(
  row: MovementRow,
  ownAddress: string | undefined,
  nameOf: (address: string) => string | null,
): string {
  const movement = movementOf(row, ownAddress);
  const { counterparty } = movement;
  const known = counterparty === "" ? "" : (partyNameOf(row, counterparty, nameOf) ?? shortenAddress(counterparty));
  const name = inSentence(known);
  return eventTitle(row, ownAddress, name) ?? plainTitleOf(row, movement, name);
}

/** The line of an event; null where the kind of row and who took part say it all. `name` is of the other side. */
function eventTitle(row: MovementRow, ownAddress: string | undefined, name: string): string | null {
  const { event, assetCode } = row;
  switch (event?.act) {
    case "exchanged":
      return exchangedTitle(row, event, ownAddress);
    case "placed":
    case "changed":
    case "cancelled":
      return event.order === undefined ? null : orderTitle(event.act, event.order, codeOfKey(event.order.base));
    case "added":
      return t`Added ${assetCode}`;
    case "removed":
      return t`Removed ${assetCode}`;
    case "set":
      return t`Limit of ${assetCode} changed`;
    case "opened":
      return t`Account opened, its reserve paid by Astrolabe`;
    case "claimed":
      return name === "" ? null : t`Claimed from ${name}`;
    case "failed":
      return FAILED[event.tried ?? "other"];
    case "missing":
      return event.since === undefined
        ? null
        : missingTitle({ sinceMs: Date.parse(event.since), untilMs: Date.parse(row.timestamp) });
    case "paid":
    case "leg":
    case undefined:
      return null;
  }
}

/** That nobody can tell what moved in a time, which both moments (ms) bound. */
export function missingTitle({ sinceMs, untilMs }: MissingTime): string {
  const from = formatDate(sinceMs, { withTime: true });
  const to = formatDate(untilMs, { withTime: true });
  return t`Movements between ${from} and ${to} are missing`;
}

const FAILED: Readonly<Record<Tried, string>> = {
  get send() {
    return t`Payment failed`;
  },
  get order() {
    return t`Order failed`;
  },
  get exchange() {
    return t`Exchange failed`;
  },
  get trust() {
    return t`Change of an asset failed`;
  },
  get claim() {
    return t`Claim failed`;
  },
  get pool() {
    return t`Change of a pool failed`;
  },
  get account() {
    return t`Closing of the account failed`;
  },
  get other() {
    return t`Transaction failed`;
  },
};

function exchangedTitle(row: MovementRow, { other, order }: MovementEvent, ownAddress: string | undefined) {
  if (other === undefined) return null;
  const [own = other] = legsOf(row, ownAddress);
  const [given, got] = own.isIncoming ? [other, own] : [own, other];
  const [one, two] = [legText(own), legText(other)];
  if (row.type === "pool_deposit") return t`Put ${one} and ${two} into a pool`;
  if (row.type === "pool_withdraw") return t`Took ${one} and ${two} out of a pool`;
  return exchangeTitle({ isSwap: row.type === "swap", given: legText(given), got: legText(got), order });
}

/** "1,037.15 USDC". */
export function legText({ amount, asset }: Pick<EventLeg, "amount" | "asset">): string {
  return `${formatAmountText(amount)} ${codeOfKey(asset)}`;
}

/** What one of the given asset came to. */
export interface Rate {
  readonly given: string;
  /** As a plain decimal text. */
  readonly price: string;
  readonly got: string;
}

/** "1 XLM = 0.2412 USDC". */
export function rateWords({ given, price, got }: Rate): string {
  return leftToRight(`1 ${given} = ${formatAmountText(price)} ${got}`);
}

/** What else is known of an event, each as a text; null where it says nothing of it. */
export interface EventFacts {
  /** "XLM/USDC". */
  readonly pair: string | null;
  /** In English, as programs read it. */
  readonly side: "Buy" | "Sell" | null;
  /** The code of the asset that prices are in. */
  readonly quote: string;
  /** The order's limit, as a plain decimal text. */
  readonly price: string | null;
  /** What was paid on average for one of the base asset, likewise. */
  readonly average: string | null;
  /** Of an exchange without an order. */
  readonly rate: Rate | null;
  /** The codes of what it went by, first to last. */
  readonly path: readonly string[] | null;
  /** "Limit, 60 of 200 filled". */
  readonly order: string | null;
  /** What went to the house. */
  readonly charged: string | null;
}

const NO_FACTS: EventFacts = {
  pair: null,
  side: null,
  quote: "",
  price: null,
  average: null,
  rate: null,
  path: null,
  order: null,
  charged: null,
};

export function eventFacts(row: MovementRow, ownAddress: string | undefined): EventFacts {
  const { event } = row;
  if (event === null) return NO_FACTS;
  const { order, charged } = event;
  const legs = legsOf(row, ownAddress);
  const given = legs.find(({ isIncoming }) => !isIncoming);
  const got = legs.find(({ isIncoming }) => isIncoming);
  const exchanged = event.act === "exchanged" && given !== undefined && got !== undefined ? { given, got } : null;
  return {
    ...NO_FACTS,
    ...(order !== undefined && {
      pair: `${codeOfKey(order.base)}/${codeOfKey(order.quote)}`,
      side: order.side === "buy" ? "Buy" : "Sell",
      quote: codeOfKey(order.quote),
      price: order.kind === "market" ? null : order.price,
      order: orderText(order),
      ...(exchanged !== null && { average: averageText(order, exchanged.given, exchanged.got) }),
    }),
    ...(exchanged !== null && order === undefined && { rate: rateOf(exchanged.given, exchanged.got) }),
    ...(exchanged !== null && event.path !== undefined && { path: pathOf(event.path, exchanged) }),
    ...(charged !== undefined && { charged: formatList(charged.map(legText)) }),
  };
}

function orderText(order: EventOrder): string {
  const [filled, amount] = [formatAmountText(order.filled), formatAmountText(order.amount)];
  switch (order.kind) {
    case "market":
      return t({ message: "Market", context: "kind of order" });
    case "limit":
      return t`Limit, ${filled} of ${amount} filled`;
    case "passive":
      return t`Passive, ${filled} of ${amount} filled`;
    case "scaled":
      return t`Scaled, ${filled} of ${amount} filled`;
  }
}

function averageText({ side }: EventOrder, given: EventLeg, got: EventLeg): string | null {
  const [base, paid] = side === "buy" ? [got, given] : [given, got];
  return priceText(parseAmount(paid.amount), parseAmount(base.amount));
}

function rateOf(given: EventLeg, got: EventLeg): Rate | null {
  const price = priceText(parseAmount(got.amount), parseAmount(given.amount));
  return price === null ? null : { given: codeOfKey(given.asset), price, got: codeOfKey(got.asset) };
}

function pathOf(path: readonly string[], { given, got }: { readonly given: EventLeg; readonly got: EventLeg }) {
  return [given.asset, ...path, got.asset].map(codeOfKey);
}

/** The code in `XLM` or `CODE-ISSUER`. */
export function codeOfKey(key: string): string {
  return key.split("-", 1)[0] ?? key;
}
