import { t } from "@lingui/core/macro";
import type { Entry } from "#pwa/palette/entries.ts";
import { PUBLIC_PAGES } from "#pwa/pages/page-contents.ts";
import type { PageContents } from "#pwa/pages/page-shape.ts";
import { SETTINGS_SECTIONS } from "#pwa/settings/door.ts";
import { PROFILE_SECTIONS } from "#pwa/user-settings/door.ts";
import { BookOpen, type LucideIcon, Settings, UserCog } from "lucide-react";
import { FOOTER_COLUMNS } from "./footer-links.ts";
import { ADMIN_PLACES, type PlaceGroup, placesOffered, type Shown, USER_PLACES } from "./navigation.ts";

/** Goes to a place of the app, and there to the part whose heading has the id. */
export type GoTo = (to: string, section?: string) => void;

/** Everything that has a place in the app: what the menus name, the parts of the settings, and the pages. */
export function screenEntries(isAdmin: boolean, shown: Shown, goTo: GoTo): readonly Entry[] {
  const places = placesOffered(isAdmin ? [...USER_PLACES, ...ADMIN_PLACES] : USER_PLACES, shown).flatMap((group) =>
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
  const words = alsoWords();
  return places.map(({ to, label: title, icon }) => ({
    ...entryOf(to, title, label, icon, goTo),
    also: `${words[to] ?? ""}\n${pageWords(to)}`,
  }));
}

/** What else people call a place. */
function alsoWords(): Readonly<Partial<Record<string, string>>> {
  return {
    "/dashboard": t({ message: "dashboard overview start total value", context: "words to find it by" }),
    "/assets": t({ message: "tokens coins balances add asset trustline", context: "words to find it by" }),
    "/transactions": t({
      message: "history payments movements statement export CSV PDF",
      context: "words to find it by",
    }),
    "/contacts": t({ message: "people address book import export", context: "words to find it by" }),
    "/swap": t({ message: "exchange convert", context: "words to find it by" }),
    "/trade": t({ message: "exchange order book chart buy sell", context: "words to find it by" }),
    "/pro-trading": t({ message: "exchange ladder depth", context: "words to find it by" }),
    "/watchlist": t({ message: "favourites stars price alerts notify", context: "words to find it by" }),
    "/automated-trading": t({
      message: "bot robot strategy signals back-test paper trading",
      context: "words to find it by",
    }),
    "/market-making": t({
      message: "market maker liquidity ladder spread offers pool bot",
      context: "words to find it by",
    }),
    "/amm": t({ message: "AMM deposit withdraw", context: "words to find it by" }),
    "/analytics": t({ message: "gains report taxes income fees", context: "words to find it by" }),
    "/kyc": t({ message: "KYC verification documents", context: "words to find it by" }),
    "/affiliate": t({ message: "invite referral", context: "words to find it by" }),
    "/access-history": t({ message: "sessions devices sign-ins", context: "words to find it by" }),
    "/user-settings": t({ message: "account password two-factor passkeys limits", context: "words to find it by" }),
    "/settings": t({ message: "preferences options", context: "words to find it by" }),
    "/stellar-network": t({ message: "ledger fees status", context: "words to find it by" }),
    "/wallet-diagnostic": t({ message: "health problems diagnostics", context: "words to find it by" }),
  };
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
