import * as v from "valibot";
import { AssetKey } from "./markets.ts";
import {
  isNotificationKind,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationRow,
  STRANGERS_KINDS,
} from "./notifications.ts";
import type { SaidFacts } from "./said.ts";

export type NotificationFacts = Pick<NotificationRow, "kind" | "assetCode" | "amount" | "party" | "detail"> &
  Partial<Pick<NotificationRow, "issuer">>;

export interface NotificationWords {
  readonly title: string;
  /** One sentence; empty where the title says it all. */
  readonly body: string;
  /** Where in the app more is to be seen. */
  readonly path: string;
}

/** How the one who tells says what differs from place to place, and in which language. */
export interface Telling {
  /** A sentence of `notification-sentences.ts` by its id. */
  sentence(id: string, facts?: SaidFacts): string;
  /** A stored text in words, whether it is code and facts (`said.ts`) or words already. */
  said(text: string): string;
  /** An amount with its asset, such as `12.5 XLM`; null where amounts are not said. */
  amount(facts: NotificationFacts): string | null;
  /** A name, the `username` of a user here where that is known, or a shortened address. */
  party(address: string, username: string): string;
}

/** Kinds that say their detail and nothing besides. */
export const DETAIL_ALONE: readonly NotificationKind[] = [
  "payment-failed",
  "payment-refused",
  "order-filled",
  "order-part-filled",
  "trade-failed",
  "durable-triggered",
  "durable-missed",
  "durable-failed",
  "durable-done",
  "durable-expired",
  "price-alert",
  "stake-failed",
  "stake-paid-out",
  "stake-rewards-paid",
  "stake-rate-change",
  "trading-signal",
  "automation-traded",
  "automation-paused",
  "automation-stopped",
  "market-pool-failed",
  "market-pool-stopped",
  "affiliate-paid",
  "deposit-rejected",
  "name-settled",
  "operators-changed",
  "approval-wanted",
  "approval-ended",
  "operator-work",
  "operator-trouble",
  "support-answered",
];

/** Kinds whose detail is what somebody called something, or an address: never words of ours. */
export const NAMING_KINDS: readonly NotificationKind[] = [
  ...STRANGERS_KINDS,
  "email-changed",
  "first-passkey-added",
  "passkey-added",
  "passkey-removed",
  "api-key-made",
  "api-key-revoked",
  "support-answered",
];

/** What a notification says to a person, the same on every screen and device and in every mail. */
export function notificationWords(told: NotificationFacts, telling: Telling): NotificationWords {
  const { kind } = told;
  if (!isNotificationKind(kind)) return wordsOf("unknown", {}, telling, "/dashboard");
  const facts = factsOf(kind, told, telling);
  const path = pathOf(kind, told);
  if (!DETAIL_ALONE.includes(kind)) return wordsOf(kind, facts, telling, path);
  return { title: telling.sentence(`notification.${kind}.title`, facts), body: facts.detail.trim(), path };
}

function wordsOf(kind: string, facts: SaidFacts, telling: Telling, path: string): NotificationWords {
  const [title, body] = ["title", "body"].map((part) => telling.sentence(`notification.${kind}.${part}`, facts));
  return { title: title ?? "", body: body?.trim() ?? "", path };
}

/** What fills the sentences of a kind, in words; an empty one is not there. */
function factsOf(kind: NotificationKind, told: NotificationFacts, telling: Telling) {
  const amount = told.amount === "" ? "" : (telling.amount(told) ?? "");
  // Of what others did, the detail is by what name they are known here.
  const username = STRANGERS_KINDS.includes(kind) ? told.detail : "";
  const party = told.party === "" ? "" : telling.party(told.party, username);
  const detail = NAMING_KINDS.includes(kind) ? told.detail : telling.said(told.detail);
  const isThere = (text: string) => (text === "" ? "no" : "yes");
  return {
    amount,
    party,
    detail,
    hasAmount: isThere(amount),
    hasParty: isThere(party),
    hasDetail: isThere(detail),
  };
}

/** Of a price alert its market: the base asset is the notification's own, the quote asset its other side. */
function pathOf(kind: NotificationKind, { assetCode, issuer = "", party }: NotificationFacts): string {
  if (kind !== "price-alert" || !v.is(AssetKey, party)) return NOTIFICATION_KINDS[kind].path;
  return `/trade/${issuer === "" ? assetCode : `${assetCode}-${issuer}`}/${party}`;
}

/** In place of many notifications of a kind that came at once. */
export function manyWords(kind: string, count: number, { sentence }: Pick<Telling, "sentence">): NotificationWords {
  const isReceived = kind === "payment-received";
  return {
    title: sentence(`notification.many.${isReceived ? "received" : "title"}`, { count }),
    body: sentence("notification.many.body"),
    path: isReceived ? "/transactions" : "/dashboard",
  };
}
