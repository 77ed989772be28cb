import type { FastifyInstance } from "fastify";
import type { AutomationCheckOutput } from "#schemas/automation-calls.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { route } from "#server/platform/http/route.ts";
import { allRefusals, type Needs } from "#server/platform/submissions/spending.ts";
import { tradeOutput } from "#server/trading/index.ts";
import { neededOf, type ProofDeps, prove, senderOf, takeLookUp } from "#server/wallet/index.ts";
import type { AutomationDeps } from "./deps.ts";
import { goOn, planGoOn } from "./go-on.ts";
import { endAutomation } from "./pause.ts";
import { planStart, type StartPlan } from "./plan-start.ts";
import { runBackTest } from "./run-back-test.ts";
import { startAutomation } from "./start.ts";

/** Back-tests that one person runs in a while: each takes a thread for seconds. */
const TESTS = 30;
/** More than anybody stops by hand. */
const ENDINGS = 120;
const WINDOW_MS = 10 * 60_000;

/** Serves automations; they and their signals are read from the device's own rows. */
export function registerAutomationRoutes(
  app: FastifyInstance,
  deps: AutomationDeps & { readonly proofs: ProofDeps },
  kick: () => void,
): void {
  const { runtime, proofs } = deps;
  const tests = createAttemptLimit(runtime, "back-test", TESTS, WINDOW_MS);
  const endings = createAttemptLimit(runtime, "automation-end", ENDINGS, WINDOW_MS);

  route(app, ENDPOINTS.backTest, async ({ session: { userId }, input }) => {
    await tests.take(String(userId));
    return runBackTest(deps, userId, input);
  });
  route(app, ENDPOINTS.checkAutomation, async ({ session, input }) => {
    await takeLookUp(runtime, session.userId);
    const plan = await planStart(deps, session.userId, { ...input, isPaid: false });
    return { ...checkOutput(plan), ...(await neededOf(runtime, session, plan.verdict.needs)) };
  });
  route(app, ENDPOINTS.startAutomation, async ({ session, input }) => {
    const sender = senderOf(app, session);
    const trader = { ...sender, prove: (needs: Needs) => prove(proofs, sender, input, needs) };
    const { uid, status } = await startAutomation(deps, trader, input);
    kick();
    return { uid, status };
  });
  route(app, ENDPOINTS.checkGoOn, async ({ session, input }) => {
    await takeLookUp(runtime, session.userId);
    const plan = await planGoOn(deps, session.userId, input);
    return { ...checkOutput(plan), ...(await neededOf(runtime, session, plan.verdict.needs)) };
  });
  route(app, ENDPOINTS.goOn, async ({ session, input }) => {
    const sender = senderOf(app, session);
    const trader = { ...sender, prove: (needs: Needs) => prove(proofs, sender, input, needs) };
    const { uid, status } = await goOn(deps, trader, input);
    kick();
    return { uid, status };
  });
  for (const [endpoint, ended] of [
    [ENDPOINTS.pauseAutomation, "paused"],
    [ENDPOINTS.stopAutomation, "stopped"],
  ] as const)
    route(app, endpoint, async ({ session: { userId }, input: { uid } }) => {
      await endings.take(String(userId));
      const { status } = await endAutomation(runtime, { userId, uid }, ended);
      return { uid, status };
    });
}

function checkOutput(plan: StartPlan): Omit<AutomationCheckOutput, "needsPassword" | "needsSecondFactor"> {
  const { perTrade, verdict, refusals } = plan;
  return {
    ...tradeOutput(plan),
    perTrade,
    warnings: [],
    refusals: allRefusals(verdict, refusals).map(({ told }) => told),
  };
}
