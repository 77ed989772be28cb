import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { shownLanguage } from "#pwa/platform/language/show-language.ts";
import { nextTask } from "#pwa/platform/device/next-task.ts";
import { isLockSet } from "#pwa/platform/device/storage.ts";
import { rememberedUser } from "#pwa/parts/session/remembered-user.ts";
import { keyOf, takeGiven } from "#pwa/parts/content/site-store.ts";
import { whenLeaving } from "#pwa/parts/session/leavers.ts";
import { routedPlace } from "#schemas/pay-path.ts";
import { App } from "./app.tsx";
import { readGiven } from "./given-content.ts";
import { unnamed } from "./language-addresses.ts";
import { createAppRouter } from "./router.tsx";

/** Set on a root that holds a public page as guests see it, to the language that it is in: by the build, or the server. */
const PRERENDERED = "data-prerendered";
/** Set by index.html; hides such a root. */
const KNOWN_DEVICE = "known-device";
/** Set by index.html where what came with the page is not in the language that it is read in; hides it, too. */
const OTHER_LANGUAGE = "other-language";

/** Shows the app: over the markup that came with the page where that is what this device shows first, or in its place. */
export async function mountApp(root: HTMLElement): Promise<void> {
  whenLeaving("The push subscription", endPush);
  const given = readGiven(unnamed(location.pathname));
  if (given?.site?.language === shownLanguage()) takeGiven(given);
  const pathname = unnamed(location.pathname);
  const place = routedPlace({ pathname, search: location.search });
  if (place !== null) history.replaceState(history.state, "", place);
  // To read the sentences, to make the router and to load the screen are a task each: whoever taps meanwhile is heard.
  await nextTask();
  const router = createAppRouter();
  const app = <App router={router} />;
  const isKept =
    root.getAttribute(PRERENDERED) === shownLanguage() &&
    keyOf(pathname) === keyOf(given?.path ?? "/") &&
    !isLockSet() &&
    rememberedUser() === null;
  if (isKept) {
    await nextTask();
    await router.load();
    // In slices: whoever taps meanwhile is heard.
    startTransition(() => void hydrateRoot(root, app));
  } else {
    root.replaceChildren();
    const page = createRoot(root);
    startTransition(() => page.render(app));
  }
  root.removeAttribute(PRERENDERED);
  document.documentElement.classList.remove(KNOWN_DEVICE, OTHER_LANGUAGE);
}

/** Where this fails, the server still pushes nothing to a session that ended. */
async function endPush(): Promise<void> {
  const { unsubscribe } = await import("#pwa/notifications/push.ts");
  await unsubscribe();
}
