import * as v from "valibot";

/** What a push message carries to the service worker: the words, where a tap leads, and how many are unread. */
export const PushPayload = v.object({
  title: v.string(),
  body: v.string(),
  path: v.pipe(v.string(), v.regex(/^\/(?!\/)/)),
  /** Of notifications with one tag the device shows the last. */
  tag: v.string(),
  unread: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});
export type PushPayload = v.InferOutput<typeof PushPayload>;
