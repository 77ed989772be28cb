import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { readDraft } from "#schemas/policy-trial.ts";
import type { Approvals } from "#server/approvals/index.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { approveAct, approveSubmission, findSubmission, refuseSubmission } from "./decide-submission.ts";
import { gatherEvidence } from "./gather-evidence.ts";
import { listSubmissions, listWaiting } from "./list-submissions.ts";
import type { Money } from "#server/platform/money/start-money.ts";
import { resolveAct, resolveSubmission } from "./resolve-submission.ts";
import { submissionOutput } from "./routes.ts";
import { tryPolicy } from "./try-policy.ts";

/** Serves operators the payments that wait for them. */
export function registerOperatorRoutes(
  app: FastifyInstance,
  runtime: Runtime,
  money: Money,
  approvals: Approvals,
): void {
  const deps = { runtime, network: money.network };
  approvals.define(
    "approve-submission",
    approveAct(runtime, () => money.kick()),
  );
  approvals.define("resolve-submission", resolveAct(deps));

  route(app, ENDPOINTS.submissionsToDecide, ({ query }) => listWaiting(runtime, query));

  route(app, ENDPOINTS.allSubmissions, ({ query }) => listSubmissions(runtime, query));

  route(app, ENDPOINTS.tryPolicy, ({ query }) => tryPolicy(runtime, readDraft(query.draft), query.before));

  route(app, ENDPOINTS.paymentEvidence, ({ params }) => gatherEvidence(deps, params.id));

  route(app, ENDPOINTS.approveSubmission, async ({ session, params, input }) => {
    const by = { operatorId: session.userId, ...input };
    const proposal = await approveSubmission(runtime, approvals, params.id, by);
    return proposal ? { proposal } : submissionOutput(await findSubmission(runtime, params.id));
  });

  route(app, ENDPOINTS.refuseSubmission, async ({ session, params, input }) =>
    submissionOutput(await refuseSubmission(runtime, params.id, { operatorId: session.userId, ...input })),
  );

  route(app, ENDPOINTS.resolveSubmission, async ({ session, params, input }) => {
    const proposal = await resolveSubmission(deps, approvals, params.id, session.userId, input);
    return proposal ? { proposal } : submissionOutput(await findSubmission(runtime, params.id));
  });
}
