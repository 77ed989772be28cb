import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { failureOf } from "#pwa/parts/forms/failure.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { Difference } from "./difference.tsx";
import type { EditorPort, EditorSession, Kept } from "./use-session.ts";

interface StoppedNoticeProps {
  readonly error: unknown;
  readonly session: EditorSession;
  readonly port: EditorPort;
}

/** Somebody else was here meanwhile: what was typed is still here, and goes on in one of two ways, neither of which loses it. */
export function StoppedNotice({ error, session, port }: StoppedNoticeProps) {
  const action = useAction();
  const [theirs, setTheirs] = useState<Kept | null>(null);
  const ask = (use: (kept: Kept) => void) => action.run(async () => use(await port.theirs()));
  return (
    <Notice tone="error" title={failureOf(error, []).notice}>
      <p>
        <Trans>What you wrote is still here, and nothing of theirs is lost either: each can be brought back.</Trans>
      </p>
      {action.notice === null ? null : <p className="mt-2 font-medium">{action.notice}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" loading={action.isBusy} onClick={() => ask(setTheirs)}>
          <Trans>Compare with theirs</Trans>
        </Button>
        <Button variant="secondary" size="sm" disabled={action.isBusy} onClick={() => ask(session.goOnFrom)}>
          <Trans>Go on with mine</Trans>
        </Button>
        <Button variant="secondary" size="sm" disabled={action.isBusy} onClick={() => ask(session.take)}>
          <Trans>Go on with theirs</Trans>
        </Button>
      </div>
      {theirs === null ? null : (
        <Sheet
          size="lg"
          title={t`Theirs and yours`}
          description={t`Struck through is what only theirs has, underlined what only yours has.`}
          onClose={() => setTheirs(null)}
        >
          <Difference before={theirs.content} after={session.content} />
        </Sheet>
      )}
    </Notice>
  );
}
