import { useEffect } from "react";
import { type Asked, useAsk, useAskAgain } from "#pwa/console/desk/ask.ts";
import { useLiveOverview } from "#pwa/console/desk/use-overview.ts";
import { SERVICE_CONSOLE_ENDPOINTS } from "#schemas/endpoints/service-console.ts";
import type { RewrapOutput, RewrapProgress, ServiceKeysOutput } from "#schemas/service-keys.ts";

/**
 * The keys as the server has them: asked for once, and anew when the socket tells that a change of the locks began or ended; how
 * far it is comes by the socket alone.
 */
export function useServiceKeys(): Asked<ServiceKeysOutput> {
  const asked = useAsk(SERVICE_CONSOLE_ENDPOINTS.serviceKeys, {});
  const live = useLiveOverview().picture?.rewrap ?? null;
  const askAgain = useAskAgain();
  const { value } = asked;
  const [told, shown] = [stageOf(live), stageOf(value?.rewrap ?? null)];
  const isAsked = value !== null;
  useEffect(() => {
    if (isAsked && told !== null && told !== shown) askAgain();
  }, [isAsked, told, shown, askAgain]);
  if (!value?.rewrap || live?.id !== value.rewrap.id) return asked;
  return { ...asked, value: { ...value, rewrap: withProgress(value.rewrap, live) } };
}

/** What was done goes up alone: of two that tell of it the one counts that knows of more. */
export function withProgress(rewrap: RewrapOutput, { done, total }: RewrapProgress): RewrapOutput {
  return done < rewrap.done ? rewrap : { ...rewrap, done, total };
}

/** Of one and the same stage there is nothing to ask. */
function stageOf(rewrap: Pick<RewrapProgress, "id" | "state"> | null): string | null {
  return rewrap && `${rewrap.id} ${rewrap.state}`;
}
