import * as v from "valibot";
import { type NarrowedGoing, useNarrowedPlace } from "#pwa/console/desk/narrowed-place.ts";
import { ListPlace } from "#pwa/console/desk/place.ts";
import { Severity } from "#schemas/monitoring.ts";

/** The parts of monitoring, in the order in which they stand; the first is where no other is named. */
export const MONITORING_PARTS = ["issues", "tasks", "checks", "windows", "notices"] as const;
export type MonitoringPart = (typeof MONITORING_PARTS)[number];

const MonitoringPlace = v.object({
  ...ListPlace.entries,
  part: v.fallback(v.optional(v.picklist(MONITORING_PARTS)), undefined),
  severity: v.fallback(v.optional(Severity), undefined),
});
export type MonitoringPlace = v.InferOutput<typeof MonitoringPlace>;

export function readMonitoringPlace(search: unknown): MonitoringPlace {
  return v.parse(v.fallback(MonitoringPlace, {}), search);
}

const NARROWED_BY = { read: readMonitoringPlace, askedBy: ["severity"] } as const;

/** Where one is in monitoring, as the page's address has it. */
export function useMonitoringPlace(): NarrowedGoing<MonitoringPlace> {
  return useNarrowedPlace<MonitoringPlace>(NARROWED_BY);
}
