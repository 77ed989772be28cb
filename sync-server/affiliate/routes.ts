import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { Approvals } from "#server/approvals/index.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { pageOf } from "#server/platform/lists/list-search.ts";
import { dismissSignal, reverseReward } from "./decide.ts";
import { join, renameCode } from "./programs.ts";
import { readAffiliateDesk } from "./read-desk.ts";
import { payAffiliates, runAct } from "./runs.ts";
import { searchRewards } from "./search-rewards.ts";
import { setTerms, termsAct } from "./terms.ts";

const PAGE = 100;

/** Serves people their link, and operators the programme. `kick` says that payouts may be begun. */
export function registerAffiliateRoutes(
  app: FastifyInstance,
  runtime: Runtime,
  approvals: Approvals,
  kick: () => void,
): void {
  approvals.define("set-affiliate", termsAct(runtime));
  approvals.define("pay-affiliates", runAct(runtime));

  route(app, ENDPOINTS.joinAffiliate, ({ session }) => join(runtime, session.userId));
  route(app, ENDPOINTS.renameAffiliateCode, ({ session, input }) => renameCode(runtime, session.userId, input.code));

  route(app, ENDPOINTS.affiliateDesk, () => readAffiliateDesk(runtime));
  route(app, ENDPOINTS.affiliateRewards, async ({ query: { after, ...asked } }) => {
    const { rows, next } = await pageOf(searchRewards(runtime, asked), after, PAGE);
    return { rewards: [...rows], next };
  });
  route(app, ENDPOINTS.setAffiliateTerms, ({ session, input }) =>
    setTerms(runtime, approvals, { operatorId: session.userId, input }),
  );
  route(app, ENDPOINTS.payAffiliates, async ({ session, input }) => {
    const answer = await payAffiliates(runtime, approvals, { operatorId: session.userId, reason: input.reason });
    kick();
    return answer;
  });
  route(app, ENDPOINTS.dismissAffiliateSignal, ({ session, params, input }) =>
    dismissSignal(runtime, { operatorId: session.userId, id: params.id, reason: input.reason }),
  );
  route(app, ENDPOINTS.reverseAffiliateReward, ({ session, params, input }) =>
    reverseReward(runtime, { operatorId: session.userId, id: params.id, reason: input.reason }),
  );
}
