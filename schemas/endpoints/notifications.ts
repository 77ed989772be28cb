import { MessageOutput } from "#schemas/auth.ts";
import { NotificationChoices, PushStatusOutput, PushSubscriptionInput } from "#schemas/notifications.ts";
import type { Endpoint } from "./endpoint.ts";

/** What people are told outside of the app, and where. */
export const NOTIFICATIONS_ENDPOINTS = {
  notificationChoices: {
    method: "GET",
    path: "/api/notifications/choices",
    access: "user",
    summary: "Which notifications are pushed and mailed",
    output: NotificationChoices,
    errors: [],
  },
  setNotificationChoices: {
    method: "PUT",
    path: "/api/notifications/choices",
    access: "user",
    summary: "Chooses which notifications are pushed and mailed",
    input: NotificationChoices,
    output: NotificationChoices,
    errors: [],
  },
  pushStatus: {
    method: "GET",
    path: "/api/notifications/push",
    access: "user",
    summary: "Whether this session's device is reached by push, and the server's key",
    output: PushStatusOutput,
    errors: [],
  },
  subscribePush: {
    method: "PUT",
    path: "/api/notifications/push",
    access: "user",
    summary: "Has notifications pushed to this session's device",
    input: PushSubscriptionInput,
    output: PushStatusOutput,
    errors: ["push-endpoint-refused"],
  },
  unsubscribePush: {
    method: "DELETE",
    path: "/api/notifications/push",
    access: "user",
    summary: "Has nothing pushed to this session's device any more",
    output: MessageOutput,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
