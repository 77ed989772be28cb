import type { Browser, BrowserContext, Page } from "@playwright/test";
import sharp from "sharp";
import { HOSTILE_LINKS, HOSTILE_TEXTS } from "#pwa/parts/content/hostile.fixture.ts";
import { signInFirst } from "./an-operator.ts";
import { type Astrolabe, expect, newName, test } from "./astrolabe.ts";
import { aHostileBlock, aHostileMenu, aHostilePage, aHostilePost } from "./hostile-content.ts";
import { contentLoaded, Desk } from "./write-content.ts";

const [FIRST] = HOSTILE_TEXTS;
/** Which of them a search finds first is left to it. */
const IN_MOST = "window.hit=1";
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
  if (hostile.kind === "page") {
    const { en } = hostile.words;
    await desk.save(key, { ...hostile, words: { ...hostile.words, en: { ...en, description: `${FIRST} anew` } } });
  }
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
  await expect(page.getByRole("search").getByText(IN_MOST).first()).toBeVisible(SLOW);
  await isWords(page, "the search on a page", IN_MOST);
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

async function asOperators(context: BrowserContext, deeds: readonly string[], { key }: Published): Promise<void> {
  const page = await context.newPage();
  await look(page, "/admin-cms/pages");
  await page.goto(`/admin-cms/pages?item=${key}`);
  await expect(page.getByRole("region", { name: "Sections" })).toBeVisible(SLOW);
  expect(await foreignIn(page), "the editor of a page").toEqual([]);
  await page.getByRole("radio", { name: "Preview" }).check();
  const preview = page.frameLocator('iframe[title="Preview"]');
  await expect(preview.getByRole("heading", { level: 1, name: FIRST })).toBeVisible(SLOW);
  expect(await foreignIn(page), "the preview in the editor").toEqual([]);
  await page.getByRole("main").getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "History" }).click();
  await expect(page.getByRole("dialog", { name: "History" })).toContainText(/window\.hit=1.*anew/s, SLOW);
  expect(await foreignIn(page), "the history").toEqual([]);
  for (const kind of ["blocks", "menus"]) {
    await page.goto(`/admin-cms/${kind}?item=${key}`);
    await page.getByRole("radio", { name: "Preview" }).check(SLOW);
    await expect(page.locator('iframe[title="Preview"]').or(page.getByText(FIRST)).first()).toBeVisible(SLOW);
    expect(await foreignIn(page), `the preview of ${kind}`).toEqual([]);
  }
  await look(page, "/admin-cms/media");
  await look(page, "/admin-panel/support");
  await page
    .getByRole("link", { name: /^Report / })
    .first()
    .click();
  await isWords(page, "what was written to the operators");
  // Who is signed in finds the page from everywhere.
  await page.goto("/dashboard");
  await expect(page.locator("header [aria-keyshortcuts]")).toBeVisible(SLOW);
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Search", exact: true });
  await palette.getByRole("combobox").fill("window hit script");
  await expect(palette.getByText(IN_MOST).first()).toBeVisible(SLOW);
  await isWords(page, "the search from everywhere", IN_MOST);
  expect(deeds).toEqual([]);
}

test("scripts that somebody writes into every field are read as words wherever they are shown", async ({
  astrolabe,
  browser,
  request,
}) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({ baseURL: astrolabe.url, viewport: { width: 1440, height: 900 } });
  const deeds = await watch(context);
  const published = await publishAll(context, astrolabe);
  try {
    const message = HOSTILE_TEXTS.join("\n");
    const data = { email: "stranger@example.org", message, website: "" };
    expect((await request.post(`${astrolabe.url}/api/contact`, { data })).ok()).toBe(true);
    await asReaders(browser, astrolabe, published);
    await asOperators(context, deeds, published);
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
