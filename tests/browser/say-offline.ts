import type { Browser, BrowserContext } from "@playwright/test";

const CUT = "cut off";
const told = new WeakSet<BrowserContext>();

/**
 * From Chromium 150 on a page that is loaded while its context is cut off says that it is on line, which no browser without a network
 * does. Has every context of this browser's kind say what it is.
 */
export async function sayOffline(browser: Browser): Promise<void> {
  const context = await browser.newContext();
  const kind: BrowserContext = Object.getPrototypeOf(context);
  await context.close();
  const { setOffline } = kind;
  kind.setOffline = async function (this: BrowserContext, isOffline: boolean): Promise<void> {
    if (!told.has(this)) {
      told.add(this);
      await this.addInitScript(sayCut, CUT);
    }
    const pages = this.pages();
    await setOffline.call(this, isOffline);
    await Promise.all(pages.map((page) => page.evaluate(mark, isOffline ? CUT : "").catch(() => undefined)));
  };
}

/** In the page, as it is loaded: a window's name outlives a load, and nobody else here uses it. */
function sayCut(cut: string): void {
  if (window.name !== cut || !navigator.onLine) return;
  Object.defineProperty(navigator, "onLine", { configurable: true, get: () => window.name !== cut });
}

/** In the page: the browser tells of no change that it did not know of. */
function mark(name: string): void {
  const was = navigator.onLine;
  window.name = name;
  if (was !== navigator.onLine) dispatchEvent(new Event(navigator.onLine ? "online" : "offline"));
}
