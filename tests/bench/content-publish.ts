import type { Browser, Page } from "@playwright/test";
import { newName, register } from "#tests/browser/astrolabe.ts";
import { aPage, type Desk } from "#tests/browser/write-content.ts";
import { resultOf } from "./figures.ts";
import type { Result } from "./results.ts";
import type { App } from "./with-app.ts";

/** A page that stands among the screens of whoever is signed in, too. */
const KEY = "faq";
const LONGEST_MS = 90_000;
const AGAIN_MS = 250;

/** From the answer of publishing until the words are there: for who asks next, and on pages that are open elsewhere once they are looked at. */
export async function measurePublishing(app: App, desk: Desk, rounds: number): Promise<Result[]> {
  const { browser, server } = app;
  await desk.publish(KEY, aPage("First of all.", "help"));
  const url = `${server.url}/${KEY}`;
  const guest = await open(browser, url, null);
  const person = await open(browser, url, app);
  const times: Readonly<Record<"asked" | "guest" | "person", number[]>> = { asked: [], guest: [], person: [] };
  for (let round = 0; round < rounds; round += 1) {
    const words = `Word ${newName("round")}.`;
    await desk.publish(KEY, aPage(words, "help"));
    const [asked, byGuest, byPerson] = await Promise.all([
      untilAsked(url, words),
      untilShown(guest, words),
      untilShown(person, words),
    ]);
    times.asked.push(asked);
    times.guest.push(byGuest);
    times.person.push(byPerson);
  }
  await guest.context().close();
  await person.context().close();
  const figure = (name: string, values: readonly number[]) => resultOf({ name, unit: "ms", values });
  return [
    figure("published until the next visit has it", times.asked),
    figure("published until an open page has it, looked at again", times.guest),
    figure("published until an open page has it, signed in", times.person),
  ];
}

async function open(browser: Browser, url: string, app: App | null): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  if (app !== null) await register(page, app.server, newName("reader"));
  await page.goto(url);
  await page.getByText("First of all.").waitFor();
  return page;
}

/** In ms. */
async function untilAsked(url: string, words: string): Promise<number> {
  const from = performance.now();
  while (!(await (await fetch(url, { headers: { accept: "text/html" } })).text()).includes(words));
  return performance.now() - from;
}

/** Its person comes back to the page, again and again: so it asks within seconds what it would ask within a minute. In ms. */
async function untilShown(page: Page, words: string): Promise<number> {
  return page.evaluate(
    ({ words, longestMs, againMs }) =>
      new Promise<number>((done, fail) => {
        const from = performance.now();
        let toldMs = Number.NEGATIVE_INFINITY;
        const look = () => {
          const ms = performance.now() - from;
          if (ms - toldMs >= againMs) {
            toldMs = ms;
            dispatchEvent(new Event("focus"));
          }
          if (document.body.textContent.includes(words)) done(ms);
          else if (ms > longestMs) fail(new Error("it is not shown"));
          else requestAnimationFrame(look);
        };
        look();
      }),
    { words, longestMs: LONGEST_MS, againMs: AGAIN_MS },
  );
}
