import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Clock, LoaderCircle, TriangleAlert } from "lucide-react";
import { useEffect } from "react";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { titleOf, useIsShared } from "#pwa/multisig/door.ts";
import { call } from "#pwa/platform/api/call.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { useAnswer } from "#pwa/parts/answers/use-answer.ts";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { List } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { WALLET_ENDPOINTS } from "#schemas/endpoints/wallet.ts";
import { openBeside, standingWords, type Open } from "./open-words.ts";

const LOOK_EVERY_MS = 5000;
const OPEN = {
  path: WALLET_ENDPOINTS.openSubmissions.path,
  schema: WALLET_ENDPOINTS.openSubmissions.output,
  ask: (options: { readonly signal?: AbortSignal }) => call(WALLET_ENDPOINTS.openSubmissions, options),
};

/** One's own payments and changes that are not settled yet; nothing where there are none, or none were ever seen. */
export function OpenCard() {
  const { value, keptAtMs, refresh } = useAnswer(OPEN);
  const { directory } = useDirectory();
  const isShared = useIsShared();
  const isOnline = useOnline();
  const open = openBeside(value?.submissions ?? [], isShared);
  const isWatching = isOnline && open.length > 0;
  useEffect(() => {
    if (!isWatching) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") refresh();
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isWatching, refresh]);
  if (open.length === 0) return null;
  return (
    <Card aria-labelledby="under-way">
      <CardHeader
        id="under-way"
        title={t`Under way`}
        description={t`Not settled yet. None of it has to be sent again.`}
      />
      {keptAtMs !== null ? (
        <p className="text-sm text-ink-3">
          <Trans>
            Last seen <TimeAgo at={keptAtMs} />
          </Trans>
        </p>
      ) : isOnline ? null : (
        <p className="text-sm text-ink-3">
          <Trans>As last seen, before the connection was lost.</Trans>
        </p>
      )}
      <List aria-label={t`Under way`}>
        {open.map((one) => (
          <li key={one.id} className="flex items-start gap-3 py-3">
            <StateMark state={one.state} />
            <div className="min-w-0 flex-1 text-sm">
              <p data-private="" className="font-medium break-words">
                {titleOf(one, directory.nameOf)}
              </p>
              <p className="text-ink-3">
                {standingWords(one)}{" "}
                <Trans>
                  Since <TimeAgo at={Date.parse(one.createdAt)} />
                </Trans>
              </p>
            </div>
          </li>
        ))}
      </List>
    </Card>
  );
}

function StateMark({ state }: Pick<Open, "state">) {
  if (state === "ambiguous") return <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warn" />;
  if (state === "held") return <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />;
  return <LoaderCircle aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />;
}
