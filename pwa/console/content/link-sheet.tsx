import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { formatClock } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { CONTENT_DESK_ENDPOINTS } from "#schemas/endpoints/content-desk.ts";
import type { ActProps } from "./act-props.ts";

/** A link by which anybody who has it looks at the draft, for a while. */
export function LinkSheet({ which: { key }, onClose }: ActProps) {
  const { run, notice } = useAction();
  const [made, setMade] = useState<{ readonly url: string; readonly until: string } | null>(null);
  useEffect(
    () =>
      run(async () => {
        const { path, until } = await call(CONTENT_DESK_ENDPOINTS.previewContent, { body: { kind: "page", key } });
        setMade({ url: new URL(path, location.origin).href, until });
      }),
    [run, key],
  );
  const until = made === null ? "" : formatClock(Date.parse(made.until));
  return (
    <Sheet
      title={t`A link to look at it`}
      description={t`Whoever has it sees the draft as it was saved last. No search engine lists it.`}
      onClose={onClose}
    >
      {notice === null ? null : <Notice tone="error">{notice}</Notice>}
      {made === null ? (
        notice === null ? (
          <Skeleton className="h-24 w-full" />
        ) : null
      ) : (
        <div className="flex flex-col gap-3">
          <p className="font-mono text-sm break-all">{made.url}</p>
          <p className="text-sm text-ink-3">
            <Trans>It is valid until {until}.</Trans>
          </p>
          <div className="flex flex-wrap gap-2">
            <CopyButton text={made.url} label={t`Copy the link`} />
            <Button asChild variant="secondary" size="sm">
              <a href={made.url} target="_blank" rel="noopener">
                <Trans>Open it</Trans>
              </a>
            </Button>
          </div>
        </div>
      )}
    </Sheet>
  );
}
