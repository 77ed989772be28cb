import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, Navigate, useNavigate, useParams } from "@tanstack/react-router";
import { Bell, Keyboard, KeyRound, type LucideIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { SERVICE_CONSOLE_ENDPOINTS } from "#schemas/endpoints/service-console.ts";
import { CONTENT_SECTIONS, type ContentSection } from "./content/content-sections.ts";
import type { Command } from "./desk/keys.ts";
import { AskedState } from "./desk/asked-state.tsx";
import { useMay, useOwnRoles } from "./desk/may.ts";
import { usePlace } from "./desk/place.ts";
import { currentLine, focusSearch, markLine, useConsoleKeys, walk } from "./desk/use-console-keys.ts";
import { FactorFirst } from "./factor-first.tsx";
import { KeysSheet } from "./keys-sheet.tsx";
import { NoticesSheet } from "./desk/notices-sheet.tsx";
import { OwnKeysSheet } from "./own-keys/own-keys-sheet.tsx";
import { OverviewScreen as Overview } from "./overview/overview-screen.tsx";
import { SUPER_SECTIONS, type SuperSection } from "./super/sections.ts";
import { CONSOLE_TABS, type ConsoleTab } from "./tabs.ts";

export { ConsoleEntries } from "./console-entries.ts";

/** What waits for a person, and how the service is doing. What operators see comes with one file, and its sentences with it. */
export function OverviewScreen() {
  return (
    <FactorFirst>
      <Overview />
    </FactorFirst>
  );
}

/** A screen of operators with parts, each at an address of its own. */
interface ConsolePlace {
  readonly path: "/admin-panel" | "/admin-super" | "/admin-cms";
  readonly label: string;
  readonly tabs: readonly Part[];
}

type Part = ConsoleTab | SuperSection | ContentSection;

const OPERATIONS: ConsolePlace = {
  path: "/admin-panel",
  get label() {
    return t`Operations`;
  },
  tabs: CONSOLE_TABS,
};

const SYSTEM: ConsolePlace = {
  path: "/admin-super",
  get label() {
    return t`System`;
  },
  tabs: SUPER_SECTIONS,
};

const CONTENT: ConsolePlace = {
  path: "/admin-cms",
  get label() {
    return t({ message: "Content", context: "texts and menus that the operator writes" });
  },
  tabs: CONTENT_SECTIONS,
};

/** Where operators work: what waits for a person, a tab for each kind. */
export function ConsoleScreen() {
  return (
    <FactorFirst>
      <PlaceScreen of={OPERATIONS} />
    </FactorFirst>
  );
}

/** The part of it that looks at who people are, at its own address. */
export function IdentitiesScreen() {
  return (
    <FactorFirst>
      <PlaceScreen of={OPERATIONS} at="identities" />
    </FactorFirst>
  );
}

/** Who the operators are, what they did, and what the service itself is set to. */
export function SuperScreen() {
  return (
    <FactorFirst>
      <PlaceScreen of={SYSTEM} />
    </FactorFirst>
  );
}

/** What operators write for everybody: pages, texts on screens, menus and pictures. */
export function ContentScreen() {
  return (
    <FactorFirst>
      <PlaceScreen of={CONTENT} />
    </FactorFirst>
  );
}

/** `at` is the part that is meant, where the address is that of one. */
function PlaceScreen({ of, at }: { readonly of: ConsolePlace; readonly at?: string }) {
  const own = useOwnRoles();
  const isOnline = useOnline();
  const may = useMay();
  const { tab: named }: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const asked = at ?? named;
  const tabs = of.tabs.filter(({ reads }) => may(reads));
  const tab = tabs.find(({ name }) => name === asked);
  const [first] = tabs;
  if (own.value === null)
    return <div className="p-6">{isOnline ? <AskedState asked={own}>{null}</AskedState> : <OfflineNote />}</div>;
  if (first === undefined)
    return (
      <div className="p-6">
        <Notice>{t`Your account has no part in this console.`}</Notice>
      </div>
    );
  if (tab === undefined) return <Navigate {...wayTo(of, first)} replace />;
  if (at === undefined && "at" in tab && tab.at !== undefined) return <Navigate to={tab.at} replace />;
  return <Console of={of} tabs={tabs} tab={tab} />;
}

/** Where a part is. */
function wayTo({ path }: ConsolePlace, part: Part) {
  return "at" in part && part.at !== undefined
    ? ({ to: part.at } as const)
    : ({ to: `${path}/$tab`, params: { tab: part.name } } as const);
}

interface ConsoleProps {
  readonly of: ConsolePlace;
  readonly tabs: readonly Part[];
  readonly tab: Part;
}

/** The sheet that is open over a tab. */
type Opened = "own-keys" | "notices" | "shortcuts";

function Console({ of, tabs, tab }: ConsoleProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const isOnline = useOnline();
  const may = useMay();
  usePageTitle(tab.label);
  useConsoleKeys(useCommands(of, tabs, () => setOpened("shortcuts")));
  const close = () => setOpened(null);
  return (
    <div className="mx-auto w-full max-w-[110rem] px-4 py-4 sm:px-6">
      <header className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-1">
        <h1 className="me-auto text-xl font-semibold">{of.label}</h1>
        {may(SERVICE_CONSOLE_ENDPOINTS.makeOperatorKey) ? (
          <HeaderButton label={t`Your API keys as an operator`} Icon={KeyRound} onClick={() => setOpened("own-keys")} />
        ) : null}
        <HeaderButton label={t`What you are told of`} Icon={Bell} onClick={() => setOpened("notices")} />
        <HeaderButton
          label={t`Keyboard shortcuts`}
          Icon={Keyboard}
          className="pointer-coarse:hidden"
          onClick={() => setOpened("shortcuts")}
        />
        <TabLinks of={of} tabs={tabs} tab={tab} />
      </header>
      {isOnline ? null : <OfflineNote />}
      {"Tab" in tab ? <tab.Tab key={tab.name} /> : <tab.Section key={tab.name} />}
      {opened === "own-keys" ? <OwnKeysSheet onClose={close} /> : null}
      {opened === "notices" ? <NoticesSheet onClose={close} /> : null}
      {opened === "shortcuts" ? <KeysSheet tabs={tabs} onClose={close} /> : null}
    </div>
  );
}

interface HeaderButtonProps {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly className?: string;
  readonly onClick: () => void;
}

function HeaderButton({ label, Icon, className = "", onClick }: HeaderButtonProps) {
  return (
    <Button variant="ghost" size="icon" className={className} aria-label={label} title={label} onClick={onClick}>
      <Icon aria-hidden="true" className="size-4.5" />
    </Button>
  );
}

function OfflineNote() {
  return (
    <div className="mb-4">
      <Notice tone="warn">
        <Trans>You are offline: nothing can be decided here until the connection is back.</Trans>
      </Notice>
    </div>
  );
}

function TabLinks({ of, tabs, tab }: ConsoleProps) {
  const row = useRef<HTMLElement>(null);
  // On a phone not all of them have room at once.
  useEffect(() => {
    const link = row.current?.querySelector(`[data-tab="${tab.name}"]`);
    link?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [tab.name]);
  return (
    <nav
      ref={row}
      aria-label={t`Parts of the console`}
      className="-mx-4 max-w-[100vw] min-w-0 basis-full overflow-x-auto px-4 sm:mx-0 sm:px-0"
    >
      <ul className="flex gap-1">
        {tabs.map((part) => (
          <li key={part.name}>
            <Link
              {...wayTo(of, part)}
              data-tab={part.name}
              aria-current={part.name === tab.name ? "page" : undefined}
              className={classNames(
                "inline-flex min-h-9 items-center rounded-md px-3 text-sm font-medium whitespace-nowrap transition-colors duration-150 pointer-coarse:min-h-11",
                part.name === tab.name ? "bg-accent-soft text-accent" : "text-ink-2 hover:bg-surface-2 hover:text-ink",
              )}
            >
              {part.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What each key does. An open row follows the lines that are walked through. */
function useCommands(of: ConsolePlace, tabs: readonly Part[], explain: () => void): (command: Command) => void {
  const { place, go } = usePlace();
  const navigate = useNavigate();
  const follow = (open: number | null) => {
    if (open !== null && place.open !== undefined) go({ open }, "replace");
  };
  const close = () => {
    if (place.open === undefined) return;
    const line = currentLine();
    go({ open: undefined });
    line?.focus();
  };
  return (command) => {
    switch (command.kind) {
      case "next":
        return follow(walk(1));
      case "previous":
        return follow(walk(-1));
      case "mark":
        return markLine();
      case "search":
        return focusSearch();
      case "help":
        return explain();
      case "close":
        return close();
      case "go": {
        const tab = tabs.find(({ letter }) => letter === command.letter);
        if (tab) void navigate(wayTo(of, tab));
      }
    }
  };
}
