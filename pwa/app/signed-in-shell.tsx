import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, useLocation } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { Ellipsis, Moon, PanelLeftClose, PanelLeftOpen, Sun } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { ContentLink } from "#pwa/parts/content/content-link.tsx";
import { menuLinks } from "#pwa/parts/content/menus.ts";
import { useSite } from "#pwa/parts/content/site-store.ts";
import { useFollowedSite } from "#pwa/parts/content/use-content.ts";
import { NotificationBell } from "#pwa/notifications/bell.tsx";
import { PaletteButton } from "#pwa/palette/palette-button.tsx";
import { readStored, writeStored } from "#pwa/platform/device/storage.ts";
import { oppositeOf } from "#pwa/parts/theme/read-theme.ts";
import { TestNetworkBand } from "#pwa/parts/service/test-network.tsx";
import { isHidden } from "#pwa/parts/service/feature-places.ts";
import { useHiddenFeatures } from "#pwa/parts/service/use-interface.ts";
import { useOffers } from "#pwa/parts/service/use-service.ts";
import { Button } from "#pwa/ui/button.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { later } from "#pwa/ui/later.tsx";
import { Logo, LogoMark } from "#pwa/ui/logo.tsx";
import type { UserOutput } from "#schemas/users.ts";
import { SIDEBAR_KEY } from "#pwa/parts/session/kept-keys.ts";
import { setTheme, themeAtom } from "#pwa/parts/theme/theme.ts";
import { AccountButton } from "./account-button.tsx";
import { barPlaces, isAtPlace, menuAt, type Place, type PlaceGroup } from "./navigation.ts";
import { AppPalette } from "./later-palette.ts";
import { SkipLink } from "./skip-link.tsx";

const HiddenPlace = later(async () => (await import("./hidden-place.tsx")).HiddenPlace);
const MoreSheet = later(async () => (await import("./more-sheet.tsx")).MoreSheet);

interface ShellProps {
  readonly user: UserOutput;
  /** The mark that says how fresh the data is. */
  readonly status: ReactNode;
  readonly children: ReactNode;
}

/** Sidebar and header on desktops, a bar of five places on phones. */
export function SignedInShell({ user, status, children }: ShellProps) {
  const path = useLocation({ select: (location) => location.pathname });
  const offers = useOffers();
  const hidden = useHiddenFeatures();
  useFollowedSite();
  const site = useSite();
  const help = useMemo(() => menuLinks(site, "help", false), [site]);
  const groups = useMemo(() => menuAt(path, { offers, hidden, help }), [path, offers, hidden, help]);
  const bar = useMemo(() => barPlaces({ offers, hidden }), [offers, hidden]);
  const [isSlim, setSlim] = useState(() => readStored(SIDEBAR_KEY) === "slim");
  const toggle = () => {
    writeStored(SIDEBAR_KEY, isSlim ? "wide" : "slim");
    setSlim(!isSlim);
  };
  return (
    <div className="relative flex min-h-dvh">
      <SkipLink />
      <Sidebar groups={groups} path={path} isSlim={isSlim} onToggle={toggle} />
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-30 border-b border-line bg-ground pt-safe low:static">
          <div className="flex min-h-14 flex-wrap items-center justify-end px-3 sm:gap-x-2 sm:px-6">
            <Link
              to="/dashboard"
              aria-label={t`Astrolabe, dashboard`}
              className="grid size-11 place-items-center rounded-sm max-[22.4rem]:hidden lg:hidden"
            >
              <LogoMark className="size-7 text-brass" />
            </Link>
            <div className="flex min-w-0 flex-1 basis-16 items-center">{status}</div>
            <PaletteButton onReach={AppPalette.preload} />
            <NotificationBell />
            <ThemeButton />
            <AccountButton user={user} />
          </div>
        </header>
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 pb-24 outline-none lg:pb-0">
          <TestNetworkBand className="border-b border-line" />
          {isHidden(path, hidden) ? <HiddenPlace /> : children}
        </main>
      </div>
      <BottomBar bar={bar} groups={groups} path={path} />
    </div>
  );
}

function ThemeButton() {
  const next = oppositeOf(useAtomValue(themeAtom));
  const Icon = next === "light" ? Sun : Moon;
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={next === "light" ? t`Switch to light mode` : t`Switch to dark mode`}
      onClick={() => setTheme(next)}
    >
      <Icon aria-hidden="true" className="size-5" />
    </Button>
  );
}

interface SidebarProps {
  readonly groups: readonly PlaceGroup[];
  readonly path: string;
  readonly isSlim: boolean;
  readonly onToggle: () => void;
}

function Sidebar({ groups, path, isSlim, onToggle }: SidebarProps) {
  const ToggleIcon = isSlim ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside
      className={classNames(
        "sticky top-0 hidden h-dvh shrink-0 flex-col border-e border-line bg-surface transition-[width] duration-180 lg:flex",
        isSlim ? "w-16" : "w-60",
      )}
    >
      <Link
        to="/dashboard"
        aria-label={t`Astrolabe, dashboard`}
        className="flex h-14 shrink-0 items-center border-b border-line px-4.5"
      >
        {isSlim ? <LogoMark className="size-7 text-brass" /> : <Logo />}
      </Link>
      <nav aria-label={t`Main`} className="min-h-0 flex-1 overflow-y-auto px-2.5 py-3">
        {groups.map((group) => (
          <div key={group.places[0]?.to} className="mb-4">
            <h2 className={classNames("px-3 pb-1 text-xs font-medium text-ink-3", isSlim && "sr-only")}>
              {group.label}
            </h2>
            <ul>
              {group.places.map((place) => (
                <li key={place.to}>
                  <SidebarLink place={place} isCurrent={isAtPlace(path, place.to)} isSlim={isSlim} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="border-t border-line p-2.5">
        <button
          type="button"
          aria-label={isSlim ? t`Widen the sidebar` : t`Narrow the sidebar`}
          onClick={onToggle}
          className="flex h-10 w-full items-center gap-3 rounded-md px-3 text-sm text-ink-3 hover:bg-surface-2 hover:text-ink"
        >
          <ToggleIcon aria-hidden="true" className="size-4.5 shrink-0" />
          {isSlim ? null : t({ message: "Narrow", context: "button that narrows the sidebar" })}
        </button>
      </div>
    </aside>
  );
}

interface PlaceLinkProps {
  readonly place: Place;
  readonly isCurrent: boolean;
}

function SidebarLink({ place, isCurrent, isSlim }: PlaceLinkProps & { readonly isSlim: boolean }) {
  const Icon = place.icon;
  return (
    <ContentLink
      href={place.to}
      aria-current={isCurrent ? "page" : undefined}
      title={isSlim ? place.label : undefined}
      className={classNames(
        "flex h-10 items-center gap-3 rounded-md px-3 text-sm font-medium transition-colors duration-150",
        isCurrent ? "bg-accent-soft text-accent" : "text-ink-2 hover:bg-surface-2 hover:text-ink",
      )}
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      <span className={isSlim ? "sr-only" : "truncate"}>{place.label}</span>
    </ContentLink>
  );
}

interface BarProps {
  readonly bar: readonly Place[];
  readonly groups: readonly PlaceGroup[];
  readonly path: string;
}

function BottomBar({ bar, groups, path }: BarProps) {
  const [isMoreOpen, setMoreOpen] = useState(false);
  const [isMoreAsked, setMoreAsked] = useState(false);
  const isElsewhere = !bar.some((place) => isAtPlace(path, place.to));
  return (
    <nav
      aria-label={t`Places`}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-safe low:absolute lg:hidden"
    >
      <ul className="mx-auto grid max-w-lg grid-cols-5">
        {bar.map((place) => (
          <li key={place.to}>
            <BarLink place={place} isCurrent={isAtPlace(path, place.to)} />
          </li>
        ))}
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isMoreOpen}
            onClick={() => {
              setMoreAsked(true);
              setMoreOpen(true);
            }}
            className={barLook(isElsewhere || isMoreOpen)}
          >
            <Ellipsis aria-hidden="true" className="size-5" />
            <Trans context="the menu of all other places">More</Trans>
          </button>
        </li>
      </ul>
      {isMoreAsked ? (
        <MoreSheet groups={groups} path={path} open={isMoreOpen} onClose={() => setMoreOpen(false)} />
      ) : null}
    </nav>
  );
}

function barLook(isCurrent: boolean): string {
  return classNames(
    "flex h-15 w-full flex-col items-center justify-center gap-1 text-xs font-medium",
    isCurrent ? "text-accent" : "text-ink-3",
  );
}

function BarLink({ place, isCurrent }: PlaceLinkProps) {
  const Icon = place.icon;
  return (
    <Link to={place.to} aria-current={isCurrent ? "page" : undefined} className={barLook(isCurrent)}>
      <Icon aria-hidden="true" className="size-5" />
      {place.label}
    </Link>
  );
}
