import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { Endpoint } from "#schemas/endpoints.ts";
import { CONTENT_DESK_ENDPOINTS } from "#schemas/endpoints/content-desk.ts";
import { BlocksSection, MenusSection, PagesSection } from "./kind-section.tsx";
import { MediaSection } from "./media-section.tsx";

/** One part of what operators write. */
export interface ContentSection {
  /** As the address has it: `/admin-cms/pages`. */
  readonly name: string;
  readonly label: string;
  /** Leads there after `g`. */
  readonly letter: string;
  /** Who may not ask this sees no such part. */
  readonly reads: Endpoint;
  readonly Section: () => ReactNode;
}

/** In the order in which they stand. */
export const CONTENT_SECTIONS: readonly ContentSection[] = [
  {
    name: "pages",
    get label() {
      return t({ message: "Pages", context: "what operators write" });
    },
    letter: "p",
    reads: CONTENT_DESK_ENDPOINTS.contentList,
    Section: PagesSection,
  },
  {
    name: "blocks",
    get label() {
      return t({ message: "Blocks", context: "what operators write: texts on screens of the app" });
    },
    letter: "b",
    reads: CONTENT_DESK_ENDPOINTS.contentList,
    Section: BlocksSection,
  },
  {
    name: "menus",
    get label() {
      return t({ message: "Menus", context: "what operators write" });
    },
    letter: "m",
    reads: CONTENT_DESK_ENDPOINTS.contentList,
    Section: MenusSection,
  },
  {
    name: "media",
    get label() {
      return t({ message: "Pictures", context: "what operators write" });
    },
    letter: "i",
    reads: CONTENT_DESK_ENDPOINTS.mediaList,
    Section: MediaSection,
  },
];
