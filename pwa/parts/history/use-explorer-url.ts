import { useInterface } from "#pwa/parts/service/use-interface.ts";

/** Address of the explorer the operator chose; null where none is set. */
export function useExplorerUrl(): string | null {
  return useInterface().explorerUrl;
}
