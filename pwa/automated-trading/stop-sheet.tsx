import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useCallback } from "react";
import { InsistingSheet } from "#pwa/parts/confirming/insisting-sheet.tsx";
import { useInsisting } from "#pwa/parts/confirming/use-insisting.ts";
import { call } from "#pwa/platform/api/call.ts";
import { AUTOMATED_TRADING_ENDPOINTS } from "#schemas/endpoints/automated-trading.ts";
import { automationTitle } from "./automation-words.ts";
import type { Automation } from "./use-automations.ts";

interface StopSheetProps {
  readonly automation: Automation;
  readonly onClose: () => void;
}

export function StopSheet({ automation: { uid, terms, executionMode, status }, onClose }: StopSheetProps) {
  const insisting = useInsisting(
    useCallback((signal) => call(AUTOMATED_TRADING_ENDPOINTS.stopAutomation, { body: { uid }, signal }), [uid]),
  );
  const isStopped = insisting.state.step === "done" || status === "stopped";
  return (
    <InsistingSheet
      insisting={insisting}
      isDone={isStopped}
      onClose={onClose}
      title={isStopped ? t({ message: "Stopped", context: "state of an automation" }) : t`Stop this automation?`}
      about={automationTitle(terms)}
      done={<Trans>It decides nothing any more.</Trans>}
      keep={<Trans context="an automation">Let it run</Trans>}
      act={<Trans>Stop it</Trans>}
      notYet={t`Not stopped yet`}
    >
      {executionMode === "auto"
        ? t`Nothing more is traded. A transaction that is signed already goes on. What was bought stays in your account, and its stop is not watched any more.`
        : t`It gives no more signals. You can start a new one with the same settings.`}
    </InsistingSheet>
  );
}
