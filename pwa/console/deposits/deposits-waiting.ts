import { useAsk } from "#pwa/console/desk/ask.ts";
import type { WaitingProps } from "#pwa/console/desk/queue.ts";
import { DEPOSITS_ENDPOINTS } from "#schemas/endpoints/deposits.ts";

/** The most that the server has on a page. */
export const PAGE = 200;

/** Deposits that a person decides about: of the others the payment is under way. */
export function DepositsWaiting({ render }: WaitingProps) {
  const asked = useAsk(DEPOSITS_ENDPOINTS.depositQueue, { query: { after: undefined } });
  const deposits = asked.value?.deposits ?? [];
  const waiting = deposits.filter(({ status }) => status === "pending" || status === "failed");
  return render({ asked, waiting: waiting.map(({ createdAt }) => createdAt), hasMore: deposits.length >= PAGE });
}
