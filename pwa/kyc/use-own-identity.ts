import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { KYC_ENDPOINTS } from "#schemas/endpoints/kyc.ts";
import type { OwnIdentityOutput } from "#schemas/identity.ts";

const KEY = [KYC_ENDPOINTS.ownIdentity.path];
const UNANSWERED_EVERY_MS = 5000;
/** Whatever became of the socket, a picture from the phone is seen. */
const HANDED_OVER_EVERY_MS = 10_000;

export interface OwnIdentity {
  /** Null before the server has said. This device keeps none of it. */
  readonly own: OwnIdentityOutput | null;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly put: (own: OwnIdentityOutput) => void;
  readonly refresh: () => void;
}

/** One's own identity check, as the server has it at every moment. */
export function useOwnIdentity(): OwnIdentity {
  const queries = useQueryClient();
  const isOnline = useOnline();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(KYC_ENDPOINTS.ownIdentity, { signal }),
    gcTime: 0,
    refetchInterval: ({ state }) => {
      if (state.error !== null) return UNANSWERED_EVERY_MS;
      return state.data?.handOver == null ? false : HANDED_OVER_EVERY_MS;
    },
  });
  const refresh = useCallback(() => void refetch(), [refetch]);
  useEffect(() => {
    if (isOnline) refresh();
  }, [isOnline, refresh]);
  useEffect(() => followChanges(refresh), [refresh]);
  const status = data?.status;
  useEffect(() => {
    // What the home screen says of it.
    void queries.invalidateQueries({ queryKey: ["kyc status"] });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another status is why.
  }, [status, queries]);
  const put = useCallback((own: OwnIdentityOutput) => queries.setQueryData(KEY, own), [queries]);
  return { own: data ?? null, isLoading: isPending && !isError, hasFailed: isError, put, refresh };
}

function followChanges(onChange: () => void): () => void {
  const life: { isOver: boolean; close: (() => void) | null } = { isOver: false, close: null };
  const open = async () => {
    const { openIdentityLink } = await import("#pwa/platform/sync/identity-link.ts");
    if (!life.isOver) life.close = openIdentityLink(onChange);
  };
  open().catch((error: unknown) => logProblem("Changes of the identity check cannot be followed", error));
  return () => {
    life.isOver = true;
    life.close?.();
  };
}
