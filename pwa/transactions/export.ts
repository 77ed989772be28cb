import { t } from "@lingui/core/macro";
import { guarded } from "#schemas/values/csv-guard.ts";
import { type EventFacts, eventFacts } from "#pwa/parts/history/event-words.ts";
import { movementOf, type MovementRow } from "#pwa/parts/history/movement.ts";
import { formatLongDate } from "#pwa/ui/format.ts";
import { startOfDay, type FilterContext } from "./filter.ts";
import type { EventOrder } from "#schemas/movement-events.ts";
import { eventInEnglish, orderInEnglish, plainNumber } from "./event-in-english.ts";

/** What a history can be saved as. */
export type ExportKind = "csv" | "json" | "pdf";

/** A file that is written row by row. */
export interface RowFile {
  /** Writes a row; a promise where the caller has to wait before the next. */
  add(row: MovementRow): Promise<void> | void;
}

/** A text file that is handed to the browser in parts, which need not keep them in memory. */
export interface TextFile extends RowFile {
  finish(): Blob;
}

const COLUMNS = [
  "timestamp",
  "type",
  "direction",
  "asset",
  "issuer",
  "amount",
  "fee",
  "from",
  "to",
  "counterparty",
  "memo",
  "status",
  "ledger",
  "hash",
  "event",
  "other_direction",
  "other_asset",
  "other_issuer",
  "other_amount",
  "market",
  "side",
  "price",
  "average_price",
  "rate",
  "path",
  "order",
  "operator_fee",
] as const;
type Cells = Record<(typeof COLUMNS)[number], string>;

/** CSV (RFC 4180): a header, a line for each event, CRLF line ends, times in UTC, amounts with all 7 places. */
export function openCsv(context: FilterContext): TextFile {
  const text = openText("text/csv");
  text.write(`${COLUMNS.join(",")}\r\n`);
  return {
    add(row) {
      const cells = cellsOf(row, context);
      text.write(`${COLUMNS.map((column) => csvCell(cells[column])).join(",")}\r\n`);
    },
    finish: () => text.finish(),
  };
}

/** A JSON list of the same facts, ledger as a number. What would turn the text around it is written as an escape. */
export function openJson(context: FilterContext): TextFile {
  const text = openText("application/json");
  let count = 0;
  return {
    add(row) {
      const fact = JSON.stringify({ ...cellsOf(row, context), ledger: row.ledger });
      text.write(`${count === 0 ? "[\n" : ",\n"}${fact.replaceAll(TURNING, escaped)}`);
      count += 1;
    },
    finish() {
      text.write(count === 0 ? "[]\n" : "\n]\n");
      return text.finish();
    },
  };
}

/** The name of a saved file: what it holds and the local day it was made. */
export function exportName(kind: ExportKind, now: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `astrolabe-${kind === "pdf" ? "statement" : "transactions"}-${day}.${kind}`;
}

/** The period of a statement in words; `oldest` and `nowMs` bound it where the filter does not. */
export function periodWords(
  filter: { readonly from: string; readonly to: string },
  oldest: string | null,
  nowMs: number,
): string {
  const from = filter.from === "" ? (oldest ?? new Date(nowMs).toISOString()) : startOfDay(filter.from);
  const to = filter.to === "" ? new Date(nowMs).toISOString() : startOfDay(filter.to);
  return t`${{ first: formatLongDate(Date.parse(from)) }} to ${{ last: formatLongDate(Date.parse(to)) }}`;
}

function cellsOf(row: MovementRow, context: FilterContext): Cells {
  const { direction, counterparty } = movementOf(row, context.ownAddress);
  return {
    timestamp: row.timestamp,
    type: row.type,
    direction: direction === "none" ? "" : direction,
    asset: row.assetCode,
    issuer: row.issuer,
    amount: row.amount,
    fee: row.fee,
    from: row.from,
    to: row.to,
    counterparty: counterparty === "" ? "" : (context.nameOf(counterparty) ?? row.partyName),
    memo: row.memo,
    status: row.status,
    ledger: String(row.ledger),
    hash: row.hash,
    event: eventInEnglish(row, context.ownAddress, context.nameOf),
    ...otherCells(row),
    ...factCells(eventFacts(row, context.ownAddress), row.event?.order),
    operator_fee: (row.event?.charged ?? []).map(({ amount, asset }) => `${amount} ${asset}`).join("; "),
  };
}

/** The other side of an exchange; nothing of any other event. */
function otherCells({ event }: MovementRow) {
  const other = event?.other;
  const [asset = "", issuer = ""] = other?.asset.split("-") ?? [];
  return {
    other_direction: other === undefined ? "" : other.isIncoming ? "in" : "out",
    other_asset: asset,
    other_issuer: issuer,
    other_amount: other?.amount ?? "",
  };
}

function factCells({ pair, side, price, average, rate, path }: EventFacts, order: EventOrder | undefined) {
  return {
    market: pair ?? "",
    side: side?.toLowerCase() ?? "",
    price: price ?? "",
    average_price: average ?? "",
    // As programs read it, whatever the language.
    rate: rate === null ? "" : `1 ${rate.given} = ${plainNumber(rate.price)} ${rate.got}`,
    path: path?.join(", ") ?? "",
    order: order === undefined ? "" : orderInEnglish(order),
  };
}

/** Marks that turn the direction of the text around them, or end a line where no line ends. */
const TURNING = /[\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g;

function escaped(mark: string): string {
  return `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** A cell as RFC 4180 has it. */
export function csvCell(text: string): string {
  // Written by strangers: a spreadsheet must not run it as a formula.
  const inert = guarded(text.replaceAll(TURNING, ""));
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

const PART_LENGTH = 256 * 1024;

function openText(type: string): { write(text: string): void; finish(): Blob } {
  const parts: Blob[] = [];
  let pending: string[] = [];
  let length = 0;
  return {
    write(text) {
      pending.push(text);
      length += text.length;
      if (length < PART_LENGTH) return;
      parts.push(new Blob(pending));
      pending = [];
      length = 0;
    },
    finish: () => new Blob([...parts, ...pending], { type: `${type};charset=utf-8` }),
  };
}
