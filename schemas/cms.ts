import * as v from "valibot";
import { entity, optionalInteger, optionalText, StoredDate } from "./entity.ts";
import { Id, Json, JsonList } from "./values/fields.ts";

/** What of an item's version is public. Beside the specification's fields, which hold its English. */
const publication = {
  version: Id,
  publishedAt: StoredDate,
  /** Who published it; null for what Astrolabe came with. */
  author: optionalInteger,
  /** SHA-256 of all that it says, in hex. */
  hash: v.string(),
  /** Its words in other languages than English, by language. */
  translations: v.optional(Json, {}),
};

export const PageContents = entity(
  "page_contents",
  {
    pageKey: v.string(),
    title: v.string(),
    sections: v.optional(JsonList, []),
    description: v.string(),
    group: v.string(),
    order: v.number(),
    postedAt: optionalText,
    ...publication,
  },
  [["pageKey"]],
);

export const ContentBlocks = entity(
  "content_blocks",
  {
    blockKey: v.string(),
    title: v.string(),
    content: v.optional(Json, {}),
    blockType: v.string(),
    isActive: v.optional(v.boolean(), true),
    displayOrder: v.optional(v.number(), 0),
    place: v.string(),
    /** Shown from this instant, and until that one. */
    from: optionalText,
    until: optionalText,
    icon: optionalText,
    mediaId: optionalText,
    ...publication,
  },
  [["blockKey"]],
);

export const NavigationMenus = entity(
  "navigation_menus",
  {
    menuKey: v.string(),
    name: v.string(),
    location: v.string(),
    displayOrder: v.optional(v.number(), 0),
    isActive: v.optional(v.boolean(), true),
    ...publication,
  },
  [["menuKey"]],
);

export const NavigationMenuItems = entity("navigation_menu_items", {
  menuId: Id,
  /** What it is called within its menu. */
  itemKey: v.string(),
  label: v.string(),
  url: v.string(),
  icon: optionalText,
  parentId: optionalInteger,
  displayOrder: v.optional(v.number(), 0),
  isActive: v.optional(v.boolean(), true),
  isExternal: v.optional(v.boolean(), false),
  requiresAuth: v.optional(v.boolean(), false),
  translations: v.optional(Json, {}),
});
