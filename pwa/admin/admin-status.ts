import { call } from "#pwa/platform/api/call.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { AUTH_ENDPOINTS } from "#schemas/endpoints/auth.ts";

/** Whether the caller is an admin; one who could not be asked about is none, and the failure's message says why. */
export type AdminStatus =
  | { readonly kind: "answered"; readonly isAdmin: boolean; readonly error: string | null }
  | { readonly kind: "failed"; readonly isAdmin: false; readonly error: string };

/** Never rejects. */
export async function readAdminStatus(signal: AbortSignal): Promise<AdminStatus> {
  try {
    const { isAdmin, error } = await call(AUTH_ENDPOINTS.adminStatus, { signal });
    return { kind: "answered", isAdmin, error: error ?? null };
  } catch (error) {
    if (!signal.aborted) logProblem("The admin status could not be read", error);
    return { kind: "failed", isAdmin: false, error: error instanceof Error ? error.message : String(error) };
  }
}
