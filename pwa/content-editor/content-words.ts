import { t } from "@lingui/core/macro";
import type { BlockContent, BlockPlace, ContentKind, MenuLocation, PageGroup } from "#schemas/content/items.ts";

export function kindWords(kind: ContentKind): string {
  switch (kind) {
    case "page":
      return t({ message: "Page", context: "what operators write" });
    case "block":
      return t({ message: "Block", context: "what operators write: a text on a screen of the app" });
    case "menu":
      return t({ message: "Menu", context: "what operators write" });
  }
}

export function groupWords(group: PageGroup): string {
  switch (group) {
    case "page":
      return t({ message: "A page of its own", context: "which group a page is in" });
    case "help":
      return t({ message: "Help", context: "which group a page is in" });
    case "documentation":
      return t({ message: "Documentation", context: "which group a page is in" });
    case "tutorials":
      return t({ message: "Tutorials", context: "which group a page is in" });
    case "blog":
      return t({ message: "Blog", context: "which group a page is in" });
    case "legal":
      return t({ message: "Legal", context: "which group a page is in" });
  }
}

export function blockTypeWords(type: BlockContent["blockType"]): string {
  switch (type) {
    case "banner":
      return t({ message: "Banner", context: "how a text on a screen looks" });
    case "announcement":
      return t({ message: "Announcement", context: "how a text on a screen looks" });
    case "card":
      return t({ message: "Card", context: "how a text on a screen looks" });
    case "question":
      return t({ message: "Question with its answer", context: "how a text on a screen looks" });
  }
}

export function placeWords(place: BlockPlace): string {
  switch (place) {
    case "landing":
      return t({ message: "Start page", context: "where a text stands" });
    case "dashboard":
      return t({ message: "Home of who is signed in", context: "where a text stands" });
    case "auth":
      return t({ message: "Signing in", context: "where a text stands" });
  }
}

export function locationWords(location: MenuLocation): string {
  switch (location) {
    case "header":
      return t({ message: "Header", context: "where a menu stands" });
    case "footer":
      return t({ message: "Footer", context: "where a menu stands" });
    case "help":
      return t({ message: "Help, for who is signed in", context: "where a menu stands" });
  }
}
