import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useOnline } from "#pwa/platform/device/online.ts";
import { type Unsent, unsentAdvice, unsentWords } from "#pwa/send/unsent.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { useSession } from "#pwa/parts/session/session.tsx";

/** Asks before something is lost that is nowhere but on this device. */
export function LeaveSheet({ unsent, onStay }: { readonly unsent: Unsent; readonly onStay: () => void }) {
  const { logout, isLeaving } = useSession();
  const isOnline = useOnline();
  return (
    <Sheet
      size="sm"
      onClose={onStay}
      mayClose={!isLeaving}
      title={t`Sign out and lose what is not sent?`}
      description={t`Signing out removes everything of yours from this device.`}
      footer={
        <>
          <Button variant="ghost" disabled={isLeaving} onClick={onStay}>
            <Trans>Stay signed in</Trans>
          </Button>
          <Button variant="danger" loading={isLeaving} onClick={() => void logout()}>
            <Trans>Sign out and lose it</Trans>
          </Button>
        </>
      }
    >
      <Notice tone="warn" title={unsentWords(unsent)}>
        {unsentAdvice(unsent, isOnline)}
      </Notice>
    </Sheet>
  );
}
