import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { ASSETS_ENDPOINTS } from "#schemas/endpoints/assets.ts";
import { KYC_STATUS_ENDPOINTS } from "#schemas/endpoints/kyc-status.ts";
import type { FeaturedTokensOutput } from "#schemas/featured-tokens.ts";
import type { KycStatusOutput } from "#schemas/kyc.ts";
import { keep, readKept } from "./kept.ts";

const FRESH_MS = 10 * 60_000;

/** What the operator puts forward, as told lately or as this device was last told; null before that. */
export function useFeatured(userId: number): FeaturedTokensOutput | null {
  const { data } = useQuery({
    queryKey: ["featured tokens", userId],
    queryFn: async ({ signal }) => {
      const answer = await call(ASSETS_ENDPOINTS.featuredTokens, { signal });
      keep("featured", userId, answer);
      return answer;
    },
    staleTime: FRESH_MS,
    refetchOnReconnect: true,
  });
  return useMemo(() => data ?? readKept("featured", userId), [data, userId]);
}

/** How far one's own identity check is, likewise. */
export function useKycStatus(userId: number): KycStatusOutput | null {
  const { data } = useQuery({
    queryKey: ["kyc status", userId],
    queryFn: async ({ signal }) => {
      const answer = await call(KYC_STATUS_ENDPOINTS.kycStatus, { signal });
      keep("kyc", userId, answer);
      return answer;
    },
    staleTime: FRESH_MS,
    refetchOnReconnect: true,
  });
  return useMemo(() => data ?? readKept("kyc", userId), [data, userId]);
}
