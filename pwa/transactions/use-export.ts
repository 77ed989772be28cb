import { useCallback, useEffect, useRef, useState } from "react";
import { saveBlob } from "#pwa/parts/files/save-file.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { historyIn } from "#pwa/parts/history/database-history.ts";
import { exportName, type ExportKind } from "./export.ts";
import { exportHistory, type ExportOrder } from "./export-history.ts";

export type ExportState =
  | { readonly kind: "idle" }
  | { readonly kind: "writing"; readonly what: ExportKind; readonly percent: number }
  | { readonly kind: "saved"; readonly name: string }
  | { readonly kind: "failed" };

const IDLE: ExportState = { kind: "idle" };

export interface HistoryExport {
  readonly state: ExportState;
  readonly start: (order: Omit<ExportOrder, "nowMs">) => void;
  /** Ends what is under way, without a file. */
  readonly cancel: () => void;
}

/** Saves the history as a file, one at a time. */
export function useExport(): HistoryExport {
  const database = useUserDatabase();
  const [state, setState] = useState<ExportState>(IDLE);
  const writing = useRef<AbortController | null>(null);
  const cancel = useCallback(() => {
    writing.current?.abort();
    writing.current = null;
    setState(IDLE);
  }, []);
  useEffect(() => () => writing.current?.abort(), []);

  const start = useCallback(
    (order: Omit<ExportOrder, "nowMs">) => {
      if (database === null || writing.current !== null) return;
      const controller = new AbortController();
      writing.current = controller;
      const show = (next: ExportState) => {
        if (writing.current === controller) setState(next);
      };
      const source = historyIn(database);
      const what = order.kind;
      const now = nowMs();
      show({ kind: "writing", what, percent: 0 });
      async function write() {
        try {
          const told = ({ read, total }: { readonly read: number; readonly total: number }) =>
            show({ kind: "writing", what, percent: Math.min(100, Math.floor((100 * read) / Math.max(1, total))) });
          const file = await exportHistory(source, { ...order, nowMs: now }, told, controller.signal);
          if (file === null || controller.signal.aborted) return;
          const name = exportName(what, new Date(now));
          saveBlob(name, file);
          show({ kind: "saved", name });
        } catch (error) {
          logProblem("The history could not be exported", error);
          show({ kind: "failed" });
        } finally {
          if (writing.current === controller) writing.current = null;
        }
      }
      void write();
    },
    [database],
  );
  return { state, start, cancel };
}
