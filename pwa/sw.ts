/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { listenForPush } from "#pwa/notifications/worker.ts";
import { keepLanguages, WHOLE_FILE } from "#pwa/platform/language/kept-languages.ts";
import { NavigationRoute, registerRoute } from "workbox-routing";

declare const self: ServiceWorkerGlobalScope;

const files = self.__WB_MANIFEST;
const urlOf = (file: (typeof files)[number]) => (typeof file === "string" ? file : file.url);

// No address stands for a file of another name: pages are told apart below. A language is kept by whom it was chosen.
precacheAndRoute(
  files.filter((file) => !WHOLE_FILE.test(urlOf(file))),
  { directoryIndex: "", cleanURLs: false },
);
cleanupOutdatedCaches();
keepLanguages(
  self,
  files.map(urlOf).filter((url) => WHOLE_FILE.test(url)),
);

// The start page is there before its scripts; it hides its words from whom this device knows, and who reads another language.
registerRoute(new NavigationRoute(createHandlerBoundToURL("/landing.html"), { allowlist: [/^\/(?:\?|$)/] }));

// Every other screen is the shell, offline too. What the server answers itself is never taken from here.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL("/index.html"), {
    denylist: [
      /^\/api\//,
      /^\/socket\.io\//,
      /^\/healthz$/,
      /^\/readyz$/,
      /^\/metrics$/,
      /^\/\.well-known\//,
      /^\/r\//,
    ],
  }),
);

listenForPush(self);

// The new version takes over only when the person said so.
self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") void self.skipWaiting();
});
