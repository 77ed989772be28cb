import type { Notification } from "./use-notifications.ts";

/** A received payment of a moment ago, as the device holds it. */
export function aNotification(uid: string, changes: Partial<Notification> = {}): Notification {
  return {
    uid,
    id: 1,
    kind: "payment-received",
    assetCode: "XLM",
    issuer: "",
    amount: "12.5000000",
    party: "GANA",
    detail: "",
    timestamp: "2026-05-01T09:59:58.000Z",
    isRead: false,
    isHidden: false,
    editedAt: {},
    ...changes,
  };
}
