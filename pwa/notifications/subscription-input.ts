import type { PushSubscriptionInput } from "#schemas/notifications.ts";

/** What the server has to know of a subscription. */
export function subscriptionInput(subscription: PushSubscription): PushSubscriptionInput {
  const key = (name: PushEncryptionKeyName) => {
    const bytes = subscription.getKey(name);
    if (bytes === null) throw new Error(`the browser gave no ${name} key`);
    return toBase64(bytes);
  };
  return { endpoint: subscription.endpoint, keys: { p256dh: key("p256dh"), auth: key("auth") } };
}

/** Bytes in base64url. */
export function toBase64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
