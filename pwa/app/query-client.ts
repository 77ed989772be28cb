import { QueryClient } from "@tanstack/react-query";
import { type On401, requestJson } from "#pwa/platform/api/request.ts";

/**
 * A GET on the path that is the first element of a query's key, read as JSON.
 * Throws HttpError, save for a 401 where `on401` asks for null.
 */
export function fetchByKey(on401: On401 = "throw") {
  return ({ queryKey, signal }: { readonly queryKey: readonly unknown[]; readonly signal: AbortSignal }) =>
    requestJson(String(queryKey[0]), { signal }, on401);
}

/** Queries are asked once and never grow stale; nothing is retried, polled or asked again on focus. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: fetchByKey(),
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Offline a query shall fail at once, not wait for a network that may be days away.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
