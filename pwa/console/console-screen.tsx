import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, Navigate, useNavigate, useParams } from "@tanstack/react-router";
import { Bell, Keyboard } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import type { Command } from "./desk/keys.ts";
import { AskedState } from "./desk/asked-state.tsx";
import { useMay, useOwnRoles } from "./desk/may.ts";
import { usePlace } from "./desk/place.ts";
import { currentLine, focusSearch, markLine, useConsoleKeys, walk } from "./desk/use-console-keys.ts";
import { KeysSheet } from "./keys-sheet.tsx";
import { NoticesSheet } from "./notices-sheet.tsx";
import { CONSOLE_TABS, type ConsoleTab } from "./tabs.ts";

// What operators see comes with one file, and its sentences with it.
export { OverviewScreen } from "./overview/overview-screen.tsx";
export { ConsoleEntries } from "./console-entries.ts";

/** Where operators work: what waits for a person, a tab for each kind. */
export function ConsoleScreen() {
  const own = useOwnRoles();
  const isOnline = useOnline();
  const may = useMay();
  const { tab: asked }: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const tabs = CONSOLE_TABS.filter(({ reads }) => may(reads));
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
  if (tab === undefined) return <Navigate to="/admin-panel/$tab" params={{ tab: first.name }} replace />;
  return <Console tabs={tabs} tab={tab} />;
}

function Console({ tabs, tab }: { readonly tabs: readonly ConsoleTab[]; readonly tab: ConsoleTab }) {
  const [isExplaining, setExplaining] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const isOnline = useOnline();
  usePageTitle(tab.label);
  useConsoleKeys(useCommands(tabs, () => setExplaining(true)));
  return (
    <div className="mx-auto w-full max-w-[110rem] px-4 py-4 sm:px-6">
      <header className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        <h1 className="text-xl font-semibold">
          <Trans>Operations</Trans>
        </h1>
        <TabLinks tabs={tabs} tab={tab} />
        <Button
          variant="ghost"
          size="icon"
          className="ms-auto"
          aria-label={t`What you are told of`}
          title={t`What you are told of`}
          onClick={() => setChoosing(true)}
        >
          <Bell aria-hidden="true" className="size-4.5" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          className="pointer-coarse:hidden"
          aria-label={t`Keyboard shortcuts`}
          title={t`Keyboard shortcuts`}
          onClick={() => setExplaining(true)}
        >
          <Keyboard aria-hidden="true" className="size-4.5" />
        </Button>
      </header>
      {isOnline ? null : <OfflineNote />}
      <tab.Tab key={tab.name} />
      {isChoosing ? <NoticesSheet onClose={() => setChoosing(false)} /> : null}
      {isExplaining ? <KeysSheet tabs={tabs} onClose={() => setExplaining(false)} /> : null}
    </div>
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

function TabLinks({ tabs, tab }: { readonly tabs: readonly ConsoleTab[]; readonly tab: ConsoleTab }) {
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
      className="-mx-4 min-w-0 max-w-[100vw] overflow-x-auto px-4 sm:mx-0 sm:px-0"
    >
      <ul className="flex gap-1">
        {tabs.map(({ name, label }) => (
          <li key={name}>
            <Link
              to="/admin-panel/$tab"
              params={{ tab: name }}
              data-tab={name}
              aria-current={name === tab.name ? "page" : undefined}
              className={classNames(
                "inline-flex min-h-9 items-center rounded-md px-3 text-sm font-medium whitespace-nowrap transition-colors duration-150 pointer-coarse:min-h-11",
                name === tab.name ? "bg-accent-soft text-accent" : "text-ink-2 hover:bg-surface-2 hover:text-ink",
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What each key does. An open row follows the lines that are walked through. */
function useCommands(tabs: readonly ConsoleTab[], explain: () => void): (command: Command) => void {
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
        if (tab) void navigate({ to: "/admin-panel/$tab", params: { tab: tab.name } });
      }
    }
  };
}
