import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import type { AutomationDocument } from "./store.ts";

/** Tells its owner what became of an automation, and why, in the transaction of it. */
export function tellAutomation(
  runtime: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  { id, userId, version }: Pick<AutomationDocument, "id" | "userId" | "version">,
  kind: "automation-paused" | "automation-stopped",
  reason: string,
): Promise<void> {
  return notify(runtime, session, { userId, kind, cause: `automation ${id} ${version}`, detail: reason });
}
