import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";

interface Props {
  readonly onForget: () => Promise<void>;
  readonly onClose: () => void;
}

/** For those who cannot unlock: what is lost is said first. */
export function ForgetSheet({ onForget, onClose }: Props) {
  const [isRemoving, setRemoving] = useState(false);
  return (
    <Sheet
      size="sm"
      onClose={onClose}
      mayClose={!isRemoving}
      title={t`Remove your data from this device?`}
      description={t`Then you can sign in again with your password, and your data comes back from the server.`}
      footer={
        <>
          <Button variant="ghost" disabled={isRemoving} onClick={onClose}>
            <Trans context="button: the data stays on this device">Keep</Trans>
          </Button>
          <Button
            variant="danger"
            loading={isRemoving}
            onClick={() => {
              setRemoving(true);
              void onForget();
            }}
          >
            <Trans>Remove and sign in</Trans>
          </Button>
        </>
      }
    >
      <Notice tone="warn">
        <Trans>
          Whatever you changed here without a connection and was not sent yet is lost, and so are payments that you put
          aside. Nobody can bring them back without the PIN or passkey. Your money and your account stay as they are.
        </Trans>
      </Notice>
    </Sheet>
  );
}
