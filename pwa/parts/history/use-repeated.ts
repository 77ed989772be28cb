import { useMemo } from "react";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import type { MovementRow } from "./movement.ts";

/** Tells whether a repeated payment made a movement, as far as their orders tell of it: the latest of each. */
export function useRepeated(): (row: Pick<MovementRow, "hash" | "type">) => boolean {
  const { rows } = useRows("durable_orders");
  return useMemo(() => {
    const paying = rows.filter(({ terms }) => terms.kind === "payment");
    const hashes = new Set(paying.flatMap(({ runs }) => runs.map(({ hash }) => hash)));
    // What its fee cost has a row of its own.
    return ({ hash, type }) => hash !== "" && (type === "send" || type === "create_account") && hashes.has(hash);
  }, [rows]);
}
