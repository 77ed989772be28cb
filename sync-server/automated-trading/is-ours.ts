import type { Runtime } from "#server/platform/http/runtime.ts";
import { isRowSealed } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { AUTOMATION_KIND, type AutomationDocument } from "./store.ts";

/** Whether we wrote an automation as it is; operators are told of one that we did not. */
export async function isOurs(runtime: Runtime, automation: AutomationDocument): Promise<boolean> {
  if (isRowSealed(runtime.database, AUTOMATION_KIND, automation)) return true;
  const { id, userId } = automation;
  await tellForged(runtime, `automation ${id}`, { automationId: id, userId });
  return false;
}
