import { expect, test } from "vitest";
import type { PageOutput, SiteOutput } from "#schemas/content/read.ts";
import { richText } from "#schemas/content/rich-text.ts";
import { INTERFACE_DEFAULTS } from "#schemas/interface-defaults.ts";
import { headOf, picturePath } from "./page-head.ts";
import { pageHtml } from "./page-html.ts";
import { placeOf, type Published } from "./public-pages.ts";
import { feedOf, robotsOf, sitemapOf } from "./site-files.ts";

const ORIGIN = "https://wallet.example";
const FRAME = `<!doctype html><html lang="en" dir="ltr"><head><meta name="description" content="x" /><title>Astrolabe</title>
<link rel="manifest" href="/manifest.webmanifest"></head><body><div id="root"></div></body></html>`;
const DRAWN = { markup: "<h1>Drawn</h1>", start: { title: "Start", description: "What it is." } };
const HOSTILE = [
  "</script><script>window.hit=1</script>",
  "</title><script>window.hit=1</script>",
  '"><img src=x onerror=window.hit=1>',
  "<!--<script>",
  "]]><script>window.hit=1</script>",
  "$& $' $` $1",
  "\u2028window.hit=1\u0000",
];

function pageOf(text: string, change: Partial<PageOutput> = {}): PageOutput {
  return {
    pageKey: "faq",
    group: "help",
    language: "en",
    languages: ["en", "ar"],
    title: text,
    description: text,
    sections: [{ id: "q", type: "questions", items: [{ id: "q-1", question: text, answer: richText(text) }] }],
    version: 1,
    publishedAt: "2026-11-27T00:00:00.000Z",
    postedAt: null,
    isDefault: false,
    ...change,
  };
}

function siteOf(pages: readonly PageOutput[], language: SiteOutput["language"] = "en"): SiteOutput {
  const entries = pages.map(({ pageKey, group, title, description, postedAt }) => ({
    pageKey,
    group,
    title,
    description,
    order: 0,
    postedAt,
  }));
  return { revision: 1, language, menus: [], blocks: [], pages: entries, socialLinks: INTERFACE_DEFAULTS.socialLinks };
}

function published(pages: readonly PageOutput[]): Published {
  return {
    site: async (language) => siteOf(pages, language),
    page: async (key) => pages.find(({ pageKey }) => pageKey === key) ?? null,
    siteTag: async () => "1",
  };
}

test.each(HOSTILE)("%j is data in a page, never markup of it", (text) => {
  const page = pageOf(text);
  const html = pageHtml(FRAME, { path: "/faq", language: "en", site: siteOf([page]), page }, DRAWN, ORIGIN);
  const scripts = [...html.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)];
  expect(scripts.map(([, attributes]) => attributes)).toEqual([
    ' type="application/ld+json"',
    ' type="application/ld+json"',
    ' type="application/json" id="content-data"',
  ]);
  const outside = html.replaceAll(/<script\b[^>]*>[^]*?<\/script>/g, "");
  expect(outside).not.toMatch(/<img|<!--|onerror=window\.hit=1>/);
  expect(JSON.parse(scripts.at(-1)?.[2] ?? "")).toEqual({ path: "/faq", site: siteOf([page]), page });
  expect(html).toContain('<div id="root" data-prerendered="en"><h1>Drawn</h1></div>');
});

test("a page says where it is in each language, and is one address where it falls back", () => {
  const arabic = pageOf("الأسئلة", { language: "ar" });
  const head = headOf({ path: "/faq", language: "ar", site: null, page: arabic }, DRAWN, ORIGIN);
  expect(head).toContain(`<link rel="canonical" href="${ORIGIN}/ar/faq"`);
  expect(head).toContain(`hreflang="x-default" href="${ORIGIN}/faq"`);
  expect(head).not.toContain('hreflang="es"');
  const fallback = headOf({ path: "/faq", language: "es", site: null, page: pageOf("FAQ") }, DRAWN, ORIGIN);
  expect(fallback).toContain(`<link rel="canonical" href="${ORIGIN}/faq"`);
});

test("questions are told to search engines as such, and so is where a page belongs", () => {
  const index = pageOf("Documentation", { pageKey: "documentation", group: "documentation", sections: [] });
  const page = pageOf("Fees", { pageKey: "documentation/fees", group: "documentation" });
  const head = headOf(
    { path: "/documentation/fees", language: "en", site: siteOf([index, page]), page },
    DRAWN,
    ORIGIN,
  );
  const told = [...head.matchAll(/ld\+json">(.*?)<\/script>/g)].map(([, text = ""]) => JSON.parse(text));
  expect(told.map((each) => each["@type"])).toEqual(["BreadcrumbList", "FAQPage"]);
  expect(told[0].itemListElement.map(({ name }: { name: string }) => name)).toEqual([
    "Astrolabe",
    "Documentation",
    "Fees",
  ]);
  expect(head).toContain(`<meta property="og:image" content="${ORIGIN}${picturePath("Fees", "en")}">`);
});

test("what is not there is told to no search engine", () => {
  const head = headOf({ path: "/404", language: "en", site: null, page: null }, DRAWN, ORIGIN);
  expect(head).toContain('<meta name="robots" content="noindex">');
  expect(head).not.toContain("canonical");
});

test("an address names its language", () => {
  expect(placeOf("/ar/documentation/fees/")).toEqual({ language: "ar", path: "/documentation/fees" });
  expect(placeOf("/es")).toEqual({ language: "es", path: "/" });
  expect(placeOf("/arabesque")).toEqual({ language: "en", path: "/arabesque" });
});

test("the sitemap has every page in each language that it is written in", async () => {
  const xml = await sitemapOf(published([pageOf("FAQ <1>")]), ORIGIN);
  for (const address of ["/", "/ar", "/faq", "/ar/faq"]) expect(xml).toContain(`<loc>${ORIGIN}${address}</loc>`);
  expect(xml).not.toContain(`<loc>${ORIGIN}/es/faq</loc>`);
  expect(robotsOf(ORIGIN)).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
});

test("the feed has the posts of the blog, the latest first", async () => {
  const post = (key: string, day: string) =>
    pageOf(`Post ${key} & more`, { pageKey: `blog/${key}`, group: "blog", postedAt: `2026-11-${day}T00:00:00.000Z` });
  const feed = await feedOf(published([post("a", "01"), post("b", "02"), pageOf("FAQ")]), ORIGIN, "en");
  expect([...feed.matchAll(/<entry><id>([^<]*)/g)].map(([, id]) => id)).toEqual([
    `${ORIGIN}/blog/b`,
    `${ORIGIN}/blog/a`,
  ]);
  expect(feed).toContain("Post a &amp; more");
});
