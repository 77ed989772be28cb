import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { NOTIFICATIONS_ENDPOINTS } from "#schemas/endpoints/notifications.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { isPushWanted, turnOffPush, turnOnPush } from "./push.ts";
import { type PushSupport, pushSupport, readPushFacts } from "./push-support.ts";

/** What a person is told where push cannot be switched on. */
const WHY_NOT: Readonly<Record<Exclude<PushSupport, "possible">, string>> = {
  get missing() {
    return t`This browser cannot receive push notifications. You find everything in the list under the bell.`;
  },
  get "needs-install"() {
    return t`On iPhone and iPad push works in the installed app: tap Share, then "Add to Home Screen", and switch it on there.`;
  },
  get refused() {
    return t`You told this browser not to show notifications from here. Allow them in the browser's settings for this site, then come back.`;
  },
};

/** Switches push on or off for this very device. */
export function PushDevice() {
  const { user } = useSession();
  const userId = user?.id ?? 0;
  const isOnline = useOnline();
  const [support, setSupport] = useState(() => pushSupport(readPushFacts()));
  const [isOn, setOn] = useState(() => isPushWanted(userId));
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useServersWord(isOn, setOn);

  async function toggle() {
    setBusy(true);
    setProblem(null);
    try {
      if (isOn) {
        await turnOffPush();
        setOn(false);
      } else {
        setOn(await turnOnPush(userId));
      }
    } catch (error) {
      logProblem("Push could not be switched", error);
      setProblem(t`Your browser's push service did not answer. Please try again in a moment.`);
    } finally {
      setSupport(pushSupport(readPushFacts()));
      setBusy(false);
    }
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="text-sm font-medium">
            <Trans>Push on this device</Trans>
          </p>
          <p className="text-sm text-ink-3">
            {isOn
              ? t`On. It also reaches you while the app is closed.`
              : t`Off. Reaches you also while the app is closed.`}
          </p>
        </div>
        {support === "possible" ? (
          <Button variant="secondary" size="sm" loading={isBusy} disabled={!isOnline} onClick={() => void toggle()}>
            {isOn ? t`Switch off` : t`Switch on`}
          </Button>
        ) : null}
      </div>
      {support === "possible" ? null : (
        <Notice tone={support === "refused" ? "warn" : "info"}>{WHY_NOT[support]}</Notice>
      )}
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
    </div>
  );
}

/** The server may have given this device up: then it is off, whatever the device believes. */
function useServersWord(isOn: boolean, setOn: (isOn: boolean) => void): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const ending = new AbortController();
    call(NOTIFICATIONS_ENDPOINTS.pushStatus, { signal: ending.signal }).then(
      (status) => setOn(status.isOn),
      // Without an answer the device's own word stands.
      () => undefined,
    );
    return () => ending.abort();
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- asked once, when the screen opens.
  }, []);
}
