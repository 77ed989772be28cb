import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import type { MonitoringOutput } from "#schemas/monitoring.ts";
import { type Asked, useAsk } from "./ask.ts";
import { useMay } from "./may.ts";

/** How many issues are open, and whether anything looks for them; asked anew every `followMs`, or not by itself. Nothing for who may not know. */
export function useMonitoring(followMs: number | null = null): Asked<MonitoringOutput> {
  const isOn = useMay()(MONITORING_ENDPOINTS.monitoring);
  return useAsk(MONITORING_ENDPOINTS.monitoring, {}, { isOn, followMs });
}
