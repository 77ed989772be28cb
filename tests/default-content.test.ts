import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { PUBLIC_PATHS } from "#pwa/pages/page-paths.ts";
import { contentLinks, type PageContent, wordsOf } from "#schemas/content/items.ts";
import { ownPathOf } from "#schemas/content/links.ts";
import { type PageSection, sectionLinks } from "#schemas/content/sections.ts";
import { LANGUAGES } from "#schemas/values/languages.ts";
import { readDefaultContent, readDefaultPictures } from "#server/content/defaults/read-defaults.ts";
import { OPERATORS_SCREENS, PAGES, SCREENS } from "#tests/browser/routes.ts";

const FOLDER = new URL("../sync-server/content/defaults/", import.meta.url);
const items = await readDefaultContent(() => "0".repeat(32));
const pages = items.flatMap(({ key, content }) => (content.kind === "page" ? [{ key, content }] : []));
const menus = items.filter(({ content }) => content.kind === "menu");

/** Screens of the app that are written as pages; the others are its own. */
const WRITTEN: readonly string[] = [
  ...PUBLIC_PATHS,
  "/faq",
  // What guests see of them.
  "/assets",
  "/buy-xlm",
];
/** Pages that pages may be below. */
const SHELVES = ["documentation", "tutorials", "blog"];
/** Screens of the app that menus lead to, and which are no pages. */
const SCREENS_OF_MENUS = ["/api"];

test("no two of them have one key", () => {
  const keys = items.map(({ key, content }) => `${content.kind} ${key}`);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test("no page hides a screen of the app", () => {
  const hiding = pages.filter(({ key }) => {
    const [shelf = "", ...below] = key.split("/");
    return below.length > 0 ? !SHELVES.includes(shelf) : !WRITTEN.includes(`/${key}`);
  });
  expect(hiding.map(({ key }) => key)).toEqual([]);
});

/** Every place of the app and of the pages, and what may be named on a page by `#`. */
const anchors = new Map<string, readonly string[]>(pages.map(({ key, content }) => [`/${key}`, idsOf(content)]));
const screens = [...PAGES, ...SCREENS, ...OPERATORS_SCREENS].map((path) => path.replace(/[?#].*/, ""));

test.each(items)("$key leads to what there is", ({ content }) => {
  const nowhere = contentLinks(content).filter((href) => {
    const path = ownPathOf(href);
    if (path === null) return false;
    const [, anchor] = href.split("#");
    const ids = anchors.get(path);
    return anchor === undefined ? ids === undefined && !screens.includes(path) : ids?.includes(anchor) !== true;
  });
  expect(nowhere).toEqual([]);
});

test("what header, footer and help lead to has a text", () => {
  const wanted = new Set(menus.flatMap(({ content }) => contentLinks(content)));
  const missing = [...wanted].filter((path) => !anchors.has(path) && !SCREENS_OF_MENUS.includes(path));
  expect(missing).toEqual([]);
});

test.each(pages)("$key is in each language what it is in English", ({ content }) => {
  const english = content.words.en.sections.map(shapeOf);
  for (const { sections } of wordsOf(content.words)) expect(sections.map(shapeOf)).toEqual(english);
});

test("every page is written in every language", async () => {
  for (const language of LANGUAGES) {
    const files = await readdir(new URL(`pages/${language}`, FOLDER));
    const missing = pages.filter(({ content }) => content.words[language] === undefined).map(({ key }) => key);
    expect(missing, language).toEqual([]);
    // A file that is no English page's would be read by nobody.
    expect(files.length, language).toBe(pages.length);
  }
});

test("every picture is shown on a page, described, and small", async () => {
  const pictures = await readDefaultPictures();
  const files = await readdir(new URL("pictures", FOLDER)).catch(() => []);
  expect(pictures.map(({ name }) => name).sort()).toEqual(files.sort());
  for (const { alt, file } of pictures) {
    expect(alt).not.toBe("");
    expect(file.length).toBeLessThan(60 * 1024);
  }
});

test.each(pages)("$key speaks calmly", ({ content }) => {
  const { title, description, sections } = content.words.en;
  expect(`${title} ${description} ${JSON.stringify(sections)}`).not.toMatch(/!|\u2014|\bTODO\b/);
});

/** What a translation has in common with the page it translates. */
function shapeOf(section: PageSection) {
  const items = "items" in section ? section.items.map(({ id }) => id) : [];
  const icons = section.type === "cards" ? section.items.map(({ icon }) => icon) : [];
  const kept =
    section.type === "code"
      ? section.code
      : section.type === "picture"
        ? section.mediaId
        : section.type === "heading"
          ? section.level
          : section.type === "callout"
            ? section.tone
            : null;
  const rows = section.type === "table" ? [section.header.length, section.rows.length] : [];
  return { id: section.id, type: section.type, items, icons, kept, rows, links: [...sectionLinks(section)].sort() };
}

function idsOf({ words }: PageContent): readonly string[] {
  return words.en.sections.flatMap((section) => [
    section.id,
    ...("items" in section ? section.items.map(({ id }) => id) : []),
  ]);
}
