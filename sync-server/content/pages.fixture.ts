import type { Content, MenuItem } from "#schemas/content/items.ts";
import { richText } from "#schemas/content/rich-text.ts";

type Page = Extract<Content, { readonly kind: "page" }>;
type Section = Page["words"]["en"]["sections"][number];

/** A page that says this much. */
export function aPage(title: string, sections: readonly Section[] = [aText(title)], fields: Partial<Page> = {}): Page {
  const words = { en: { title, description: `About ${title}`, sections: [...sections] } };
  return { kind: "page", group: "page", order: 0, postedAt: null, words, ...fields };
}

export function aText(text: string, id = "text"): Section {
  return { id, type: "text", body: richText(text) } as Section;
}

export function aLink(href: string): Section {
  return { id: "action", type: "call-to-action", title: "Go on", text: "", link: { label: "There", href } };
}

export function aPicture(mediaId: string): Section {
  return { id: "picture", type: "picture", mediaId, alt: "A ship", caption: "" };
}

export function aMenu(...urls: readonly string[]): Content {
  const items = urls.map((url, at): MenuItem => {
    const flags = { icon: null, isActive: true, isExternal: !url.startsWith("/"), requiresAuth: false };
    return { id: `item-${at}`, label: { en: `Item ${at}` }, url, ...flags, items: [] };
  });
  return { kind: "menu", name: { en: "Menu" }, location: "footer", displayOrder: 0, isActive: true, items };
}

export function aBlock(title: string, from: string | null = null, until: string | null = null): Content {
  const words = { en: { title, body: richText(title), link: null, alt: "" } };
  const shown = { displayOrder: 0, isActive: true, from, until, icon: null, mediaId: null };
  return { kind: "block", blockType: "banner", place: "landing", ...shown, words };
}
