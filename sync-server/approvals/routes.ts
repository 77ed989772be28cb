import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { isSameFourEyes } from "#schemas/four-eyes.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Approvals } from "./approvals.ts";
import { fourEyesAct, readFourEyes } from "./four-eyes.ts";
import { listProposals } from "./list-proposals.ts";

/** Serves operators what waits for a second one of them, and what does. */
export function registerApprovalRoutes(app: FastifyInstance, runtime: Runtime, approvals: Approvals): void {
  approvals.define("set-four-eyes", fourEyesAct(runtime));

  route(app, ENDPOINTS.proposals, ({ query, session }) => listProposals(runtime, query, session.userId));
  route(app, ENDPOINTS.approveProposal, ({ session, params, input }) =>
    approvals.approve(params.id, { operatorId: session.userId, ...input }),
  );
  route(app, ENDPOINTS.rejectProposal, ({ session, params, input }) =>
    approvals.reject(params.id, session.userId, input.reason),
  );
  route(app, ENDPOINTS.withdrawProposal, ({ session, params, input }) =>
    approvals.withdraw(params.id, session.userId, input.reason),
  );

  route(app, ENDPOINTS.fourEyes, async () => ({ settings: await readFourEyes(runtime, null) }));
  route(app, ENDPOINTS.setFourEyes, async ({ session, input: { settings, former: shown, reason } }) => {
    const former = await readFourEyes(runtime, null);
    if (shown && !isSameFourEyes(shown, former)) throw new AppError("four-eyes-changed");
    const content = { kind: "set-four-eyes", settings, former } as const;
    const proposal = await approvals.decide({ content, operatorId: session.userId, reason });
    return proposal ? { proposal } : { settings };
  });
}
