import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { INTERFACE_KEYS, type InterfaceOutput } from "#schemas/interface.ts";
import type { Approvals } from "#server/approvals/index.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { readInterface } from "./read-interface.ts";
import { interfaceAct, setInterface } from "./set-interface.ts";

/** Serves operators what is set of everybody's screens, and lets them set it. */
export function registerInterfaceRoutes(app: FastifyInstance, runtime: Runtime, approvals: Approvals): void {
  approvals.define("set-interface", interfaceAct(runtime));
  const now = async (): Promise<InterfaceOutput> => {
    const { settings, set } = await readInterface(runtime.database, null);
    return { settings, defaults: INTERFACE_KEYS.filter((key) => !set.includes(key)) };
  };

  route(app, ENDPOINTS.interfaceSettings, now);
  route(app, ENDPOINTS.setInterface, async ({ session, input }) => {
    const proposal = await setInterface(runtime, approvals, session.userId, input);
    return proposal ? { proposal } : now();
  });
}
