import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { Approvals } from "#server/approvals/index.ts";
import { route } from "#server/platform/http/route.ts";
import type { TreasuryDeps } from "./deps.ts";
import { budgetAct, setBudget } from "./set-budget.ts";
import { moveHouseMoney, transferAct } from "./move-money.ts";
import { readHouseMovements } from "./read-movements.ts";
import { readTreasury } from "./read-treasury.ts";

/** Serves operators the house's accounts. `kick` says that a payment was begun. */
export function registerTreasuryRoutes(
  app: FastifyInstance,
  deps: TreasuryDeps,
  approvals: Approvals,
  kick: () => void,
): void {
  approvals.define("move-house-money", transferAct(deps, kick));
  approvals.define("set-house-budget", budgetAct(deps.runtime, kick));

  route(app, ENDPOINTS.treasury, () => readTreasury(deps));
  route(app, ENDPOINTS.houseMovements, ({ query }) => readHouseMovements(deps.runtime, query));
  route(app, ENDPOINTS.moveHouseMoney, ({ session, input }) => moveHouseMoney(deps, approvals, session.userId, input));
  route(app, ENDPOINTS.setHouseBudget, ({ session, input }) => setBudget(deps, approvals, session.userId, input));
}
