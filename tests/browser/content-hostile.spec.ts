import type { Browser, BrowserContext, Page } from "@playwright/test";
import sharp from "sharp";
import { HOSTILE_LINKS, HOSTILE_TEXTS } from "#pwa/parts/content/hostile.fixture.ts";
import { signInFirst } from "./an-operator.ts";
import { type Astrolabe, expect, newName, test } from "./astrolabe.ts";
import { aHostileBlock, aHostileMenu, aHostilePage, aHostilePost } from "./hostile-content.ts";
import { contentLoaded, Desk } from "./write-content.ts";

const [FIRST] = HOSTILE_TEXTS;
/** What no page of ours has, whoever wrote it. */
const FOREIGN =
  "[onerror],[onload],[onmouseover],[onfocus],[autofocus],iframe[srcdoc],img[src=x],a[href^='javascript' i],math,noscript img";
const SLOW = { timeout: 60_000 };

/** Gathers what is done in these pages that words do not do: dialogs, refusals of the policy, programs that ran. */
async function watch(context: BrowserContext): Promise<string[]> {
  const deeds: string[] = [];
  await context.exposeFunction("noteDeed", (deed: string) => void deeds.push(deed));
  await context.addInitScript(() => {
    const note = (window as unknown as { noteDeed?(deed: string): void }).noteDeed;
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      note?.(`${location.pathname}: ${effectiveDirective} refuses ${blockedURI} ${sample}`),
    );
    Object.defineProperty(window, "hit", {
      set: () => {
        note?.(`${location.pathname}: a script ran`);
      },
    });
  });
  context.on("dialog", (dialog) => {
    deeds.push(`${dialog.page()?.url() ?? ""}: ${dialog.type()}`);
    void dialog.dismiss();
  });
  context.on("console", (message) => {
    if (/Content Security Policy|Blocked script execution/.test(message.text())) deeds.push(message.text());
  });
  return deeds;
}

/** What stands there as markup of somebody else's, in the page and in what it frames. */
async function foreignIn(page: Page): Promise<string[]> {
  const found = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate((foreign) => {
        const scripts = [...document.scripts].filter(
          ({ type, textContent }) => textContent.includes("window.hit") && !type.endsWith("json"),
        );
        return [...scripts, ...document.querySelectorAll(foreign)].map((each) => each.outerHTML.slice(0, 200));
      }, FOREIGN),
    ),
  );
  return found.flat();
}

interface Published {
  readonly key: string;
  readonly posts: readonly string[];
  readonly desk: Desk;
  withdraw(): Promise<void>;
}

async function publishAll(context: BrowserContext, astrolabe: Astrolabe): Promise<Published> {
  await contentLoaded(context.request, astrolabe);
  await signInFirst(context.request, astrolabe);
  const desk = new Desk(context.request, astrolabe);
  const picture = { create: { width: 40, height: 20, channels: 3 as const, background: "#123456" } };
  const mediaId = await desk.addPicture(await sharp(picture).png().toBuffer(), { name: FIRST, alt: FIRST });
  const key = newName("hostile").toLowerCase();
  const hostile = aHostilePage(mediaId);
  await desk.publish(key, hostile);
  // The same in a draft, for who has a link to it.
  if (hostile.kind === "page") await desk.save(key, { ...hostile, order: 9001 });
  await desk.publish(key, aHostileBlock(mediaId));
  await desk.publish(key, aHostileMenu());
  const posts: string[] = [];
  for (const [at, text] of HOSTILE_TEXTS.entries()) {
    posts.push(`blog/${key}-${at}`);
    await desk.publish(`blog/${key}-${at}`, aHostilePost(text));
  }
  const withdraw = async () => {
    await desk.discard("page", key);
    await desk.unpublish("menu", key);
    await desk.unpublish("block", key);
    for (const each of [key, ...posts]) await desk.unpublish("page", each);
    await desk.removePicture(mediaId);
  };
  return { key, posts, desk, withdraw };
}

/** Opens a place, and finds the words there, as they were typed, and nothing else of them. */
async function look(page: Page, url: string, words: string = FIRST): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached(SLOW);
  await isWords(page, url, words);
}

async function isWords(page: Page, name: string, words: string = FIRST): Promise<void> {
  // Of the page's own: menus have the words, too.
  await expect(
    page.getByRole("main").getByText(words).or(page.getByRole("dialog").getByText(words)).first(),
  ).toBeAttached(SLOW);
  expect(await foreignIn(page), name).toEqual([]);
}

async function asReaders(browser: Browser, { url }: Astrolabe, { key, posts, desk }: Published): Promise<void> {
  const paths = [`/${key}`, "/", "/blog", "/help", `/ar/${key}`, `/${posts[2] ?? ""}`];
  const plain = await browser.newContext({ baseURL: url, javaScriptEnabled: false });
  const reading = await plain.newPage();
  for (const path of paths) await look(reading, path, path.includes(key) && path.includes("blog") ? "onerror" : FIRST);
  await plain.close();

  const context = await browser.newContext({ baseURL: url });
  const deeds = await watch(context);
  const page = await context.newPage();
  for (const path of paths) await look(page, path, path.includes(key) && path.includes("blog") ? "onerror" : FIRST);
  await page.goto("/help");
  await page.getByRole("searchbox").fill("window hit script");
  await expect(page.getByRole("search").getByText(FIRST).first()).toBeVisible(SLOW);
  await isWords(page, "the search on a page");
  await look(page, await desk.preview(key));
  const broken = await page.evaluate(
    async (files) => {
      const texts = await Promise.all(files.map(async (file) => (await fetch(file)).text()));
      const isBroken = (text: string) =>
        new DOMParser().parseFromString(text, "application/xml").querySelector("parsererror") !== null;
      return texts.filter((text) => !text.includes("blog/") || isBroken(text));
    },
    ["/blog/feed.xml", "/sitemap.xml"],
  );
  expect(broken).toEqual([]);
  expect(deeds).toEqual([]);
  // The watch sees what it looks for.
  await page.goto("/help");
  await page.evaluate(() => document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=window.hit=1>"));
  await expect.poll(() => deeds.length).toBeGreaterThan(0);
  await context.close();
}

test("scripts that somebody writes into every field are read as words wherever readers see them", async ({
  astrolabe,
  browser,
}) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({ baseURL: astrolabe.url });
  const published = await publishAll(context, astrolabe);
  try {
    await asReaders(browser, astrolabe, published);
    for (const href of HOSTILE_LINKS) {
      const block = aHostilePost("words");
      if (block.kind !== "page") continue;
      const action = {
        id: "action",
        type: "call-to-action" as const,
        title: "Go",
        text: "",
        link: { label: "Go", href },
      };
      const words = { en: { ...block.words.en, sections: [action] } };
      const saved = await published.desk.save(`${published.key}-link`, { ...block, words });
      expect(saved.status(), href).toBe(400);
    }
  } finally {
    await published.withdraw();
  }
  await context.close();
});
