import type { ContentOf, ProposalOutput } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import {
  type InterfaceSetting,
  type InterfaceSettings,
  leadsElsewhere,
  type SetInterfaceInput,
  settingText,
} from "#schemas/interface.ts";
import { type Act, type Approvals, noteAct } from "#server/approvals/index.ts";
import { PUBLIC_OWNER, putReplicated } from "#server/platform/db/replicated.ts";
import { sealConfig } from "#server/platform/seals/sealed-config.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { readInterface } from "./read-interface.ts";

/** Sets one thing of the screens, or proposes it. Throws as its endpoint says. */
export async function setInterface(
  { database }: Runtime,
  approvals: Approvals,
  operatorId: number,
  { setting, former, reason }: SetInterfaceInput,
): Promise<ProposalOutput | null> {
  const { settings } = await readInterface(database, null);
  if (!isSame(former, settings) || former.key !== setting.key) throw new AppError("interface-changed");
  return approvals.decide({ content: { kind: "set-interface", setting, former }, operatorId, reason });
}

/** What everybody is shown: one operator hides it, or takes an address away; two lead people to another one. */
export function interfaceAct(runtime: Runtime): Act<ContentOf<"set-interface">> {
  const { database, clock } = runtime;
  return {
    subject: ({ setting }) => `interface ${setting.key}`,
    about: () => Promise.resolve([]),
    says: ({ setting }) => `The interface's ${setting.key} becomes ${wordsOf(setting)}.`,
    whySecond: ({ setting, former }) =>
      Promise.resolve(leadsElsewhere(former, setting) ? "People follow this address as ours." : null),
    prepare: ({ setting, former }) =>
      Promise.resolve(async (session, by) => {
        const details = `${setting.key} from ${wordsOf(former)} to ${wordsOf(setting)}`;
        const change = { before: { [former.key]: former.value }, after: { [setting.key]: setting.value } };
        await noteAct(runtime, session, by, { action: "set-interface", userId: null, details, change });
        const { settings } = await readInterface(database, session);
        if (!isSame(former, settings)) throw new AppError("proposal-outdated");
        const { key } = setting;
        const row = { uid: key, configKey: key, configValue: settingText(setting) };
        const fields = {
          configKey: key,
          configValue: row.configValue,
          seal: sealConfig(database, row),
          configType: typeof setting.value === "object" && setting.value !== null ? "json" : "text",
          configCategory: "interface",
          description: null,
          lastUpdated: clock.now(),
        };
        await putReplicated(database, session, "ui_config", PUBLIC_OWNER, [{ uid: key, fields }]);
      }),
  };
}

function isSame(seen: InterfaceSetting, now: InterfaceSettings): boolean {
  return wordsOf(seen) === JSON.stringify(now[seen.key]);
}

function wordsOf({ value }: InterfaceSetting): string {
  return JSON.stringify(value);
}
