import { useEffect } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { useVisible } from "#pwa/platform/device/visible.ts";
import { type Answer, useAnswer } from "#pwa/parts/answers/use-answer.ts";
import { DIAGNOSTICS_ENDPOINTS } from "#schemas/endpoints/diagnostics.ts";
import { NetworkStatsOutput } from "#schemas/network-stats.ts";
import { nextLookMs } from "./network-rules.ts";

const QUESTION = {
  path: DIAGNOSTICS_ENDPOINTS.networkStats.path,
  schema: NetworkStatsOutput,
  ask: (options: { readonly signal?: AbortSignal }) => call(DIAGNOSTICS_ENDPOINTS.networkStats, options),
} as const;

/** After a failure it is asked this often. */
const AGAIN_MS = 10_000;

/** The state of the network, asked at the pace of its ledgers while somebody looks and there is a connection. */
export function useNetworkStats(): Answer<NetworkStatsOutput> {
  const answer = useAnswer<NetworkStatsOutput>(QUESTION);
  const isOnline = useOnline();
  const isVisible = useVisible();
  const { value, hasFailed, refresh } = answer;
  useEffect(() => {
    if (!isOnline || !isVisible) return undefined;
    const timer = setInterval(refresh, hasFailed || value === null ? AGAIN_MS : nextLookMs(value));
    return () => clearInterval(timer);
  }, [isOnline, isVisible, value, hasFailed, refresh]);
  return answer;
}
