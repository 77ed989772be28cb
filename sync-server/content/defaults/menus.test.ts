import * as v from "valibot";
import { expect, test } from "vitest";
import { Content, contentLinks, flatItems, languagesOf } from "#schemas/content/items.ts";
import { LANGUAGES } from "#schemas/values/languages.ts";
import { DEFAULT_BLOCKS } from "./blocks.ts";
import { DEFAULT_MENUS } from "./menus.ts";

const ITEMS = [...DEFAULT_BLOCKS, ...DEFAULT_MENUS];

test("blocks and menus are what an editor could have written, in every language, each under a key of its own", () => {
  for (const { key, content } of ITEMS) {
    expect(v.safeParse(Content, content).issues, key).toBeUndefined();
    const written =
      content.kind === "menu" ? [content.name, ...flatItems(content.items).map(({ label }) => label)] : [];
    const words = content.kind === "block" ? [content.words] : written;
    for (const each of words) expect(languagesOf(each), key).toEqual([...LANGUAGES]);
  }
  expect(new Set(ITEMS.map(({ key }) => key)).size).toBe(ITEMS.length);
});

test("header and footer lead where the specification says, and nowhere twice within one menu", () => {
  const linksOf = (location: string) =>
    DEFAULT_MENUS.filter(({ content }) => content.location === location).map(({ content }) => contentLinks(content));
  expect(linksOf("header")).toEqual([["/about", "/stellar", "/help"]]);
  expect(linksOf("footer").flat()).toEqual(
    expect.arrayContaining(
      "/documentation /tutorials /api /faq /features /security /assets /blog /careers /contact /privacy /terms /cookies /legal".split(
        " ",
      ),
    ),
  );
  for (const links of [...linksOf("header"), ...linksOf("footer"), ...linksOf("help")]) {
    expect(new Set(links).size).toBe(links.length);
  }
});

test("nothing is claimed that an empty service cannot know", () => {
  const off = DEFAULT_BLOCKS.filter(({ content }) => !content.isActive).map(({ key }) => key);
  expect(off).toEqual(["landing-thousands-of-users", "dashboard-announcement"]);
});
