import type { BrowserContext, Page } from "@playwright/test";
import { signInFirst } from "#tests/browser/an-operator.ts";
import { begin, callBy, takeByFile, typeDocument } from "#tests/browser/identity-steps.ts";
import { become, newName } from "#tests/browser/astrolabe.ts";
import { aCard, aFace } from "#tests/browser/photographed.ts";
import { sendPassport } from "#tests/support/send-passport.ts";
import { quantile, type Result } from "./results.ts";
import type { App } from "./with-app.ts";

/** "Slow 4G" as Lighthouse and WebPageTest have it. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SCRIPT_KIB = 60;
const LOOKS = 20;
/** Screens that have nothing to do with it; those that are loaded in any case first. */
const FETCHED_AHEAD = ["/dashboard", "/swap"];
const OTHERS = [...FETCHED_AHEAD, "/send", "/assets", "/user-settings"];
/** How the files of the form are named, and those by which other screens lead to it. */
const ITS_OWN = /kyc|identity|picture|hand-over|camera/;
const LINKS_TO_IT = /identity-(place|way)/;
const PHONE = { viewport: { width: 390, height: 844 }, serviceWorkers: "block" } as const;

/** What showing who one is costs on a phone and a slow line, and how soon a reviewer sees a picture. */
export async function measureIdentityScreens({ browser, server }: App): Promise<Result[]> {
  const context = await browser.newContext(PHONE);
  try {
    const scripts = await context.newPage();
    await become(scripts, server, newName("walker"));
    const [own, elsewhere] = await scriptsOfIdentity(scripts, server.url);
    return [
      {
        name: "script that /kyc adds, all of its steps",
        value: own,
        unit: "KiB",
        goal: atMost(SCRIPT_KIB),
        note: "compressed",
      },
      {
        name: "of it in the first loads of other screens",
        value: elsewhere,
        unit: "files",
        goal: atMost(0),
        note: OTHERS.join(" "),
      },
      ...(await submission(await context.newPage(), server)),
      await pictureToScreen(await browser.newContext({ viewport: { width: 1280, height: 900 } }), server),
    ];
  } finally {
    await context.close();
  }
}

const atMost = (value: number) => ({ kind: "at most", value }) as const;

/** Files by their weight on the wire, of whatever scripts come from now on. */
async function watchScripts(page: Page): Promise<Map<string, number>> {
  const [named, weighed] = [new Map<string, string>(), new Map<string, number>()];
  const session = await page.context().newCDPSession(page);
  session.on("Network.responseReceived", ({ requestId, response }) => {
    const { pathname } = new URL(response.url);
    if (pathname.endsWith(".js")) named.set(requestId, pathname);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const pathname = named.get(requestId);
    if (pathname !== undefined) weighed.set(pathname, encodedDataLength);
  });
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  return weighed;
}

/** What the form loads beyond the first screen, in KiB, and how many files that are its own others load as well. */
async function scriptsOfIdentity(page: Page, url: string): Promise<readonly [number, number]> {
  const loaded = new Map<string, Set<string>>();
  for (const path of OTHERS) {
    const other = await page.context().newPage();
    const scripts = await watchScripts(other);
    await other.goto(url + path, { waitUntil: "networkidle" });
    loaded.set(path, new Set(scripts.keys()));
    await other.close();
  }
  const scripts = await watchScripts(page);
  await page.goto(`${url}/kyc`, { waitUntil: "networkidle" });
  await page.getByLabel("I have read this").check();
  await page.getByRole("button", { name: "Agree and begin" }).click();
  await fill(page);
  await page.getByRole("button", { name: "Send it for review" }).click();
  await page.getByText("We are looking at what you sent").first().waitFor();
  // The bar's links fetch their screens ahead, wherever one is.
  const known = FETCHED_AHEAD.flatMap((path) => [...(loaded.get(path) ?? [])]);
  const added = [...scripts].filter(([file]) => !known.includes(file));
  const own = added.map(([file]) => file).filter((file) => ITS_OWN.test(file) && !LINKS_TO_IT.test(file));
  const elsewhere = own.filter((file) => [...loaded.values()].some((files) => files.has(file)));
  return [added.reduce((sum, [, bytes]) => sum + bytes, 0) / 1024, elsewhere.length];
}

async function fill(page: Page): Promise<void> {
  await typeDocument(page, "Passport");
  await takeByFile(page, "Page with your photo", await aCard("PASSPORT"));
  await takeByFile(page, "A picture of you", await aFace());
}

/** From the last button to "we are looking at it", on a slow line. */
async function submission(page: Page, server: App["server"]): Promise<Result[]> {
  await page.context().clearCookies();
  await begin(page, server);
  await fill(page);
  let bytes = 0;
  page.on("request", (request) => {
    if (request.url().includes("/api/kyc/")) bytes += request.postDataBuffer()?.length ?? 0;
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  const before = performance.now();
  await page.getByRole("button", { name: "Send it for review" }).click();
  await page.getByText("We are looking at what you sent").first().waitFor({ timeout: 120_000 });
  const seconds = (performance.now() - before) / 1000;
  const line = "150 ms, 1.6 Mbit/s down, 750 kbit/s up";
  const least = (bytes * 8) / 750_000;
  return [
    {
      name: "a passport sent on slow 4G: bytes",
      value: bytes / 1024,
      unit: "KiB",
      note: "two pictures of 2400 by 1800",
    },
    { name: "a passport sent on slow 4G: time", value: seconds, unit: "s", note: line },
    {
      name: "beside what the line needs for its bytes",
      value: seconds / least,
      unit: "times",
      note: `${least.toFixed(1)} s`,
    },
  ];
}

/** From the row of the queue to both pictures drawn. */
async function pictureToScreen(context: BrowserContext, server: App["server"]): Promise<Result> {
  const person = await context.newPage();
  const username = newName("pia");
  await become(person, server, username);
  await sendPassport(callBy(person.request, server.url), username);
  await signInFirst(context.request, server);
  const page = await context.newPage();
  await page.goto(`${server.url}/admin-kyc?find=${username}`);
  const row = page.getByRole("row").filter({ hasText: username });
  const taken: number[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    await row.waitFor();
    taken.push(await row.evaluate(untilDrawn));
    await page.getByRole("link", { name: "All identity checks" }).click();
  }
  await context.close();
  return {
    name: "from a row of the queue to its pictures, p95",
    value: quantile(taken, 0.95),
    unit: "ms",
    note: `half of ${LOOKS} within ${quantile(taken, 0.5).toFixed(0)}, both pictures drawn, in the browser`,
  };
}

/** Runs in the page, frame by frame. */
function untilDrawn(row: Element): Promise<number> {
  const before = performance.now();
  const isDrawn = (canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    return (canvas.getContext("2d")?.getImageData(width >> 1, height >> 1, 1, 1).data[3] ?? 0) > 0;
  };
  const opening = row.querySelector("a, button");
  ((opening ?? row) as HTMLElement).click();
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const drawn = [...document.querySelectorAll<HTMLCanvasElement>("figure canvas")].filter(isDrawn);
      if (drawn.length === 2) return resolve(performance.now() - before);
      if (performance.now() - before > 20_000) return reject(new Error("the pictures were not drawn"));
      requestAnimationFrame(look);
    };
    look();
  });
}
