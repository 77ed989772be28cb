import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { type Figure, resultOf } from "./figures.ts";
import { measureLanguageChange } from "./language-change.ts";
import { measureOfflineReload } from "./offline-reload.ts";
import { lineOfResult } from "./results.ts";
import { measureScriptBytes } from "./script-bytes.ts";
import { measureSendToConfirmed } from "./send-to-confirmed.ts";
import { measureWarmStart } from "./warm-start.ts";
import { withApp } from "./with-app.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { transactions: { type: "string", default: "100000" } },
});
/** What an argument may name; without arguments all are measured. */
const wanted = new Set(positionals);

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

await report("start", measureWarmStart);
if (wanted.size === 0 || [...wanted].some((name) => name !== "start")) {
  await withApp(async ({ browser, server, options, mongoUrl }) => {
    await report("script", () => measureScriptBytes(browser, server));
    await report("language", () => measureLanguageChange(browser, server));
    await report("send", () => measureSendToConfirmed(browser, server));
    await report("offline", () =>
      measureOfflineReload(chromium, options, server, mongoUrl, Number(values.transactions)),
    );
  });
}
