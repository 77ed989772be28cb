import type { NOTIFICATIONS_ENDPOINTS } from "#schemas/endpoints/notifications.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const NOTIFICATIONS_DOCS = {
  notificationChoices: {
    summary: "Which notifications are pushed and mailed",
    errors: [],
  },
  setNotificationChoices: {
    summary: "Chooses which notifications are pushed and mailed",
    errors: [],
  },
  pushStatus: {
    summary: "Whether this session's device is reached by push, and the server's key",
    errors: [],
  },
  subscribePush: {
    summary: "Has notifications pushed to this session's device",
    errors: ["push-endpoint-refused"],
  },
  unsubscribePush: {
    summary: "Has nothing pushed to this session's device any more",
    errors: [],
  },
} as const satisfies DocsOf<typeof NOTIFICATIONS_ENDPOINTS>;
