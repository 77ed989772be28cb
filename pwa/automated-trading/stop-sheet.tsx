import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import { useCallback } from "react";
import { useInsisting } from "#pwa/parts/confirming/use-insisting.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { AUTOMATED_TRADING_ENDPOINTS } from "#schemas/endpoints/automated-trading.ts";
import { automationTitle } from "./automation-words.ts";
import type { Automation } from "./use-automations.ts";

interface StopSheetProps {
  readonly automation: Automation;
  readonly onClose: () => void;
}

/** One plain question. It asks for nothing else, and tries until the server has answered. */
export function StopSheet({ automation, onClose }: StopSheetProps) {
  const { uid, terms, executionMode, status } = automation;
  const { state, begin } = useInsisting(
    useCallback((signal) => call(AUTOMATED_TRADING_ENDPOINTS.stopAutomation, { body: { uid }, signal }), [uid]),
  );
  const isStopped = state.step === "done" || status === "stopped";
  return (
    <Sheet
      onClose={onClose}
      title={isStopped ? t({ message: "Stopped", context: "state of an automation" }) : t`Stop this automation?`}
      footer={
        isStopped ? (
          <Button onClick={onClose}>
            <Trans context="button">Done</Trans>
          </Button>
        ) : (
          <>
            <Button variant="ghost" onClick={onClose}>
              <Trans context="an automation">Let it run</Trans>
            </Button>
            <Button variant="danger" loading={state.step === "trying"} onClick={begin}>
              <Trans>Stop it</Trans>
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm font-semibold">{automationTitle(terms)}</p>
        {isStopped ? (
          <p role="status" className="flex items-center gap-2 text-sm">
            <CircleCheck aria-hidden="true" className="size-5 text-up" />
            <Trans>It decides nothing any more.</Trans>
          </p>
        ) : null}
        {state.step === "trying" && state.tries > 0 ? (
          <Notice tone="warn" title={t`Not stopped yet`}>
            <Trans>The server did not answer. It is asked again and again while this stands open.</Trans>
          </Notice>
        ) : null}
        {state.step === "refused" ? <Notice tone="error">{state.message}</Notice> : null}
        <p className="text-sm text-ink-2">
          {executionMode === "auto"
            ? t`Nothing more is traded. A transaction that is signed already goes on. What was bought stays in your account, and its stop is not watched any more.`
            : t`It gives no more signals. You can start a new one with the same settings.`}
        </p>
      </div>
    </Sheet>
  );
}
