import { t } from "@lingui/core/macro";
/** The last resort, without React: says that the app could not start and why. Text only, so that nothing in it can run. */
export function showFatalPage(error: unknown): void {
  const page = document.createElement("main");
  page.setAttribute("role", "alert");
  page.className = "mx-auto max-w-lg px-4 py-16";
  page.append(
    element("h1", "text-xl font-semibold", t`Astrolabe could not start`),
    element("p", "mt-3 font-mono text-sm text-down", error instanceof Error ? error.message : String(error)),
    element("p", "mt-3 text-sm text-ink-2", t`Please reload the page. If it keeps happening, update your browser.`),
  );
  document.body.replaceChildren(page);
}

function element(name: "h1" | "p", className: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
