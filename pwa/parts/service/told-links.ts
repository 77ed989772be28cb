import type { InterfaceSettings } from "#schemas/interface.ts";
import { askService, keptService } from "./use-service.ts";

/** Where else this service is to be found, as the server says or last said; null where this device never was in touch. */
export async function toldLinks(signal: AbortSignal): Promise<InterfaceSettings["socialLinks"] | null> {
  const told = await askService(signal).catch(() => keptService());
  return told?.interface.socialLinks ?? null;
}
