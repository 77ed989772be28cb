import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { TRADING_ENDPOINTS } from "#schemas/endpoints/trading.ts";
import type { OrderCheckOutput, OrderTerms } from "#schemas/trading.ts";

const PAUSE_MS = 600;
const FRESH_MS = 15_000;

/**
 * What the order in the form would cost, asked once nothing was typed for a moment. `isCurrent`: whether that is the answer for
 * these very terms.
 */
export function useOrderCheck(
  terms: OrderTerms | null,
  isOnline: boolean,
): { readonly check: OrderCheckOutput | null; readonly isCurrent: boolean } {
  const asked = terms === null ? "" : JSON.stringify(terms);
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(asked), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ["order check", settled],
    queryFn: ({ signal }) => {
      const body: OrderTerms = JSON.parse(settled);
      return call(TRADING_ENDPOINTS.checkOrder, { body, signal });
    },
    enabled: isOnline && settled !== "" && settled === asked,
    staleTime: FRESH_MS,
    // The review asks again whatever comes of this.
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (terms === null || data === undefined) return { check: null, isCurrent: false };
  return { check: data, isCurrent: settled === asked && !isPlaceholderData };
}
