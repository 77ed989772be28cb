import { t } from "@lingui/core/macro";
import type { UNBUILT_PLACES } from "#pwa/parts/service/unbuilt-screens.ts";
import type { PageContents, PageLink } from "./page-shape.ts";

function toDashboard(): PageLink {
  return { to: "/dashboard", label: t`Dashboard` };
}

/** The screens of a signed-in person, by their path: what each is for, and where its work is done. */
export const SIGNED_IN_PAGES = {
  get "/affiliate"(): PageContents {
    return {
      title: t`Affiliate`,
      summary: t`Your invitation link, who came through it and what it has earned.`,
      links: [toDashboard()],
    };
  },
} satisfies Record<(typeof UNBUILT_PLACES)[number], PageContents>;
