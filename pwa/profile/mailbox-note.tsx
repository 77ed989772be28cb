import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { PROFILE_ENDPOINTS } from "#schemas/endpoints/profile.ts";

/** Says that the mailbox has yet to be shown to be the person's, and mails the link again. */
export function MailboxNote({ canChange }: { readonly canChange: boolean }) {
  const { user, recheck } = useSession();
  const action = useAction();
  const [isMailed, setMailed] = useState(false);
  if (user?.isEmailUnproven !== true) return null;
  const { email } = user;
  const mail = () =>
    action.run(async () => {
      await call(PROFILE_ENDPOINTS.proveEmail, {});
      setMailed(true);
      // It may have been confirmed on another device meanwhile: then there is no note any more.
      await recheck();
    });
  return (
    <Notice tone="warn" title={t`Confirm your email address`}>
      <p>
        <Trans>
          Open the link that we mailed to <span data-private="">{email}</span>. Until then your first payment waits, and
          nothing else is mailed to you.
        </Trans>
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-3">
        <Button variant="secondary" size="sm" disabled={!canChange} loading={action.isBusy} onClick={mail}>
          <Trans>Mail the link again</Trans>
        </Button>
        <span role="status">
          {action.notice ?? (isMailed ? t`The link is on its way. Look into your mailbox.` : null)}
        </span>
      </p>
    </Notice>
  );
}
