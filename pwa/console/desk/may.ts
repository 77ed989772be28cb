import { useCallback } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import type { Endpoint } from "#schemas/endpoints.ts";

/** Whether somebody may call an endpoint, as far as the screens have to know it: the server decides. */
export function mayCall(user: { readonly isAdmin: boolean } | null, { access }: Endpoint): boolean {
  if (access === "anyone") return true;
  if (user === null) return false;
  return access === "admin" || access === "operator" ? user.isAdmin : true;
}

/** {@link mayCall} of who is signed in. Whatever a person may not do is not shown: every tab and every button asks here. */
export function useMay(): (endpoint: Endpoint) => boolean {
  const { user } = useSession();
  return useCallback((endpoint: Endpoint) => mayCall(user, endpoint), [user]);
}

/** The number of who is signed in: nobody decides about what is their own. */
export function useOwnId(): number {
  return useSession().user?.id ?? 0;
}
