import { useEffect, useState } from "react";
import { eventOfFailure } from "#pwa/parts/confirming/submission-answer.ts";
import { call } from "#pwa/platform/api/call.ts";
import { AUTOMATED_TRADING_ENDPOINTS } from "#schemas/endpoints/automated-trading.ts";

export type Stopping =
  | { readonly step: "asking" }
  /** `tries` is how often nobody answered. */
  | { readonly step: "stopping"; readonly tries: number }
  | { readonly step: "stopped" }
  | { readonly step: "refused"; readonly message: string };

const AGAIN_MS = 2000;

/** Has an automation stopped. To stop it twice does no harm, so that it is asked for until there is an answer. */
export function useStopping(uid: string): { readonly state: Stopping; readonly stop: () => void } {
  const [state, setState] = useState<Stopping>({ step: "asking" });
  const isStopping = state.step === "stopping";
  const tries = isStopping ? state.tries : 0;
  useEffect(() => {
    if (!isStopping) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const ask = async () => {
      try {
        await call(AUTOMATED_TRADING_ENDPOINTS.stopAutomation, { body: { uid }, signal });
        if (!signal.aborted) setState({ step: "stopped" });
      } catch (error) {
        if (signal.aborted) return;
        const failure = eventOfFailure(error);
        if (failure.type === "refused") setState({ step: "refused", message: failure.message });
        else setState({ step: "stopping", tries: tries + 1 });
      }
    };
    const timer = setTimeout(() => void ask(), tries === 0 ? 0 : AGAIN_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [isStopping, tries, uid]);
  return { state, stop: () => setState({ step: "stopping", tries: 0 }) };
}
