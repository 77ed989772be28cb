import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { Download, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { saveBlob } from "#pwa/parts/files/save-file.ts";
import { useRowCount } from "#pwa/platform/db/use-rows.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { isLeadingAtom } from "#pwa/platform/sync/leading.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { later } from "#pwa/ui/later.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { leaderWords, storageWords, versionWords } from "#pwa/parts/device/health-words.ts";
import { formatCount } from "#pwa/ui/format.ts";
import { exportDevice } from "./export-device.ts";
import { useDeviceHealth } from "./use-device-health.ts";

const RebuildSheet = later(async () => (await import("#pwa/parts/device/rebuild-sheet.tsx")).RebuildSheet);
const RemoveSheet = later(async () => (await import("./remove-sheet.tsx")).RemoveSheet);

/** What this device keeps and how it is doing, and the ways to take it along, fetch it anew or be rid of it. */
export function DeviceCard() {
  const [sheet, setSheet] = useState<"rebuild" | "remove" | null>(null);
  return (
    <Card aria-labelledby="settings-device">
      <CardHeader
        id="settings-device"
        title={t`Data on this device`}
        description={t`Kept so that your history and contacts open without a connection.`}
        action={
          <Button asChild variant="link" size="inline">
            <Link to="/wallet-diagnostic">
              <Trans>Check everything</Trans>
            </Link>
          </Button>
        }
      />
      <DeviceFacts />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setSheet("rebuild")}>
          <Trans>
            <RefreshCw aria-hidden="true" className="size-4" />
            Fetch everything anew
          </Trans>
        </Button>
        <ExportButton />
        <Button variant="secondary" onClick={() => setSheet("remove")}>
          <Trans>
            <Trash2 aria-hidden="true" className="size-4" />
            Remove from this device
          </Trans>
        </Button>
      </div>
      {sheet === "rebuild" ? <RebuildSheet onClose={() => setSheet(null)} /> : null}
      {sheet === "remove" ? <RemoveSheet onClose={() => setSheet(null)} /> : null}
    </Card>
  );
}

function DeviceFacts() {
  const { user } = useSession();
  const { lastSyncedAt, waiting, firstSync } = useAtomValue(syncStatusAtom);
  const isLeading = useAtomValue(isLeadingAtom);
  const { count } = useRowCount("transactions");
  const { storage, version, tabs, protect } = useDeviceHealth(user?.id ?? 0, count);

  async function ask() {
    if (await protect()) return showToast({ title: t`The browser keeps your data when space runs out` });
    return showToast({
      title: t`The browser did not agree`,
      description: t`Browsers often do once the app is installed or used for a while. Nothing else changes.`,
    });
  }

  const isUnprotected = storage !== null && !storage.isPersistent;
  return (
    <>
      <Facts
        facts={[
          { name: t`Size`, value: storageWords(storage) },
          {
            name: t`Protected from clean-up`,
            value:
              storage === null
                ? t`Not told by this browser`
                : storage.isPersistent
                  ? t`Yes`
                  : t`No, the browser may clear it when space runs out`,
          },
          {
            name: t`Transactions`,
            value: <span className="numeric">{formatCount(count)}</span>,
          },
          {
            name: t`Last sync`,
            value:
              lastSyncedAt !== null ? (
                <TimeAgo at={lastSyncedAt} />
              ) : firstSync !== null ? (
                t`Being fetched, ${new Intl.NumberFormat("en-US").format(firstSync.received)} rows so far`
              ) : (
                t`Not yet`
              ),
          },
          {
            name: t`Waiting to be sent`,
            value: waiting === 0 ? t`Nothing` : `${waiting} ${waiting === 1 ? "change" : "changes"}`,
          },
          { name: t`Kept in step by`, value: leaderWords(isLeading, tabs) },
          { name: t`App version`, value: versionWords(version) },
        ]}
      />
      {isUnprotected ? (
        <Button variant="link" size="inline" className="mt-2" onClick={() => void ask()}>
          <Trans>Ask the browser to protect it</Trans>
        </Button>
      ) : null}
    </>
  );
}

function ExportButton() {
  const database = useUserDatabase();
  const [isExporting, setExporting] = useState(false);

  async function save() {
    if (database === null) return;
    setExporting(true);
    try {
      saveBlob("astrolabe-device-data.json", await exportDevice(database, new Date(nowMs())));
    } catch (error) {
      showToast({
        title: t`The data could not be exported`,
        description: error instanceof Error ? error.message : String(error),
        tone: "destructive",
      });
    } finally {
      setExporting(false);
    }
  }

  return (
    <Button variant="secondary" loading={isExporting} disabled={database === null} onClick={() => void save()}>
      <Trans>
        <Download aria-hidden="true" className="size-4" />
        Export as JSON
      </Trans>
    </Button>
  );
}
