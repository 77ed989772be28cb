import { t } from "@lingui/core/macro";
import { useState } from "react";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import type { WebhookDelivery } from "#schemas/monitoring.ts";

/** Sends a test message, and says what came of it. */
export function TestWebhook() {
  const [sent, setSent] = useState<WebhookDelivery | null>(null);
  const action = useAction();
  const askAgain = useAskAgain();
  const send = () =>
    action.run(async () => {
      setSent(null);
      setSent(await call(MONITORING_ENDPOINTS.testWebhook, {}));
      askAgain();
    });
  return (
    <div className="flex flex-col items-start gap-3">
      <Button size="sm" variant="secondary" loading={action.isBusy} onClick={send}>
        {t`Send a test message`}
      </Button>
      <div aria-live="polite" className="w-full empty:hidden">
        {action.notice === null ? null : <Notice tone="error">{action.notice}</Notice>}
        {sent === null ? null : <CameOf delivery={sent} />}
      </div>
    </div>
  );
}

function CameOf({ delivery: { state, status, problem } }: { readonly delivery: WebhookDelivery }) {
  const answer = String(status ?? "");
  if (state === "delivered") return <Notice tone="success">{t`It arrived, and was answered with ${answer}.`}</Notice>;
  return (
    <Notice tone="error" title={status === null ? t`It was not answered` : t`It was answered with ${answer}`}>
      <AsTyped>{problem}</AsTyped>
    </Notice>
  );
}
