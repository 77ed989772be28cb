import type { Page } from "@playwright/test";
import { expect, test } from "./astrolabe.ts";
import { movesOf, watchShifts } from "./fit.ts";
import { isTakenOver, listenForComplaints, markHeading } from "./take-over.ts";
import { IS_SHORT } from "./windows.ts";
import { contentLoaded } from "./write-content.ts";

const LANGUAGES_OF_ALL = ["ar", "en", "es", "fr", "x-default"];

interface Looked {
  readonly path: string;
  readonly heading: string;
  /** What search engines are told that it is, beside its place. */
  readonly types: readonly string[];
}

const START: Looked = { path: "/", heading: "Know where your money stands.", types: ["Organization"] };
const PAGES: readonly Looked[] = [
  { path: "/documentation/fees", heading: "Fees and reserves", types: ["BreadcrumbList"] },
  { path: "/faq", heading: "Frequent questions", types: ["BreadcrumbList", "FAQPage"] },
  ...(IS_SHORT
    ? []
    : [
        { path: "/help", heading: "Help Center", types: ["BreadcrumbList", "FAQPage"] },
        { path: "/privacy", heading: "Privacy", types: ["BreadcrumbList"] },
        { path: "/blog/paying-once", heading: "", types: ["BreadcrumbList", "BlogPosting"] },
      ]),
];

// Once a worker has its files, it answers in the server's place.
test.use({ serviceWorkers: "block" });
test.beforeEach(({ astrolabe, request }) => contentLoaded(request, astrolabe));

/** What somebody without a script, or a search engine, has of it. */
async function readHead(page: Page) {
  return page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=alternate][hreflang]")];
    const facts = [...document.querySelectorAll('script[type="application/ld+json"]')];
    return {
      canonical: document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href ?? null,
      description: document.querySelector<HTMLMetaElement>("meta[name=description]")?.content ?? "",
      picture: document.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content ?? "",
      languages: links.map(({ hreflang }) => hreflang),
      facts: facts.map((each) => each.textContent),
    };
  });
}

/** The links within these parts of the page, as paths of ours. */
async function pathsIn(page: Page, parts: string): Promise<string[]> {
  const links = await page.locator(`:is(${parts}) a[href]`).evaluateAll((all) => all.map((each) => String(each)));
  const own = new URL(page.url()).origin;
  const paths = links.filter((link) => link.startsWith(own)).map((link) => new URL(link).pathname);
  return [...new Set(paths)];
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("public pages are read, say what they are, and lead on to pages that are there", async ({ astrolabe, page }) => {
    const seen = new Set<string>();
    for (const { path, heading, types } of [START, ...PAGES]) {
      const answer = await page.goto(`${astrolabe.url}${path}`);
      expect(answer?.status(), path).toBe(200);
      await expect(page.getByRole("heading", { level: 1 })).toContainText(heading);
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
      await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
      // What only a script answers to.
      await expect(page.getByRole("button", { name: "Open menu" })).toBeHidden();
      // All of its words, and not a frame that waits for a program.
      expect((await page.getByRole("main").innerText()).length, path).toBeGreaterThan(700);
      const head = await readHead(page);
      expect(head.canonical).toBe(`${astrolabe.url}${path}`);
      expect(head.description.length, path).toBeGreaterThan(20);
      expect(head.languages, path).toEqual(expect.arrayContaining(LANGUAGES_OF_ALL));
      const facts = head.facts.map((text) => JSON.parse(text)["@type"]);
      expect(facts.toSorted(), path).toEqual(types.toSorted());
      for (const each of await pathsIn(page, "header, footer, main")) seen.add(each);
    }
    expect(seen.size).toBeGreaterThan(20);
    const statuses = await Promise.all(
      [...seen].map(async (path) => [path, (await visit(page, `${astrolabe.url}${path}`)).status()] as const),
    );
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
    await page.getByRole("contentinfo").getByRole("link", { name: "Tutorials" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Tutorials" })).toBeVisible();
  });

  test("in Arabic they are from right to left, and say where each language is", async ({ astrolabe, page }) => {
    for (const path of ["/faq", ...(IS_SHORT ? [] : ["", "/help", "/documentation/fees"])]) {
      const answer = await page.goto(`${astrolabe.url}/ar${path}`);
      expect(answer?.status()).toBe(200);
      await expect(page.locator("html")).toHaveAttribute("lang", "ar");
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      const heading = page.getByRole("heading", { level: 1 });
      await expect(heading).toHaveText(/\p{Script=Arabic}/u);
      const sides = await heading.evaluate((each) => {
        const { direction, textAlign } = getComputedStyle(each);
        return `${direction} ${textAlign}`;
      });
      expect(sides).toMatch(/^rtl (?:start|right|center)$/);
      expect((await readHead(page)).canonical).toBe(`${astrolabe.url}/ar${path}`);
      const paths = await pathsIn(page, "footer");
      expect(paths.filter((each) => each.startsWith("/ar/")).length).toBeGreaterThan(10);
    }
  });

  test("where there is nothing, a readable page says so, and no search engine keeps it", async ({
    astrolabe,
    page,
  }) => {
    for (const path of ["/no-such-page", "/documentation/no-such-page", ...(IS_SHORT ? [] : ["/ar/no/such/page"])]) {
      const answer = await page.goto(`${astrolabe.url}${path}`);
      expect(answer?.status(), path).toBe(404);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
      await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
      expect((await readHead(page)).canonical).toBeNull();
    }
  });
});

/** As a browser asks for a page. */
function visit(page: Page, url: string) {
  return page.request.get(url, { headers: { accept: "text/html" } });
}

test("the app takes over public pages as they stand: nothing moves, nothing complains", async ({ astrolabe, page }) => {
  await markHeading(page);
  await watchShifts(page);
  const complaints = listenForComplaints(page);
  for (const path of [...PAGES.map((each) => each.path), "/ar/faq", "/no-such-page"]) {
    await page.goto(`${astrolabe.url}${path}`);
    await isTakenOver(page);
    await expect(page.locator("h1[data-first]")).toBeVisible();
    expect(await movesOf(page), path).toEqual([]);
  }
  // The browser itself notes that a page was not found, and the app that it may have no worker here.
  expect(complaints.filter((text) => !/404|service worker/.test(text))).toEqual([]);
});

test("a page's styles come with it, and nothing of what signed-in people use after it", async ({ astrolabe, page }) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  // What each asks for last, once it has nothing else to do.
  const asked = { "/": "/api/markets/pulse", "/documentation/fees": "/api/content/page" };
  for (const [path, last] of Object.entries(asked)) {
    const answered = page.waitForResponse((response) => response.url().includes(last));
    await page.goto(`${astrolabe.url}${path}`);
    await answered;
  }
  expect(fetched.filter((name) => /\/assets\/(?:parts-[\w-]+\.js|[^/]+\.css)$/.test(name))).toEqual([]);
});

test("what a search finds leads to its place, without the page being loaded again", async ({ astrolabe, page }) => {
  for (const prefix of ["", "/ar"]) {
    await page.goto(`${astrolabe.url}${prefix}/help`);
    await isTakenOver(page);
    await page.evaluate(() => document.body.setAttribute("data-same", ""));
    await page.getByRole("searchbox").fill("XLM");
    const found = page.locator("search li a").first();
    const address = (await found.getAttribute("href")) ?? "";
    expect(address.startsWith(`${prefix}/`)).toBe(true);
    await found.click();
    await page.waitForURL(`${astrolabe.url}${address}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("body[data-same]")).toHaveCount(1);
  }
});
