import * as v from "valibot";
import { call } from "#pwa/platform/api/call.ts";
import { useAnswer } from "#pwa/parts/answers/use-answer.ts";
import { MULTISIG_ENDPOINTS } from "#schemas/endpoints/multisig.ts";

/** Of all answers that name the network, the one for which the server need not ask the network anything. */
const NAMED = {
  path: MULTISIG_ENDPOINTS.multisig.path,
  schema: v.object({ networkPassphrase: v.string() }),
  ask: (options: { readonly signal?: AbortSignal }): Promise<{ readonly networkPassphrase: string }> =>
    call(MULTISIG_ENDPOINTS.multisig, options),
};

/** What names the network that this service is on; null until the server has said so once on this device. */
export function useNetworkPassphrase(): string | null {
  return useAnswer<{ readonly networkPassphrase: string }>(NAMED).value?.networkPassphrase ?? null;
}
