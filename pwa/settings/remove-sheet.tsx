import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useSession } from "#pwa/parts/session/session.tsx";
import { useOnline } from "#pwa/platform/device/online.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { unsentAdvice, unsentOf, unsentWords } from "#pwa/send/door.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";

/** Asks before everything of the person's is deleted from this device. */
export function RemoveSheet({ onClose }: { readonly onClose: () => void }) {
  const { user, logout, isLeaving } = useSession();
  const isOnline = useOnline();
  const { waiting } = useAtomValue(syncStatusAtom);
  const unsent = user === null ? null : unsentOf(user.id, waiting);
  return (
    <Sheet
      size="sm"
      onClose={onClose}
      title={t`Remove your data from this device?`}
      description={t`You are signed out here and everything kept on this device is deleted. Your account stays as it is.`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            <Trans context="data on this device">Keep</Trans>
          </Button>
          <Button variant="danger" loading={isLeaving} onClick={() => void logout()}>
            <Trans>Remove and sign out</Trans>
          </Button>
        </>
      }
    >
      {unsent === null ? null : (
        <Notice tone="warn" title={unsentWords(unsent)}>
          {unsentAdvice(unsent, isOnline)}
        </Notice>
      )}
    </Sheet>
  );
}
