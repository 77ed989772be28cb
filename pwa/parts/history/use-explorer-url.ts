import { useRows } from "#pwa/platform/db/use-rows.ts";

/** Address of the explorer the operator chose; null where none is set. */
export function useExplorerUrl(): string | null {
  const { rows } = useRows("ui_config");
  return rows.find((row) => row.configKey === "explorerUrl" && row.configValue !== "")?.configValue ?? null;
}
