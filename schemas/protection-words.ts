import type { TakenBack, WaitingChange, WaitingKind } from "./security.ts";
import { amountText, isAmount, parseAmount } from "./values/money.ts";

type Change = Pick<WaitingChange, "kind" | "from" | "to"> & Partial<Pick<WaitingChange, "memo">>;

const WORDS: Readonly<Record<WaitingKind, (change: Change) => string>> = {
  "transaction-limit-up": ({ from, to }) =>
    `The largest single payment rises from ${grouped(from)} to ${grouped(to)} USD.`,
  "daily-limit-up": ({ from, to }) =>
    to === ""
      ? `Your own limit of ${grouped(from)} within 24 hours is taken off.`
      : `The limit within 24 hours rises from ${grouped(from)} to ${grouped(to)}.`,
  "send-password-off": () => "Payments no longer ask for your password.",
  "allow-list-off": () => "Payments may go to any address again, not to listed ones only.",
  "allow-list-hold-down": ({ from, to }) => `A new address on your list waits ${hours(to)} instead of ${hours(from)}.`,
  "two-factor-off": () => "Two-factor sign-in is switched off.",
  email: ({ from, to }) => `Your email address changes from ${from} to ${to}.`,
  "sign-in-mails-off": () => "New sign-ins are no longer mailed to you.",
  "sign-in-push-off": () => "New sign-ins are no longer pushed to your devices.",
  "security-push-off": () => "Changes of your security are no longer pushed to your devices.",
  "close-account": ({ to, memo = "" }) =>
    `Your account closes for good, and all that is in it goes to ${to}${memo === "" ? "" : `, with the memo ${memo}`}.`,
};

/** What a change that waits will do, in one sentence. */
export function waitingWords(change: Change): string {
  return WORDS[change.kind](change);
}

/** An amount as sentences say it; any other text as it is. */
function grouped(text: string): string {
  return isAmount(text) ? amountText(parseAmount(text)) : text;
}

function hours(text: string): string {
  if (text === "0") return "no time";
  return text === "1" ? "1 hour" : `${text} hours`;
}

/**
 * What a change of credentials brings, said before it is confirmed: that sending pauses, and for how long. `pauseHours` are the
 * server's own; null where they are not known here, and empty where nothing pauses.
 */
export function pauseAheadWords(pauseHours: number | null): string {
  if (pauseHours === 0) return "";
  return `Sending pauses for ${pauseHours === null ? "some time" : hours(String(pauseHours))} after this.`;
}

/** The same once it was done. */
export function pausedWords(pauseHours: number | null): string {
  if (pauseHours === 0) return "";
  return `Sending is paused for ${pauseHours === null ? "some time" : hours(String(pauseHours))}.`;
}

/** What was taken back when an account was frozen, in sentences; empty where nothing was. */
export function takenBackWords({ orders, ordersOnTheWay, standingOrders, payments, waitsForOwner }: TakenBack): string {
  const done = listed([
    counted(orders, "open order", "open orders"),
    counted(standingOrders, "standing order", "standing orders"),
    counted(payments, "payment or trade that was not signed yet", "payments and trades that were not signed yet"),
  ]);
  const isOne = orders + standingOrders + payments === 1;
  const open = counted(ordersOnTheWay, "open order", "open orders");
  const waits = waitsForOwner ? "waits for the key that you hold: sign it" : "is being taken back on the network";
  const wait = waitsForOwner ? "wait for the key that you hold: sign that" : "are being taken back on the network";
  return [
    ...(done === "" ? [] : [`${done} ${isOne ? "was" : "were"} taken back.`]),
    ...(open === null ? [] : [`${open} ${ordersOnTheWay === 1 ? waits : wait}.`]),
  ].join(" ");
}

function counted(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? one : many}`;
}

function listed(parts: readonly (string | null)[]): string {
  const said = parts.filter((part) => part !== null);
  const last = said.at(-1) ?? "";
  return said.length < 2 ? last : `${said.slice(0, -1).join(", ")} and ${last}`;
}
