import { join } from "node:path";
import { readLoads } from "#build/script-bounds.ts";
import { signInFirst } from "#tests/browser/an-operator.ts";
import { contentLoaded, Desk } from "#tests/browser/write-content.ts";
import { measurePublishing } from "./content-publish.ts";
import { measureSearch } from "./content-search.ts";
import { inOneConnection, largestPaint } from "./page-times.ts";
import { median, ratioOf, type Result, roundsAndLoad } from "./results.ts";
import { scriptBytesOf } from "./script-bytes.ts";
import type { App } from "./with-app.ts";

/** Public pages of each kind; the start page is among them. */
const PAGES = ["/", "/help", "/faq", "/documentation/fees", "/tutorials/first-payment"];
/** A page that lies there as a file, of about their size: what the build made of the start page. */
const FILE = "/landing.html";
const BESIDE_FILE = { kind: "at most", value: 1.5 } as const;
const KIB = 1024;
const SCRIPT = { kind: "at most", value: 145 } as const;

/** What readers wait for: pages beside a file of the same server, their script, what was just published, the search; and the editor's file. */
export async function measureContent(app: App, isQuick: boolean): Promise<Result[]> {
  const { browser, server } = app;
  const context = await browser.newContext();
  await contentLoaded(context.request, server);
  await signInFirst(context.request, server);
  const desk = new Desk(context.request, server);
  const results = [
    ...(await measureTimes(app, isQuick ? 3 : 7)),
    ...(await measureScript(app, isQuick ? 1 : 3)),
    ...(await measureSearch(app, isQuick ? 1 : 3)),
    // Last: of the questions nothing is left.
    ...(await measurePublishing(app, desk, isQuick ? 3 : 8)),
  ];
  await context.close();
  return results;
}

/** In turns with the file: first bytes by one connection that stays, paints by a browser without a cache. */
async function measureTimes({ browser, server }: App, rounds: number): Promise<Result[]> {
  const results: Result[] = [];
  const first = inOneConnection(server.url);
  for (const path of PAGES) {
    const [own, other]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      own.push(await first.byte(path));
      other.push(await first.byte(FILE));
    }
    const counterpart = "of a file of the same server";
    const name = `first byte of ${path}`;
    results.push(ratioOf({ name, unit: "ms", own, other, counterpart, goal: BESIDE_FILE }));
  }
  first.end();
  for (const path of PAGES) {
    const [own, other]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      own.push(await largestPaint(browser, server.url + path));
      other.push(await largestPaint(browser, server.url + FILE));
    }
    const counterpart = "of a file of the same server";
    const name = `largest paint of ${path}`;
    results.push(ratioOf({ name, unit: "ms", own, other, counterpart, goal: BESIDE_FILE }));
  }
  return results;
}

const kib = (bytes: number) => `${(bytes / KIB).toFixed(1)} KiB`;

async function measureScript({ browser, server }: App, rounds: number): Promise<Result[]> {
  const weighed: Awaited<ReturnType<typeof scriptBytesOf>>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext();
    try {
      weighed.push(await scriptBytesOf(context, `${server.url}/faq`, "#root:not([data-prerendered]) h1"));
    } finally {
      await context.close();
    }
  }
  const loads = await readLoads(join(import.meta.dirname, "../../dist/pwa"));
  const editor = loads.find(({ audience }) => audience === "editor")?.bytes ?? Number.NaN;
  return [
    {
      name: "script that a page of texts fetches, with the app",
      value: median(weighed.map(({ scripts }) => scripts)) / KIB,
      unit: "KiB",
      goal: SCRIPT,
      note: `/faq; ${kib(median(weighed.map(({ withHeaders }) => withHeaders)))} with the headers of answers (${roundsAndLoad(rounds)})`,
    },
    { name: "file of the editor", value: editor / KIB, unit: "KiB", note: "for operators and who tries the example" },
  ];
}
