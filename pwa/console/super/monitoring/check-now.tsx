import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Play } from "lucide-react";
import { useState } from "react";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useAsk, useAskAgain } from "#pwa/console/desk/ask.ts";
import { useMay } from "#pwa/console/desk/may.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import type { CheckOutput } from "#schemas/monitoring.ts";

/** Makes a check at once and says what it found; nothing where the issue was opened by something that is no check. */
export function CheckNow({ checkId }: { readonly checkId: string }) {
  const may = useMay();
  const checks = useAsk(MONITORING_ENDPOINTS.checks, {}, { isOn: may(MONITORING_ENDPOINTS.runCheck) }).value;
  const [found, setFound] = useState<CheckOutput | null>(null);
  const action = useAction();
  const askAgain = useAskAgain();
  if (checks === null || !checks.checks.some(({ id }) => id === checkId)) return null;
  const run = () =>
    action.run(async () => {
      setFound(null);
      setFound(await call(MONITORING_ENDPOINTS.runCheck, { params: { id: checkId } }));
      askAgain();
    });
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="secondary" size="sm" loading={action.isBusy} onClick={run}>
        {action.isBusy ? null : <Play aria-hidden="true" className="size-4" />}
        <Trans context="button: makes a check at once">Check now</Trans>
      </Button>
      <div aria-live="polite" className="w-full empty:hidden">
        {action.notice === null ? null : <Notice tone="error">{action.notice}</Notice>}
        {found === null ? null : <Found check={found} />}
      </div>
    </div>
  );
}

function Found({ check: { state, failing, problem, lastDurationMs } }: { readonly check: CheckOutput }) {
  const took = formatCount(Math.round(lastDurationMs ?? 0));
  if (problem !== "")
    return (
      <Notice tone="warn" title={t`The check could not be made`}>
        <AsTyped>{problem}</AsTyped>
      </Notice>
    );
  if (failing.length > 0)
    return (
      <Notice
        tone="error"
        title={plural(failing.length, {
          one: `It still finds something wrong, after ${took} ms`,
          other: `It still finds # things wrong, after ${took} ms`,
        })}
      >
        <ul className="flex flex-col gap-1">
          {failing.map(({ subject, means }) => (
            <li key={subject}>
              <AsTyped>{means}</AsTyped>
            </li>
          ))}
        </ul>
      </Notice>
    );
  if (state === "unknown") return <Notice>{t`Nobody can tell as long as what it rests upon is not well.`}</Notice>;
  return (
    <Notice
      tone="success"
      title={t`All is well: nothing was found, after ${took} ms`}
    >{t`An issue closes itself once a check has passed as often as it asks.`}</Notice>
  );
}
