import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import type { MonitoringOutput } from "#schemas/monitoring.ts";
import { useAsk } from "./ask.ts";
import { useMay } from "./may.ts";

/** The endpoint is one of those that keep no session awake. */
const FOLLOW_MS = 30_000;

/** How many issues are open, and whether anything looks for them; null before the server said so, and for who may not know. */
export function useMonitoring(): MonitoringOutput | null {
  const isOn = useMay()(MONITORING_ENDPOINTS.monitoring);
  return useAsk(MONITORING_ENDPOINTS.monitoring, {}, { isOn, followMs: FOLLOW_MS }).value;
}
