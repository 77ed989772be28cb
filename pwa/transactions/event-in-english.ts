import { codeOfKey, legsOf } from "#pwa/parts/history/event-words.ts";
import { movementOf, type MovementRow, type MovementType } from "#pwa/parts/history/movement.ts";
import { partyNameOf } from "#pwa/parts/history/movement-words.ts";
import type { EventLeg, EventOrder, Tried } from "#schemas/movement-events.ts";
import { parseAmount, parseVolume } from "#schemas/values/money.ts";
import { numberText, type Reader } from "#schemas/word-facts.ts";
import { inSentence, withoutSetApart } from "#pwa/ui/foreign-text.ts";
import { shortenAddress } from "#pwa/ui/format.ts";

const ENGLISH: Reader = { language: "en", time: "own" };

/** A decimal text in groups of three, without the zeros at its end, as programs read it in every language. */
export function plainNumber(text: string): string {
  return numberText(text, ENGLISH, true);
}

const KINDS: Readonly<Record<Exclude<EventOrder["kind"], "market">, string>> = {
  limit: "Limit",
  passive: "Passive",
  scaled: "Scaled",
};

/** "Limit, 60 of 200 filled". */
export function orderInEnglish({ kind, filled, amount }: EventOrder): string {
  return kind === "market" ? "Market" : `${KINDS[kind]}, ${plainNumber(filled)} of ${plainNumber(amount)} filled`;
}

const TYPES: Readonly<Record<MovementType, string>> = {
  send: "Sent",
  receive: "Received",
  create_account: "Account created",
  merge: "Account merged",
  trust: "Asset added or removed",
  fee: "Network fee",
  operator_fee: "Fee to Astrolabe",
  claimable: "Set aside",
  order: "Order placed or changed",
  trade: "Traded",
  swap: "Swapped",
  pool_deposit: "Into a pool",
  pool_withdraw: "Out of a pool",
  stake: "Staked",
  unstake: "Back from a stake",
  stake_reward: "Rewards of a stake",
  affiliate_reward: "Affiliate rewards",
  market_open: "Into a market-making pool",
  market_return: "Back from a market-making pool",
  missing: "Movements missing",
  other: "Other",
};

const FAILED: Readonly<Record<Tried, string>> = {
  send: "Payment failed",
  order: "Order failed",
  exchange: "Exchange failed",
  trust: "Change of an asset failed",
  claim: "Claim failed",
  pool: "Change of a pool failed",
  account: "Closing of the account failed",
  other: "Transaction failed",
};

/** What happened, as the history says it to readers of English: a saved file says the same in every language. */
export function eventInEnglish(
  row: MovementRow,
  ownAddress: string | undefined,
  nameOf: (address: string) => string | null,
): string {
  const { direction, counterparty } = movementOf(row, ownAddress);
  const known = counterparty === "" ? "" : (partyNameOf(row, counterparty, nameOf) ?? shortenAddress(counterparty));
  const name = withoutSetApart(inSentence(known));
  return eventTitle(row, ownAddress, name) ?? plainTitle(row, direction === "in", name);
}

function eventTitle(row: MovementRow, ownAddress: string | undefined, name: string): string | null {
  const { event, assetCode } = row;
  switch (event?.act) {
    case "exchanged":
      return exchangedTitle(row, ownAddress);
    case "placed":
    case "changed":
    case "cancelled":
      return event.order === undefined ? null : orderTitle(event.act, event.order);
    case "added":
      return `Added ${assetCode}`;
    case "removed":
      return `Removed ${assetCode}`;
    case "set":
      return `Limit of ${assetCode} changed`;
    case "opened":
      return "Account opened, its reserve paid by Astrolabe";
    case "claimed":
      return name === "" ? null : `Claimed from ${name}`;
    case "failed":
      return FAILED[event.tried ?? "other"];
    case "missing":
      return event.since === undefined ? null : `Movements between ${event.since} and ${row.timestamp} are missing`;
    case "paid":
    case "leg":
    case undefined:
      return null;
  }
}

function exchangedTitle(row: MovementRow, ownAddress: string | undefined): string | null {
  const [own, other] = legsOf(row, ownAddress);
  if (own === undefined || other === undefined) return null;
  const [one, two] = [legText(own), legText(other)];
  if (row.type === "pool_deposit") return `Put ${one} and ${two} into a pool`;
  if (row.type === "pool_withdraw") return `Took ${one} and ${two} out of a pool`;
  const [given, got] = own.isIncoming ? [two, one] : [one, two];
  const order = row.event?.order;
  if (order === undefined) return row.type === "swap" ? `Swapped ${given} for ${got}` : `Sold ${given} for ${got}`;
  const isSale = order.side === "sell";
  const done = isSale ? `Sold ${given} for ${got}` : `Bought ${got} for ${given}`;
  const price = plainNumber(order.price);
  if (order.wasTaken) return `${done} by your order at ${price}`;
  if (parseAmount(order.left) === 0n) return `${done} on the market`;
  return `${done} on the market, ${plainNumber(order.left)} more ${isSale ? "offered" : "bid for"} at ${price}`;
}

function orderTitle(act: "placed" | "changed" | "cancelled", order: EventOrder): string {
  const { side } = order;
  const [price, amount] = [plainNumber(order.price), plainNumber(order.amount)];
  if (act === "placed")
    return `${side === "buy" ? "Bid" : "Offer"} placed: ${amount} ${codeOfKey(order.base)} at ${price}`;
  if (act === "changed") return `Changed: ${side} ${plainNumber(order.left)} at ${price}`;
  const filled = parseVolume(order.filled) > 0n ? ` (${plainNumber(order.filled)} filled)` : "";
  return `Cancelled: ${side} ${amount} at ${price}${filled}`;
}

function plainTitle(row: MovementRow, isIn: boolean, name: string): string {
  const asset = row.assetCode;
  switch (row.type) {
    case "trade":
      return `${asset} ${isIn ? "bought" : "sold"}`;
    case "swap":
      return `${asset} ${isIn ? "bought" : "sold"} in a swap`;
    case "trust":
      return `${asset}: asset added or removed`;
    case "receive":
      if (row.from === row.to) return "Taken back";
      break;
    default:
  }
  return name === "" ? TYPES[row.type] : titleWith(name, row.type, isIn);
}

function titleWith(name: string, type: MovementType, isIn: boolean): string {
  switch (type) {
    case "send":
      return `Sent to ${name}`;
    case "receive":
      return `Received from ${name}`;
    case "create_account":
      return isIn ? `Account created by ${name}` : `Created the account of ${name}`;
    case "merge":
      return isIn ? `Merged into yours: ${name}` : `Merged into ${name}`;
    case "claimable":
      return `Set aside for ${name}`;
    default:
      return TYPES[type];
  }
}

function legText({ amount, asset }: EventLeg): string {
  return `${plainNumber(amount)} ${codeOfKey(asset)}`;
}
