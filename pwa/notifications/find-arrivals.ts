import { plural } from "@lingui/core/macro";
import type { NotificationWords } from "#schemas/notification-words.ts";
import { isNotificationKind, NOTIFICATION_KINDS } from "#schemas/notifications.ts";
import type { Notification } from "./use-notifications.ts";

/** What was already there when the person came, so that only what comes after is told. */
export interface Known {
  readonly uids: ReadonlySet<string>;
  /** The newest row's time; empty where there was none. */
  readonly newest: string;
}

/** Younger rows than this count as having arrived just now, also after a short time without a connection. */
const RECENT_MS = 5 * 60_000;
/** Strangers' advertisements are found in the list; nobody is interrupted for them. */
const QUIET = ["claimable-received"];
/** The screen of a payment says what became of it by itself. */
const SAID_BY_SCREEN = ["payment-confirmed", "payment-failed"];
const SEND_PATH = "/send";

/** What the device holds once it has all the server had. */
export function knownFrom(rows: readonly Notification[]): Known {
  return {
    uids: new Set(rows.map((row) => row.uid)),
    newest: rows.reduce((newest, row) => (row.timestamp > newest ? row.timestamp : newest), ""),
  };
}

/**
 * The notifications that came since `known`, newest first. Rows from before are none, even where they reached the device
 * only now: an older list that is pulled again must not be announced.
 */
export function findArrivals(known: Known, rows: readonly Notification[], nowMs: number): Notification[] {
  return rows.filter(
    (row) =>
      !row.isRead &&
      !row.isHidden &&
      !known.uids.has(row.uid) &&
      row.timestamp >= known.newest &&
      nowMs - Date.parse(row.timestamp) < RECENT_MS,
  );
}

/** Whether it warns of what somebody else may have done: no device can be told to keep silent of that. */
export function isWarning({ kind }: Notification): boolean {
  const topic = isNotificationKind(kind) ? NOTIFICATION_KINDS[kind].topic : "security";
  return topic === "security" || topic === "signIns";
}

/** Those of them that are said aloud on the screen at `path`. */
export function announced(arrivals: readonly Notification[], path: string): Notification[] {
  return arrivals.filter(({ kind }) => !QUIET.includes(kind) && !(path === SEND_PATH && SAID_BY_SCREEN.includes(kind)));
}

/** The one message for `arrivals`; null for none. */
export function messageOf(
  arrivals: readonly Notification[],
  tell: (arrival: Notification) => NotificationWords,
): { readonly title: string; readonly description?: string } | null {
  const [latest, ...others] = arrivals;
  if (latest === undefined) return null;
  const { title, body } = tell(latest);
  const description = withMore(body, others.length);
  return description === "" ? { title } : { title, description };
}

function withMore(body: string, more: number): string {
  if (more === 0) return body;
  return body === ""
    ? plural(more, { one: "and # more", other: "and # more" })
    : plural(more, { one: `${body}, and # more`, other: `${body}, and # more` });
}
