import { showFatalPage } from "#pwa/app/fatal-page.ts";
import { mountApp } from "#pwa/app/mount-app.tsx";
import { followTheme } from "#pwa/parts/theme/theme.ts";
import { listenForInstall } from "#pwa/install/install-event.ts";
import { beginLanguage, followOtherTabs } from "#pwa/platform/language/show-language.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { showCarriedToast } from "#pwa/parts/toasts/toasts.ts";

addEventListener("unhandledrejection", (event) => logProblem("Unhandled rejection", event.reason));

try {
  const root = document.getElementById("root");
  if (root === null) throw new Error("The page has no root element.");
  followTheme();
  listenForInstall();
  followOtherTabs();
  beginLanguage()
    .then(() => mountApp(root))
    .then(showCarriedToast, fail);
} catch (error) {
  fail(error);
}

function fail(error: unknown): void {
  logProblem("The app could not start", error);
  showFatalPage(error);
}
