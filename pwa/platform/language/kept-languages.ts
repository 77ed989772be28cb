/// <reference lib="webworker" />

/** Where a device keeps all sentences of its language, for when there is no connection. */
export const SENTENCES_CACHE = "astrolabe-sentences";
/** The file of all sentences of a language, of whatever build. */
export const WHOLE_FILE = /\/?assets\/whole\.(?<language>\w+)-\w+\.json$/;

/**
 * Has the service worker keep what the pages of its version need without a connection: the languages that this device keeps, as
 * `files`, the addresses of this version's, have them. A version is not installed without them, and those of others go with these.
 */
export function keepLanguages(worker: ServiceWorkerGlobalScope, files: readonly string[]): void {
  const own = files.map((file) => new URL(file, worker.location.href).href);
  worker.addEventListener("install", (event) => event.waitUntil(fetchKept(own)));
  worker.addEventListener("activate", (event) =>
    event.waitUntil(
      (async () => {
        // One more may have been chosen while this version waited.
        await fetchKept(own).catch(() => undefined);
        const cache = await caches.open(SENTENCES_CACHE);
        for (const { url } of await cache.keys())
          if (WHOLE_FILE.test(url) && !own.includes(url)) await cache.delete(url);
      })(),
    ),
  );
}

async function fetchKept(own: readonly string[]): Promise<void> {
  const cache = await caches.open(SENTENCES_CACHE);
  const kept = (await cache.keys()).map(({ url }) => url);
  const languages = new Set(kept.map(languageOf));
  await cache.addAll(own.filter((url) => !kept.includes(url) && languages.has(languageOf(url))));
}

function languageOf(url: string): string | undefined {
  return WHOLE_FILE.exec(url)?.groups?.["language"];
}
