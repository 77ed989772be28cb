import { useMemo } from "react";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { type InterfaceSettings, settingsIn } from "#schemas/interface.ts";
import type { Feature } from "#schemas/interface-defaults.ts";
import { useToldInterface } from "./use-service.ts";

/** What operators set of the screens, at once whenever they set it; before this device's own rows are read, as the server last told. */
export function useInterface(): InterfaceSettings {
  const told = useToldInterface();
  const { rows, isLoading } = useRows("ui_config");
  return useMemo(() => (isLoading ? told : settingsIn(rows)), [isLoading, rows, told]);
}

/** What is not shown here. */
export function useHiddenFeatures(): readonly Feature[] {
  return useInterface().hiddenFeatures;
}
