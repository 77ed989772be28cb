import { expect, test } from "vitest";
import type { MenuItemOutput, SiteOutput } from "#schemas/content/read.ts";
import { INTERFACE_DEFAULTS } from "#schemas/interface-defaults.ts";
import { menuColumns, menuLinks } from "./menus.ts";

const item = (url: string, change: Partial<MenuItemOutput> = {}): MenuItemOutput => ({
  label: `To ${url}`,
  url,
  icon: null,
  isExternal: false,
  requiresAuth: false,
  items: [],
  ...change,
});
const SITE: SiteOutput = {
  revision: 1,
  language: "en",
  blocks: [],
  socialLinks: INTERFACE_DEFAULTS.socialLinks,
  pages: [],
  menus: [
    {
      menuKey: "top",
      name: "Main",
      location: "header",
      items: [item("/a", { items: [item("/b")] }), item("/c", { requiresAuth: true })],
    },
    { menuKey: "foot", name: "Company", location: "footer", items: [item("/d"), item("/e", { items: [item("/f")] })] },
  ],
};

test("a menu leads to what it holds, and to what needs an account only for whoever has one", () => {
  expect(menuLinks(SITE, "header", true)?.map(({ to }) => to)).toEqual(["/a", "/b"]);
  expect(menuLinks(SITE, "header", false)?.map(({ to }) => to)).toEqual(["/a", "/b", "/c"]);
});

test("a menu has a column, and so has each item with others within it", () => {
  expect(menuColumns(SITE, "footer", true)?.map(({ title, links }) => [title, links.map(({ to }) => to)])).toEqual([
    ["Company", ["/d"]],
    ["To /e", ["/f"]],
  ]);
});

test("where nothing is known, and where nothing stands, the app has its own", () => {
  expect(menuLinks(null, "header", true)).toBeNull();
  expect(menuColumns(SITE, "help", true)).toBeNull();
});
