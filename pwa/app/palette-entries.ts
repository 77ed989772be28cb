import { t } from "@lingui/core/macro";
import type { Entry } from "#pwa/palette/entries.ts";
import { PUBLIC_PAGES } from "#pwa/pages/page-contents.ts";
import type { PageContents } from "#pwa/pages/page-contents.ts";
import { SETTINGS_SECTIONS } from "#pwa/settings/door.ts";
import { PROFILE_SECTIONS } from "#pwa/user-settings/door.ts";
import { BookOpen, type LucideIcon, Settings, UserCog } from "lucide-react";
import type { Offer } from "#schemas/service.ts";
import { FOOTER_COLUMNS } from "./footer-links.ts";
import { ADMIN_PLACES, type PlaceGroup, placesOffered, USER_PLACES } from "./navigation.ts";

/** What else people call a place. */
const ALSO: Readonly<Partial<Record<string, string>>> = {
  "/dashboard": "dashboard overview start total value",
  "/assets": "tokens coins balances add asset trustline",
  "/transactions": "history payments movements statement export CSV PDF",
  "/contacts": "people address book import export",
  "/swap": "exchange convert",
  "/trade": "exchange order book chart buy sell",
  "/pro-trading": "exchange ladder depth",
  "/watchlist": "favourites stars price alerts notify",
  "/amm": "AMM deposit withdraw",
  "/analytics": "gains report taxes income fees",
  "/kyc": "KYC verification documents",
  "/affiliate": "invite referral",
  "/access-history": "sessions devices sign-ins",
  "/user-settings": "account password two-factor passkeys limits",
  "/settings": "preferences options",
  "/stellar-network": "ledger fees status",
  "/wallet-diagnostic": "health problems diagnostics",
};

/** Goes to a place of the app, and there to the part whose heading has the id. */
export type GoTo = (to: string, section?: string) => void;

/** Everything that has a place in the app: what the menus name, the parts of the settings, and the pages. */
export function screenEntries(isAdmin: boolean, offers: readonly Offer[], goTo: GoTo): readonly Entry[] {
  const places = placesOffered(isAdmin ? [...USER_PLACES, ...ADMIN_PLACES] : USER_PLACES, offers).flatMap((group) =>
    placesOf(group, goTo),
  );
  const named = new Set(places.map(({ id }) => id));
  const pages = FOOTER_COLUMNS.flatMap(({ title, links }) =>
    links.map(({ to, label }) => ({ ...entryOf(to, label, title, BookOpen, goTo), also: pageWords(to) })),
  );
  return [
    ...places,
    ...sectionsOf(SETTINGS_SECTIONS, "/settings", t`Settings`, Settings, goTo),
    ...sectionsOf(PROFILE_SECTIONS, "/user-settings", t`Profile and security`, UserCog, goTo),
    // What is an action has its place there.
    ...pages.filter(({ id }) => !named.has(id) && id !== "screen:/buy-xlm"),
  ];
}

function placesOf({ label, places }: PlaceGroup, goTo: GoTo): readonly Entry[] {
  return places.map(({ to, label: title, icon }) => ({
    ...entryOf(to, title, label, icon, goTo),
    also: `${ALSO[to] ?? ""}\n${pageWords(to)}`,
  }));
}

function sectionsOf(
  sections: readonly { readonly id: string; readonly title: string; readonly also: string }[],
  to: string,
  place: string,
  icon: LucideIcon,
  goTo: GoTo,
): readonly Entry[] {
  return sections.map(({ id, title, also }) => ({
    id: `section:${to}#${id}`,
    title,
    place,
    also,
    icon,
    run: () => goTo(to, id),
  }));
}

function entryOf(to: string, title: string, place: string, icon: LucideIcon, goTo: GoTo): Entry {
  return { id: `screen:${to}`, title, place, icon, run: () => goTo(to) };
}

/** What a page is about, in its own words. */
function pageWords(to: string): string {
  const pages: Readonly<Partial<Record<string, PageContents>>> = PUBLIC_PAGES;
  const page = pages[to];
  return [page?.title ?? "", page?.summary ?? "", ...(page?.sections ?? []).map(({ heading }) => heading)].join("\n");
}
