import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { build } from "vite";
import { sentences } from "#build/sentences.ts";
import { ensureChromium } from "#tests/run/chromium.ts";

/** A browser whose pages hold the device's own storage and sync (./device.fixture.ts) as `device`. */
export interface DeviceBrowser {
  readonly browser: Browser;
  /** A tab at `url`, whose server need not serve pages: sockets reach it, pages come from here. */
  openTab(context: BrowserContext, url: string): Promise<Page>;
  close(): Promise<void>;
}

/** `entry` is what the pages hold instead, as `device` too. */
export async function openDeviceBrowser(
  entry = join(import.meta.dirname, "device.fixture.ts"),
): Promise<DeviceBrowser> {
  const folder = await mkdtemp(join(tmpdir(), "astrolabe-device-"));
  await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    plugins: [sentences()],
    build: {
      outDir: folder,
      minify: false,
      lib: { entry, formats: ["es"], fileName: () => "device.js" },
      // One file is served, whatever the app loads later.
      rolldownOptions: { output: { codeSplitting: false } },
    },
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const script = await readFile(join(folder, "device.js"), "utf8");
  await rm(folder, { recursive: true, force: true });
  const executablePath = ensureChromium();
  // Pages that are made here count as foreign to this machine's network, to which the sockets go.
  const features = "--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets";
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      features,
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--enable-precise-memory-info",
      "--js-flags=--expose-gc",
    ],
  });
  return {
    browser,
    async openTab(context, url) {
      const page = await context.newPage();
      await page.route(`${url}/`, (route) =>
        route.fulfill({ contentType: "text/html", body: "<script type=module src=/device.js></script>" }),
      );
      await page.route(`${url}/device.js`, (route) => route.fulfill({ contentType: "text/javascript", body: script }));
      await page.goto(`${url}/`);
      await page.waitForFunction(() => "device" in globalThis);
      return page;
    },
    close: () => browser.close(),
  };
}
