import * as v from "valibot";
import { entity, optionalInteger, optionalText } from "./entity.ts";
import { Id, Json, JsonList } from "./values/fields.ts";

export const PageContents = entity(
  "page_contents",
  { pageKey: v.string(), title: v.string(), sections: v.optional(JsonList, []) },
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
  },
  [["blockKey"]],
);

export const NavigationMenus = entity("navigation_menus", {
  name: v.string(),
  location: v.string(),
  displayOrder: v.optional(v.number(), 0),
  isActive: v.optional(v.boolean(), true),
});

export const NavigationMenuItems = entity("navigation_menu_items", {
  menuId: Id,
  label: v.string(),
  url: v.string(),
  icon: optionalText,
  parentId: optionalInteger,
  displayOrder: v.optional(v.number(), 0),
  isActive: v.optional(v.boolean(), true),
  isExternal: v.optional(v.boolean(), false),
  requiresAuth: v.optional(v.boolean(), false),
});
