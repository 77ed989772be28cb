import type { MenuItemOutput, SiteOutput } from "#schemas/content/read.ts";
import type { MenuLocation } from "#schemas/content/items.ts";

/** A link of a menu, without those within it. */
export interface MenuLink {
  readonly to: string;
  readonly label: string;
  readonly icon: MenuItemOutput["icon"];
}

/** Links under a title. */
export interface MenuColumn {
  readonly title: string;
  readonly links: readonly MenuLink[];
}

/** The links of all menus at a place, those within others after them; null where nothing is known or none stands there. */
export function menuLinks(
  site: SiteOutput | null,
  location: MenuLocation,
  isGuest: boolean,
): readonly MenuLink[] | null {
  const links = menusAt(site, location).flatMap(({ items }) => linksOf(items, isGuest));
  return links.length === 0 ? null : links;
}

/** The same by columns: an item with others within it is a column's title, and items that stand alone are their menu's column. */
export function menuColumns(
  site: SiteOutput | null,
  location: MenuLocation,
  isGuest: boolean,
): readonly MenuColumn[] | null {
  const columns = menusAt(site, location).flatMap(({ name, items }) => {
    const shown = items.filter((item) => !isGuest || !item.requiresAuth);
    const alone = shown.filter((item) => item.items.length === 0);
    return [
      ...(alone.length === 0 ? [] : [{ title: name, links: linksOf(alone, isGuest) }]),
      ...shown
        .filter((item) => item.items.length > 0)
        .map(({ label, items: within }) => ({ title: label, links: linksOf(within, isGuest) })),
    ];
  });
  const filled = columns.filter(({ links }) => links.length > 0);
  return filled.length === 0 ? null : filled;
}

function menusAt(site: SiteOutput | null, location: MenuLocation) {
  return (site?.menus ?? []).filter((menu) => menu.location === location);
}

function linksOf(items: readonly MenuItemOutput[], isGuest: boolean): readonly MenuLink[] {
  return items.flatMap(({ url, label, icon, requiresAuth, items: within }) =>
    isGuest && requiresAuth ? [] : [{ to: url, label, icon }, ...linksOf(within, isGuest)],
  );
}
