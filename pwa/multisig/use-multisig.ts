import { useEffect } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { type Answer, useAnswer } from "#pwa/parts/answers/use-answer.ts";
import { MULTISIG_ENDPOINTS } from "#schemas/endpoints/multisig.ts";
import type { MultisigOutput } from "#schemas/multisig.ts";
import { SETTINGS_UID } from "#schemas/settings.ts";

/** Nobody is told by the server that something waits: it is asked for, seldom while nothing happens. */
const LOOK_EVERY_MS = 5000;

const MULTISIG = {
  path: MULTISIG_ENDPOINTS.multisig.path,
  schema: MULTISIG_ENDPOINTS.multisig.output,
  ask: (options: { readonly signal?: AbortSignal }) => call(MULTISIG_ENDPOINTS.multisig, options),
};

/** Whether one's own key signs, and what waits for it; asked again every few seconds while it is on the screen. */
export function useMultisig(everyMs = LOOK_EVERY_MS): Answer<MultisigOutput> {
  const answer = useAnswer(MULTISIG);
  const isOnline = useOnline();
  const { refresh } = answer;
  useEffect(() => {
    if (!isOnline) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isOnline, everyMs, refresh]);
  return answer;
}

/** Whether the ledger asks for one's own key, as this device knows it. */
export function useIsShared(): boolean {
  return useRow("settings", SETTINGS_UID).row?.multisigEnabled === true;
}
