import { useQuery } from "@tanstack/react-query";
import { SERVICE_KEY } from "#pwa/parts/session/kept-keys.ts";
import { call } from "#pwa/platform/api/call.ts";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { SERVICE_ENDPOINTS } from "#schemas/endpoints/service.ts";
import { type InterfaceSettings, settingsIn } from "#schemas/interface.ts";
import { type Offer, ServiceOutput } from "#schemas/service.ts";

const FRESH_MS = 60_000;
/** The device's own: it says nothing of who uses it, and is known before anybody signs in. */
const KEPT = keptText(SERVICE_KEY, ServiceOutput, null);

/** Asks what there is here, and keeps it for when nobody answers. */
export async function askService(signal: AbortSignal): Promise<ServiceOutput> {
  const told = await call(SERVICE_ENDPOINTS.service, { signal });
  KEPT.keep(told);
  return told;
}

/** Whether the money here is real, and what is offered; as last heard, null where this device never was in touch. */
export function useService(): ServiceOutput | null {
  const { data } = useQuery({
    queryKey: [SERVICE_ENDPOINTS.service.path],
    queryFn: ({ signal }) => askService(signal),
    staleTime: FRESH_MS,
    // What the device kept is shown at once, and asked anew.
    initialData: () => KEPT.read() ?? undefined,
    initialDataUpdatedAt: 0,
  });
  return data ?? null;
}

const NONE: readonly Offer[] = [];

/** What is offered here beside the wallet, as far as this device was told. */
export function useOffers(): readonly Offer[] {
  return useService()?.offers ?? NONE;
}

const DEFAULTS = settingsIn([]);

/** What operators set of the screens, as far as this device was told. */
export function useToldInterface(): InterfaceSettings {
  return useService()?.interface ?? DEFAULTS;
}
