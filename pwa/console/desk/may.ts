import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { call } from "#pwa/platform/api/call.ts";
import type { Endpoint } from "#schemas/endpoints.ts";
import { OWN_ROLES_ENDPOINTS } from "#schemas/endpoints/own-roles.ts";
import { mayDo, type Permission, type Role } from "#schemas/operators.ts";
import type { OwnRolesOutput } from "#schemas/own-roles.ts";
import type { Asked } from "./ask.ts";

const NOBODYS: readonly Role[] = [];
/** For so long what one may is not asked anew: every button asks here. */
const FRESH_MS = 30_000;

/** What whoever is signed in is as an operator. */
export function useOwnRoles(): Asked<OwnRolesOutput> {
  const { user } = useSession();
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: [OWN_ROLES_ENDPOINTS.ownRoles.path, user?.id ?? 0],
    queryFn: ({ signal }) => call(OWN_ROLES_ENDPOINTS.ownRoles, { signal }),
    enabled: user?.isAdmin === true,
    staleTime: FRESH_MS,
  });
  const again = useCallback(() => void refetch(), [refetch]);
  return { value: data ?? null, atMs: dataUpdatedAt, isAsking: isFetching, error, again };
}

/** Whether somebody of these roles may call an endpoint of operators, as far as the screens have to know it: the server decides. */
export function mayCall(roles: readonly Role[], { permission }: Endpoint): boolean {
  return permission !== undefined && mayDo(roles, permission);
}

/** {@link mayCall} of who is signed in. Whatever a person may not do is not shown: every tab and every button asks here. */
export function useMay(): (endpoint: Endpoint) => boolean {
  const roles = useOwnRoles().value?.roles ?? NOBODYS;
  return useCallback((endpoint: Endpoint) => mayCall(roles, endpoint), [roles]);
}

/** The same of what an act asks for besides its endpoint. */
export function useMayDo(): (permission: Permission) => boolean {
  const roles = useOwnRoles().value?.roles ?? NOBODYS;
  return useCallback((permission: Permission) => mayDo(roles, permission), [roles]);
}

/** The number of who is signed in: nobody decides about what is their own. */
export function useOwnId(): number {
  return useSession().user?.id ?? 0;
}
