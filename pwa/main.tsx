import { getDefaultStore } from "jotai";
import { createRoot } from "react-dom/client";
import { App } from "#pwa/app/app.tsx";
import { showFatalPage } from "#pwa/app/fatal-page.ts";
import { applyTheme, themeAtom } from "#pwa/app/theme.ts";
import { listenForInstall } from "#pwa/install/install-event.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { showCarriedToast } from "#pwa/toasts/toasts.ts";

addEventListener("unhandledrejection", (event) => logProblem("Unhandled rejection", event.reason));

try {
  const root = document.getElementById("root");
  if (root === null) throw new Error("The page has no root element.");
  applyTheme(getDefaultStore().get(themeAtom));
  listenForInstall();
  createRoot(root).render(<App />);
  showCarriedToast();
} catch (error) {
  logProblem("The app could not start", error);
  showFatalPage(error);
}
