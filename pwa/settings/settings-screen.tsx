import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { useSyncExternalStore } from "react";
import type { ThemeChoice } from "#pwa/parts/theme/read-theme.ts";
import { setTheme, themeChoiceAtom } from "#pwa/parts/theme/theme.ts";
import { hasInstallOffer, InstallOffer, subscribeToInstall } from "#pwa/install/door.ts";
import { LockCard } from "#pwa/lock/door.ts";
import { NotificationsSection } from "#pwa/notifications/door.ts";
import { useSecurity } from "#pwa/parts/answers/questions.ts";
import { editSettings, type SettingsEdit } from "#pwa/platform/db/edits.ts";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { useWaiting } from "#pwa/platform/sync/use-waiting.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { WaitingNotes } from "#pwa/security/door.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { formatAmountText, formatDate } from "#pwa/ui/format.ts";
import { DeviceCard } from "./device-card.tsx";
import { LANGUAGES, shownLanguage } from "./languages.ts";
import { LostSettings } from "./lost-settings.tsx";

const THEMES = [
  { value: "dark", label: "Dark" },
  { value: "light", label: "Light" },
  { value: "system", label: "As the system" },
] as const;

const EXAMPLE_DAY_MS = new Date(2026, 4, 1).getTime();

const CLOSING = ["close-account"] as const;

/** That the account closes is said wherever settings are looked at. */
function ClosingNote() {
  return <WaitingNotes security={useSecurity()} kinds={CLOSING} />;
}

export function SettingsScreen() {
  const { row, isLoading } = useRow("settings", "settings");
  const isWaiting = useWaiting("settings");
  const database = useUserDatabase();
  const theme = useAtomValue(themeChoiceAtom);

  const edit = (change: SettingsEdit) => {
    if (database === null) return;
    editSettings(database, change, nowMs()).catch((error: unknown) =>
      showToast({
        title: "The setting could not be kept",
        description: error instanceof Error ? error.message : String(error),
        tone: "destructive",
      }),
    );
  };
  const choose = (choice: ThemeChoice) => {
    setTheme(choice);
    if (choice !== "system") edit({ theme: choice });
  };

  return (
    <Page title="Settings" width="narrow" actions={isWaiting ? <Badge>Waiting to be sent</Badge> : undefined}>
      <div className="flex flex-col gap-4">
        <ClosingNote />
        <LostSettings settings={row} />
        {row === null && !isLoading ? (
          <Notice>Your settings have not reached this device yet. They appear with the first sync.</Notice>
        ) : null}
        <Card aria-labelledby="settings-look">
          <CardHeader id="settings-look" title="Appearance" />
          <SelectField
            label="Theme"
            options={THEMES}
            value={theme}
            onValueChange={choose}
            hint="Applies at once on this device. Where you sign in next looks like what you chose last; as the system is for this device alone."
          />
        </Card>
        {row === null ? (
          isLoading ? (
            <Skeleton className="h-48 w-full" />
          ) : null
        ) : (
          <Card aria-labelledby="settings-language">
            <CardHeader id="settings-language" title="Language" />
            <SelectField
              label="Language"
              options={LANGUAGES}
              value={shownLanguage(row.language)}
              onValueChange={(language) => edit({ language })}
              hint={`On all your devices. Amounts and dates follow it: ${formatAmountText("1234.5")}, ${formatDate(EXAMPLE_DAY_MS)}.`}
            />
          </Card>
        )}
        <NotificationsSection settings={row} onEdit={edit} />
        {row === null ? (
          isLoading ? (
            <Skeleton className="h-56 w-full" />
          ) : null
        ) : (
          <Card aria-labelledby="settings-security">
            <CardHeader
              id="settings-security"
              title="Security of payments"
              description="Shown here as they are. They cannot be changed while offline."
              action={
                <Button asChild variant="link" size="inline">
                  <Link to="/user-settings">Profile and security</Link>
                </Button>
              }
            />
            <Facts
              facts={[
                {
                  name: "Largest single payment",
                  value: `${formatAmountText(row.transactionLimit)} USD`,
                },
                {
                  name: "Password before every payment",
                  value: row.requirePasswordForSend ? "Required" : "Not required",
                },
              ]}
            />
          </Card>
        )}
        <DeviceCard />
        <LockCard />
        <InstallCard />
      </div>
    </Page>
  );
}

function InstallCard() {
  const isOffered = useSyncExternalStore(subscribeToInstall, hasInstallOffer, () => false);
  const isInstalled = matchMedia("(display-mode: standalone)").matches;
  return (
    <Card aria-labelledby="settings-install">
      <CardHeader
        id="settings-install"
        title="Install the app"
        description="Opens from your home screen or dock, in a window of its own."
      />
      {isInstalled ? (
        <p className="text-sm text-ink-2">You are using the installed app.</p>
      ) : isOffered ? (
        <InstallOffer />
      ) : (
        <p className="text-sm text-ink-2">
          This browser does not offer it right now. Look in its menu for "Install" or "Add to home screen".
        </p>
      )}
    </Card>
  );
}
