import type { Check } from "#server/platform/checks/check.ts";
import { failed, passed } from "#server/platform/checks/results.ts";
import { messageCollection } from "./messages.ts";

/** What is tried again is due later each time: whatever was due so long ago nobody has tried. */
const LATE_MS = 10 * 60_000;

/** Looks whether somebody hands on what is due. */
export function deliveriesCheck(): Check {
  return {
    id: "deliveries-late",
    version: 1,
    type: "notifications",
    severity: "error",
    intervalMs: 60_000,
    timeLimitMs: 10_000,
    failures: 2,
    passes: 1,
    dependsOn: ["database", "mails", "pushes"],
    title: "check.deliveries-late",
    means: "check.deliveries-late.means",
    steps: [{ says: "check.step.read-log" }, { says: "check.step.restart" }],
    run: async ({ runtime }) => {
      const [oldest] = await messageCollection(runtime)
        .find({}, { sort: { dueAt: 1 }, limit: 1, projection: { _id: 0, dueAt: 1 } })
        .toArray();
      const lateMs = oldest ? runtime.clock.now().getTime() - oldest.dueAt.getTime() : 0;
      if (!oldest || lateMs < LATE_MS) return [passed()];
      return [failed("check.deliveries-late.late", { from: oldest.dueAt.getTime() })];
    },
  };
}
