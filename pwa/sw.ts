/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { listenForPush } from "#pwa/notifications/worker.ts";
import { NavigationRoute, registerRoute } from "workbox-routing";

declare const self: ServiceWorkerGlobalScope;

// No address stands for a file of another name: pages are told apart below.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: "", cleanURLs: false });
cleanupOutdatedCaches();

// The start page is there before its scripts; it hides its words from whom this device knows.
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
