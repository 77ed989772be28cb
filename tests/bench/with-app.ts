import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type LaunchOptions } from "@playwright/test";
import { ensureChromium } from "#tests/run/chromium.ts";
import { settingsOf, startMongo, startStellar } from "#tests/support/embedded.ts";
import { prepareServer, type RunningServer } from "./running-server.ts";

const LEDGER_MS = 1000;

/** The built app, served over an embedded database and network, and a browser to use it. */
export interface App {
  readonly server: RunningServer;
  readonly mongoUrl: string;
  readonly browser: Browser;
  readonly options: LaunchOptions;
}

export async function withApp<T>(measure: (app: App) => Promise<T>): Promise<T> {
  if (!existsSync(join(import.meta.dirname, "../../dist/pwa/index.html")))
    throw new Error("the app is not built: run vite build first");
  const executablePath = ensureChromium();
  const options: LaunchOptions = {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  };
  const undo: (() => Promise<void>)[] = [];
  try {
    const mongo = await startMongo();
    undo.push(mongo.stop);
    const stellar = await startStellar({ closeIntervalMs: LEDGER_MS });
    undo.push(stellar.stop);
    const server = await prepareServer({
      MONGODB_URL: mongo.url,
      ...settingsOf(stellar),
    });
    undo.push(server.close);
    await server.start();
    const browser = await chromium.launch(options);
    undo.push(() => browser.close());
    return await measure({ server, mongoUrl: mongo.url, browser, options });
  } finally {
    for (const end of undo.toReversed()) await end();
  }
}
