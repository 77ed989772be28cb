import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium, type LaunchOptions } from "@playwright/test";
import { ensureChromium } from "#tests/run/chromium.ts";
import { startMongo, startStellar } from "#tests/support/embedded.ts";
import { type Figure, resultOf } from "./figures.ts";
import { measureOfflineReload } from "./offline-reload.ts";
import { lineOfResult } from "./results.ts";
import { prepareServer } from "./running-server.ts";
import { measureScriptBytes } from "./script-bytes.ts";
import { measureSendToConfirmed } from "./send-to-confirmed.ts";
import { measureWarmStart } from "./warm-start.ts";

const LEDGER_MS = 1000;
/** What an argument may name; without arguments all are measured. */
const wanted = new Set(process.argv.slice(2));

/** Says the figures at once; one that cannot be measured does not take the others with it, but fails the run. */
async function report(name: string, measure: () => Promise<Figure[]>): Promise<void> {
  if (wanted.size > 0 && !wanted.has(name)) return;
  try {
    for (const figure of await measure()) console.log(lineOfResult(resultOf(figure)));
  } catch (error) {
    process.exitCode = 1;
    console.error(`${name} could not be measured: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function reportWithBrowser(): Promise<void> {
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
      STELLAR_RPC_URL: stellar.rpcUrl,
      STELLAR_HORIZON_URL: stellar.horizonUrl,
      STELLAR_FRIENDBOT_URL: stellar.friendbotUrl,
      STELLAR_NETWORK_PASSPHRASE: stellar.passphrase,
    });
    undo.push(server.close);
    await server.start();
    const browser = await chromium.launch(options);
    undo.push(() => browser.close());
    await report("script", () => measureScriptBytes(browser, server));
    await report("send", () => measureSendToConfirmed(browser, server));
    await report("offline", () => measureOfflineReload(chromium, options, server, mongo.url));
  } finally {
    for (const end of undo.toReversed()) await end();
  }
}

if (existsSync(join(import.meta.dirname, "../../dist/pwa/index.html"))) {
  await report("start", measureWarmStart);
  if (wanted.size === 0 || [...wanted].some((name) => name !== "start")) await reportWithBrowser();
} else {
  console.error("The app is not built: run vite build first.");
  process.exitCode = 1;
}
