import { t } from "@lingui/core/macro";
import { nextTask } from "#pwa/platform/device/next-task.ts";
import type { HistorySource } from "#pwa/parts/history/history.ts";
import { assetKeyOf, isLeg } from "#pwa/parts/history/movement.ts";
import { TYPE_NAMES } from "#pwa/parts/history/movement-words.ts";
import { walkHistory } from "#pwa/parts/history/walk-history.ts";
import { formatLongDate } from "#pwa/ui/format.ts";
import type { ExportKind, RowFile } from "./export.ts";
import { openCsv, openJson, periodWords } from "./export.ts";
import { isFiltering, makeMatcher, type FilterContext, type TransactionFilter } from "./filter.ts";
import { type HeldAsset, openTallies } from "./tallies.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

export interface ExportOrder {
  readonly kind: ExportKind;
  readonly filter: TransactionFilter;
  readonly context: FilterContext;
  /** Whose statement it is. */
  readonly name: string;
  readonly held: readonly HeldAsset[];
  /** Whether the money is that of a test network. */
  readonly isPretend: boolean;
  readonly nowMs: number;
}

export interface ExportProgress {
  readonly read: number;
  readonly total: number;
}

/**
 * Writes the filtered history as a file, the oldest row first. Only a window of it is in memory at a time. Answers null where
 * `signal` was aborted.
 */
export async function exportHistory(
  source: Pick<HistorySource, "rowsBetween" | "count" | "oldest">,
  order: ExportOrder,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<Blob | null> {
  const { filter, context } = order;
  const { total, batches } = await walkHistory(source, order.nowMs);
  const matches = makeMatcher(filter, context);
  const file = await openFile(order, await source.oldest());
  let read = 0;
  for await (const batch of batches) {
    if (signal.aborted) return null;
    for (const row of batch) {
      const isShown = matches(row);
      // A sum of an asset has its own rows alone, and what the house takes is a row of its own as well.
      file.see(row, isShown && (filter.asset === "" || filter.asset === assetKeyOf(row)));
      const writing = isShown && !isLeg(row) ? file.add(row) : undefined;
      // Rows are written in one go, unless a page has to be written out.
      if (writing) await writing;
    }
    read += batch.length;
    onProgress({ read, total });
    await nextTask();
  }
  return signal.aborted ? null : file.finish();
}

interface OrderedFile extends RowFile {
  /** Every row of the history passes here, shown or not. */
  see(row: Parameters<RowFile["add"]>[0], isShown: boolean): void;
  finish(): Promise<Blob> | Blob;
}

async function openFile(order: ExportOrder, oldest: string | null): Promise<OrderedFile> {
  const { kind, context } = order;
  if (kind === "csv") return { ...openCsv(context), see: () => undefined };
  if (kind === "json") return { ...openJson(context), see: () => undefined };
  // What draws pages is read only when a statement is wanted.
  const [{ openStatement }, { drawText }] = await Promise.all([
    import("./statement.ts"),
    import("#pwa/parts/pdf/draw-text.ts"),
  ]);
  const tallies = openTallies(order.filter, context.ownAddress, order.held);
  const statement = openStatement(
    {
      name: order.name,
      address: context.ownAddress ?? "",
      period: periodWords(order.filter, oldest, order.nowMs),
      narrowing: narrowingWords(order.filter),
      madeAt: formatLongDate(order.nowMs, { withTime: true }),
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      isPretend: order.isPretend,
    },
    context,
    drawText,
  );
  return {
    see: (row, isShown) => tallies.add(row, isShown),
    add: (row) => statement.add(row),
    finish: () => statement.finish(tallies.read()),
  };
}

/** What the rows are narrowed to besides the period, in words. */
export function narrowingWords(filter: TransactionFilter): string[] {
  if (!isFiltering(filter)) return [];
  const { type, asset } = filter;
  const [who, text] = [inSentence(filter.who.trim()), inSentence(filter.text.trim())];
  return [
    ...(type === "" ? [] : [t`Type: ${{ type: TYPE_NAMES[type] }}`]),
    ...(asset === "" ? [] : [t`Asset: ${asset}`]),
    ...(who === "" ? [] : [t`Name or address with: ${who}`]),
    ...(text === "" ? [] : [t`Memo or hash with: ${text}`]),
  ];
}
