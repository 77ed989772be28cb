import type { Content, ContentKind } from "#schemas/content/items.ts";
import { richText } from "#schemas/content/rich-text.ts";

/** What something new begins with: a title, and nothing else that readers would see. */
export function freshContent(kind: ContentKind, title: string): Content {
  switch (kind) {
    case "page":
      return {
        kind,
        group: "page",
        order: 0,
        postedAt: null,
        words: { en: { title, description: title, sections: [] } },
      };
    case "block":
      return {
        kind,
        blockType: "announcement",
        place: "dashboard",
        displayOrder: 0,
        isActive: true,
        from: null,
        until: null,
        icon: null,
        mediaId: null,
        words: { en: { title, body: richText(""), link: null, alt: "" } },
      };
    case "menu":
      return { kind, name: { en: title }, location: "footer", displayOrder: 0, isActive: true, items: [] };
  }
}
