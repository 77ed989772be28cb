export { silencePush } from "./choices.ts";
export { mailAddressOf } from "./mail-address.ts";
export { notificationIndexes } from "./migrations.ts";
export { type NotificationsDeps, startNotifications } from "./start-notifications.ts";
export { carrySubscription } from "./subscriptions.ts";
export { deliveriesCheck } from "./late-check.ts";
