import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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
import { LanguageField } from "#pwa/parts/language/language-field.tsx";
import { WaitingNotes } from "#pwa/security/door.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";
import { DeviceCard } from "./device-card.tsx";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { LostSettings } from "./lost-settings.tsx";

const THEMES = [
  {
    value: "dark",
    get label() {
      return t({ message: "Dark", context: "theme" });
    },
  },
  {
    value: "light",
    get label() {
      return t({ message: "Light", context: "theme" });
    },
  },
  {
    value: "system",
    get label() {
      return t({ message: "As the system", context: "theme" });
    },
  },
] as const;

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
        title: t`The setting could not be kept`,
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
    <Page
      title={t`Settings`}
      width="narrow"
      actions={
        isWaiting ? (
          <Badge>
            <Trans>Waiting to be sent</Trans>
          </Badge>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-4">
        <ClosingNote />
        <LostSettings settings={row} />
        {row === null && !isLoading ? (
          <Notice>
            <Trans>Your settings have not reached this device yet. They appear with the first sync.</Trans>
          </Notice>
        ) : null}
        <Card aria-labelledby="settings-look">
          <CardHeader id="settings-look" title={t`Appearance`} />
          <SelectField
            label={t`Theme`}
            options={THEMES}
            value={theme}
            onValueChange={choose}
            hint={t`Applies at once on this device. Where you sign in next looks like what you chose last; as the system is for this device alone.`}
          />
        </Card>
        {row === null ? (
          isLoading ? (
            <Skeleton className="h-48 w-full" />
          ) : null
        ) : (
          <Card aria-labelledby="settings-language">
            <CardHeader id="settings-language" title={t`Language`} />
            <LanguageField />
          </Card>
        )}
        <NotificationsSection settings={row} onEdit={edit} />
        {row === null ? isLoading ? <Skeleton className="h-56 w-full" /> : null : <SecurityCard settings={row} />}
        <DeviceCard />
        <LockCard />
        <InstallCard />
      </div>
    </Page>
  );
}

/** What protects payments, to be looked at alone: it is changed elsewhere. */
function SecurityCard({ settings }: { readonly settings: LocalRow<"settings"> }) {
  return (
    <Card aria-labelledby="settings-security">
      <CardHeader
        id="settings-security"
        title={t`Security of payments`}
        description={t`Shown here as they are. They cannot be changed while offline.`}
        action={
          <Button asChild variant="link" size="inline">
            <Link to="/user-settings">
              <Trans>Profile and security</Trans>
            </Link>
          </Button>
        }
      />
      <Facts
        facts={[
          {
            name: t`Largest single payment`,
            value: `${formatAmountText(settings.transactionLimit)} USD`,
          },
          {
            name: t`Password before every payment`,
            value: settings.requirePasswordForSend
              ? t({ message: "Required", context: "password before every payment" })
              : t({ message: "Not required", context: "password before every payment" }),
          },
        ]}
      />
    </Card>
  );
}

function InstallCard() {
  const isOffered = useSyncExternalStore(subscribeToInstall, hasInstallOffer, () => false);
  const isInstalled = matchMedia("(display-mode: standalone)").matches;
  return (
    <Card aria-labelledby="settings-install">
      <CardHeader
        id="settings-install"
        title={t`Install the app`}
        description={t`Opens from your home screen or dock, in a window of its own.`}
      />
      {isInstalled ? (
        <p className="text-sm text-ink-2">
          <Trans>You are using the installed app.</Trans>
        </p>
      ) : isOffered ? (
        <InstallOffer />
      ) : (
        <p className="text-sm text-ink-2">
          <Trans>
            This browser does not offer it right now. Look in its menu for "Install" or "Add to home screen".
          </Trans>
        </p>
      )}
    </Card>
  );
}
