import * as v from "valibot";
import { SENTENCES_CACHE } from "#pwa/platform/language/kept-languages.ts";

/** What the service worker says itself, where no page is open that could word it. */
export const WorkerWords = v.object({
  /** For a push that cannot be read: browsers demand that each is shown. */
  unreadable: v.pipe(v.string(), v.minLength(1)),
  /** For any push to a device with an app lock. */
  locked: v.pipe(v.string(), v.minLength(1)),
});
export type WorkerWords = v.InferOutput<typeof WorkerWords>;

/** Where nobody has left any. */
const ENGLISH: WorkerWords = {
  unreadable: "Open the app to see what is new.",
  locked: "There is something new. Unlock the app to see it.",
};
const PLACE = "/worker-words";

/** Leaves words for the worker, in the language of the page. */
export async function leaveWorkerWords(words: WorkerWords): Promise<void> {
  // None where the page came over an open connection: then there is no worker either.
  if (typeof caches === "undefined") return;
  const cache = await caches.open(SENTENCES_CACHE);
  await cache.put(PLACE, new Response(JSON.stringify(words)));
}

/** What a page left, or English. */
export async function readWorkerWords(): Promise<WorkerWords> {
  try {
    const left = await caches.match(PLACE, { cacheName: SENTENCES_CACHE });
    const words = v.safeParse(WorkerWords, await left?.json());
    return words.success ? words.output : ENGLISH;
  } catch {
    // A push has to be shown whatever the storage says.
    return ENGLISH;
  }
}
