import { useAtomValue } from "jotai";
import { Download, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useSession } from "#pwa/app/session.tsx";
import { saveFile } from "#pwa/identity/save-file.ts";
import { useRowCount } from "#pwa/platform/db/use-rows.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { showToast } from "#pwa/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { formatBytes, readStorageFacts, type StorageFacts } from "./device-facts.ts";
import { exportDevice } from "./export-device.ts";

/** What this device keeps, and the ways to take it along or be rid of it. */
export function DeviceCard() {
  const { lastSyncedAt, waiting } = useAtomValue(syncStatusAtom);
  const { count } = useRowCount("transactions");
  const database = useUserDatabase();
  const [storage, setStorage] = useState<StorageFacts | null>(null);
  const [isExporting, setExporting] = useState(false);
  const [isRemoving, setRemoving] = useState(false);

  useEffect(() => {
    readStorageFacts().then(setStorage, (error: unknown) =>
      logProblem("The storage estimate could not be read", error),
    );
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- the size follows what is stored.
  }, [count]);

  async function save() {
    if (database === null) return;
    setExporting(true);
    try {
      saveFile("astrolabe-device-data.json", "application/json", await exportDevice(database, new Date(nowMs())));
    } catch (error) {
      showToast({
        title: "The data could not be exported",
        description: error instanceof Error ? error.message : String(error),
        tone: "destructive",
      });
    } finally {
      setExporting(false);
    }
  }

  return (
    <Card aria-labelledby="settings-device">
      <CardHeader
        id="settings-device"
        title="Data on this device"
        description="Kept so that your history and contacts open without a connection."
      />
      <Facts
        facts={[
          {
            name: "Size",
            value: storage === null ? "Not told by this browser" : `About ${formatBytes(storage.usedBytes)}`,
          },
          ...(storage === null
            ? []
            : [
                {
                  name: "Protected from clean-up",
                  value: storage.isPersistent ? "Yes" : "No, the browser may clear it when space runs out",
                },
              ]),
          {
            name: "Transactions",
            value: <span className="numeric">{new Intl.NumberFormat("en-US").format(count)}</span>,
          },
          { name: "Last sync", value: lastSyncedAt === null ? "Not yet" : <TimeAgo at={lastSyncedAt} /> },
          {
            name: "Waiting to be sent",
            value: waiting === 0 ? "Nothing" : `${waiting} ${waiting === 1 ? "change" : "changes"}`,
          },
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="secondary" loading={isExporting} disabled={database === null} onClick={() => void save()}>
          <Download aria-hidden="true" className="size-4" />
          Export as JSON
        </Button>
        <Button variant="secondary" onClick={() => setRemoving(true)}>
          <Trash2 aria-hidden="true" className="size-4" />
          Remove from this device
        </Button>
      </div>
      {isRemoving ? <RemoveSheet waiting={waiting} onClose={() => setRemoving(false)} /> : null}
    </Card>
  );
}

function RemoveSheet({ waiting, onClose }: { readonly waiting: number; readonly onClose: () => void }) {
  const { logout, isLeaving } = useSession();
  return (
    <Sheet
      open
      size="sm"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Remove your data from this device?"
      description="You are signed out here and everything kept on this device is deleted. Your account stays as it is."
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Keep
          </Button>
          <Button variant="danger" loading={isLeaving} onClick={() => void logout()}>
            Remove and sign out
          </Button>
        </>
      }
    >
      {waiting === 0 ? null : (
        <Notice tone="warn">
          {waiting} {waiting === 1 ? "change has" : "changes have"} not reached the server yet and would be lost.
        </Notice>
      )}
    </Sheet>
  );
}
