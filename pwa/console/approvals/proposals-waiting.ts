import { useAsk } from "#pwa/console/desk/ask.ts";
import type { WaitingProps } from "#pwa/console/desk/queue.ts";
import { APPROVALS_ENDPOINTS } from "#schemas/endpoints/approvals.ts";

/** The most that the server has on a page. */
export const PAGE = 100;

/** What was proposed and is not decided. */
export function ProposalsWaiting({ render }: WaitingProps) {
  const asked = useAsk(APPROVALS_ENDPOINTS.proposals, { query: { state: "waiting", before: undefined } });
  const proposals = asked.value?.proposals ?? [];
  const waiting = proposals.filter(({ state }) => state === "proposed");
  return render({ asked, waiting: waiting.map(({ proposedAt }) => proposedAt), hasMore: proposals.length >= PAGE });
}
