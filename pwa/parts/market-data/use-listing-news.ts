import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { LISTED_QUESTION, readKeptListed } from "./listed-assets.ts";

/** The row of the interface's configuration by which the server tells of another list. */
const LISTING_ROW = "listing";
/** What is told by the list, or of what is in it. */
const TOLD_BY_IT = [
  LISTED_QUESTION.queryKey,
  ["tickers"],
  ["pools"],
  ["prices"],
  ["held assets"],
  ["featured tokens"],
] as const;

/** Asks anew what is listed as soon as the operators have changed it. */
export function useListingNews(): void {
  const queries = useQueryClient();
  const told = useRow("ui_config", LISTING_ROW).row?.configValue ?? null;
  useEffect(() => {
    const known = queries.getQueryData(LISTED_QUESTION.queryKey) ?? readKeptListed();
    if (told === null || String(known?.version ?? 0) === told) return;
    for (const queryKey of TOLD_BY_IT) void queries.invalidateQueries({ queryKey });
  }, [told, queries]);
}
