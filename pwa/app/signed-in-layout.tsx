import { Outlet } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { unansweredPrefix } from "#pwa/parts/confirming/unanswered-prefix.ts";
import { CaptureSlot } from "#pwa/diagnostics/capture-slot.tsx";
import { ArrivalNotice } from "#pwa/notifications/arrival-notice.tsx";
import { OpenFromOutside } from "#pwa/notifications/open-from-outside.tsx";
import { PushKeeper } from "#pwa/notifications/push-keeper.tsx";
import { editSettings } from "#pwa/platform/db/edits.ts";
import { useResync, useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { UserDatabaseProvider } from "#pwa/platform/db/user-database-provider.tsx";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { storedKeys } from "#pwa/platform/device/storage.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { SecurityHost } from "#pwa/security/security-host.tsx";
import type { UserOutput } from "#schemas/users.ts";
import { meetAccount, themeChoiceAtom } from "#pwa/parts/theme/theme.ts";
import { meetAccount as meetAccountsLanguage } from "#pwa/parts/language/meet-account.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { DataAge } from "./data-age.tsx";
import { useContentNews } from "#pwa/parts/content/use-content-news.ts";
import { useListingNews } from "#pwa/parts/market-data/use-listing-news.ts";
import { preloadOverlays } from "./preload.ts";
import { PaletteHost } from "#pwa/palette/palette-host.tsx";
import { AppPalette } from "./later-palette.ts";
import { SignedInShell } from "./signed-in-shell.tsx";
import { SyncMark } from "./sync-mark.tsx";

/** The signed-in side: the person's own database, kept in sync, and the shell around the screen. Loaded apart from the public pages. */
export function SignedInLayout({ user }: { readonly user: UserOutput }) {
  useEffect(() => void preloadOverlays(), []);
  return (
    <UserDatabaseProvider userId={user.id}>
      <ArrivalNotice />
      <OpenFromOutside />
      <PushKeeper />
      <CaptureSlot />
      <SessionWatch />
      <LostAnswers userId={user.id} />
      <ThemeKeeper />
      <LanguageKeeper />
      <NewsKeeper />
      <SignedInShell user={user} status={<SyncMark />}>
        <DataAge />
        <Outlet />
      </SignedInShell>
      <PaletteHost Palette={AppPalette} />
      <SecurityHost userId={user.id} />
    </UserDatabaseProvider>
  );
}

/**
 * A session that was ended elsewhere ends here as well, as soon as the server says so. Where another one stands in its place,
 * as after a new password, the sync that showed the former one begins again.
 */
function SessionWatch() {
  const { recheck, isConfirmed } = useSession();
  const { problem } = useAtomValue(syncStatusAtom);
  const resync = useResync();
  useEffect(() => {
    if (problem !== "session-required") return;
    const goOn = async () => {
      if (await recheck()) resync?.();
    };
    void goOn();
    // oxlint-disable-next-line react/exhaustive-deps -- a server that did not answer is asked again once it has said who this is.
  }, [problem, isConfirmed, recheck, resync]);
  return null;
}

/** Brings the device's theme and the account's together, when either changes. */
function ThemeKeeper() {
  const { row } = useRow("settings", "settings");
  const choice = useAtomValue(themeChoiceAtom);
  const theme = row?.theme ?? null;
  const isChosen = row?.editedAt.theme !== undefined;
  useEffect(() => {
    if (theme !== null) void meetAccount(choice, { theme, isChosen });
  }, [theme, isChosen, choice]);
  return null;
}

/** What is listed and what is published are asked for anew when the operators have changed them. */
function NewsKeeper() {
  useListingNews();
  useContentNews();
  return null;
}

/** As with the theme, with the language. */
function LanguageKeeper() {
  const { row } = useRow("settings", "settings");
  const database = useUserDatabase();
  const language = row?.language ?? null;
  const isChosen = row?.editedAt.language !== undefined;
  useEffect(() => {
    if (language === null || database === null) return;
    const meet = async () => {
      const told = await meetAccountsLanguage({ language, isChosen });
      if (told !== null) await editSettings(database, { language: told }, nowMs());
    };
    meet().catch((error: unknown) => logProblem("The language could not be kept among the settings", error));
  }, [language, isChosen, database]);
  return null;
}

/** Asks what became of what was confirmed before a page was lost, and says so. */
function LostAnswers({ userId }: { readonly userId: number }) {
  const isOnline = useOnline();
  useEffect(() => {
    if (!isOnline || storedKeys(unansweredPrefix(userId)).length === 0) return undefined;
    const stop = new AbortController();
    void import("#pwa/parts/confirming/tell-unanswered.ts").then(({ tellUnanswered }) =>
      tellUnanswered(userId, stop.signal),
    );
    return () => stop.abort();
  }, [isOnline, userId]);
  return null;
}
