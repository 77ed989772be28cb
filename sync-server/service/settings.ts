import type { FastifyInstance } from "fastify";
import * as v from "valibot";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { FourEyesSettings } from "#schemas/four-eyes.ts";
import { INTERFACE_DEFAULTS } from "#schemas/interface-defaults.ts";
import { OperatorPolicy } from "#schemas/security.ts";
import type { ServiceSetting } from "#schemas/service-settings.ts";
import { readFourEyes } from "#server/approvals/index.ts";
import { readDepositSettings } from "#server/deposits/index.ts";
import { readInterface } from "#server/interface/index.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { readOperatorPolicy } from "#server/security/index.ts";

/** Tells operators what the service is set to, and where each setting comes from; `environment` is what it was started with. */
export function registerServiceSettings(
  app: FastifyInstance,
  runtime: Runtime,
  environment: readonly ServiceSetting[],
): void {
  route(app, ENDPOINTS.serviceSettings, async () => ({
    settings: [...(await storedSettings(runtime)), ...environment],
  }));
}

/** What operators set, with what holds where they never did. */
async function storedSettings(runtime: Runtime): Promise<ServiceSetting[]> {
  const { database } = runtime;
  const [policy, fourEyes, deposits, shown] = await Promise.all([
    readOperatorPolicy(database),
    readFourEyes(runtime, null),
    readDepositSettings(runtime, null),
    readInterface(database, null),
  ]);
  return [
    ...compared("policy", policy, v.parse(OperatorPolicy, {})),
    ...compared("deposits", deposits ?? { settings: null }, { settings: null }),
    ...compared("four-eyes", fourEyes, v.parse(FourEyesSettings, {})),
    ...compared("features", shown.settings, INTERFACE_DEFAULTS),
  ];
}

function compared(part: string, settings: object, defaults: object): ServiceSetting[] {
  const usual = new Map(Object.entries(defaults).map(([field, value]) => [field, textOf(value)]));
  return Object.entries(settings).map(([field, stored]) => {
    const value = textOf(stored);
    const isDefault = usual.has(field) && usual.get(field) === value;
    return {
      name: `${part}.${field}`,
      source: isDefault ? "default" : "database",
      isSecret: false,
      isSet: value !== null,
      value,
    };
  });
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
