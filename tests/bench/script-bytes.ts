import type { Browser, BrowserContext, CDPSession } from "@playwright/test";
import { newName, register } from "#tests/browser/astrolabe.ts";
import { type Figure, inRounds } from "./figures.ts";
import type { RunningServer } from "./running-server.ts";

const ROUNDS = 3;

/** What the scripts of a first load weigh on the wire, answer headers included; the service worker's own fetches are not the page's. */
export async function measureScriptBytes(browser: Browser, server: RunningServer): Promise<Figure[]> {
  const cookies = await cookiesOfSomeone(browser, server);
  const firstLoad = async (path: string, marker: string, isSignedIn: boolean): Promise<number> => {
    const context = await browser.newContext();
    try {
      if (isSignedIn) await context.addCookies(cookies);
      return (await scriptBytesOf(context, server.url + path, marker)).withHeaders;
    } finally {
      await context.close();
    }
  };
  const landing = await inRounds(ROUNDS, () => firstLoad("/", "#root:not([data-prerendered]) h1", false));
  const shell = await inRounds(ROUNDS, () => firstLoad("/dashboard", "[data-sync-state=live]", true));
  return [
    { name: "compressed script on the first load of /", unit: "bytes", values: landing },
    { name: "compressed script on the first load of /dashboard, signed in", unit: "bytes", values: shell },
  ];
}

async function cookiesOfSomeone(browser: Browser, server: RunningServer) {
  const context = await browser.newContext();
  await register(await context.newPage(), server, newName("weigher"));
  const { cookies } = await context.storageState();
  await context.close();
  return cookies;
}

/** What was fetched, in bytes as sent. */
interface Fetched {
  readonly scripts: number;
  readonly withHeaders: number;
}

/** The same of one page, in a browser that has nothing yet; `marker` is there once the app has the page. */
export async function scriptBytesOf(context: BrowserContext, url: string, marker: string): Promise<Fetched> {
  const page = await context.newPage();
  const scripts = countScripts(await context.newCDPSession(page));
  await page.goto(url, { waitUntil: "networkidle" });
  await page.locator(marker).first().waitFor({ timeout: 60_000 });
  await page.waitForLoadState("networkidle");
  return scripts();
}

/** Counts from now on; refuses scripts that came without Brotli, which would make the sum mean something else. */
function countScripts(session: CDPSession): () => Fetched {
  const lengths = new Map<string, number>();
  const fetched = { scripts: 0, withHeaders: 0 };
  let plain: string | null = null;
  session.on("Network.responseReceived", ({ requestId, response }) => {
    const { pathname } = new URL(response.url);
    if (!pathname.endsWith(".js") || pathname === "/sw.js" || response.fromServiceWorker === true) return;
    const headers = new Headers(response.headers);
    lengths.set(requestId, Number(headers.get("content-length")));
    if (headers.get("content-encoding") !== "br") plain = pathname;
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const length = lengths.get(requestId);
    if (length === undefined) return;
    fetched.scripts += length;
    fetched.withHeaders += encodedDataLength;
  });
  void session.send("Network.enable");
  return () => {
    if (plain !== null) throw new Error(`${plain} came without Brotli`);
    return fetched;
  };
}
