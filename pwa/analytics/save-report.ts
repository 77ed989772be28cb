import { shownDirection } from "#pwa/ui/direction.ts";
import { saveFile } from "#pwa/parts/files/save-file.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { assetOf, isClaimKey } from "#pwa/parts/journal/asset-words.ts";
import type { MonthFlow } from "./flows.ts";
import { pairWords } from "./gain-words.ts";
import type { AssetGain } from "./book.ts";
import type { Realised } from "./realised.ts";
import { disposalTable, type TaxRow, uncountedTable } from "./realised-table.ts";
import type { ValuePoint } from "./value-series.ts";

const RELEASE_MS = 10_000;
const PICTURE_PLACES = { width: 1200, padding: 48, titleAt: 64, lineAt: 104, curveAt: 140 } as const;

type Table = readonly (readonly string[])[];

/** Times in UTC and dollars with seven places; empty where the value is not known. */
export function valueTable(points: readonly ValuePoint[]): Table {
  return [
    ["time", "value_usd"],
    ...points.map(({ atMs, worth }) => [new Date(atMs).toISOString(), worth === null ? "" : formatAmount(worth)]),
  ];
}

/** One position a row; empty where it is not known what it has cost. */
export function gainTable(gains: readonly AssetGain[]): Table {
  return [
    [
      "asset",
      "issuer",
      "place",
      "held",
      "cost_usd",
      "value_usd",
      "bought_usd",
      "sold_usd",
      "realised_usd",
      "unrealised_usd",
      "counted_since",
    ],
    ...gains.map((one) => {
      const { value, gain } = one;
      const worth = value === null ? "" : formatAmount(value);
      if (gain === null) return [...positionCells(one), "", "", worth, "", "", "", "", ""];
      const { held, cost, bought, sold, realised, unrealised, sinceMs } = gain;
      // A share of a pool is no amount of one asset.
      const amount = one.pair === null ? formatAmount(held) : (one.shares ?? "0.0000000");
      const amounts = [bought, sold, realised, unrealised].map(formatAmount);
      const since = sinceMs === null ? "" : new Date(sinceMs).toISOString();
      return [...positionCells(one), amount, formatAmount(cost), worth, ...amounts, since];
    }),
  ];
}

/** What it is, its issuer where it has one, and where it is. */
function positionCells({ asset, pair }: AssetGain): readonly string[] {
  if (pair !== null) return [pairWords(pair), "", "pool"];
  const { assetCode, issuer } = assetOf(asset);
  return [assetCode, issuer, isClaimKey(asset) ? "set aside" : "wallet"];
}

export function monthTable(months: readonly MonthFlow[]): Table {
  return [
    ["month", "in_usd", "out_usd", "fees_usd", "movements_without_price"],
    ...months.map((month) => [
      month.month,
      formatAmount(month.in),
      formatAmount(month.out),
      formatAmount(month.fees),
      String(month.uncounted),
    ]),
  ];
}

/** Writes a table as CSV (RFC 4180). */
export async function toCsv(table: Table): Promise<string> {
  const { unparse } = (await import("papaparse")).default;
  return `${unparse(
    table.map((row) => [...row]),
    { newline: "\r\n" },
  )}\r\n`;
}

/** Offers a table as a CSV file; `day` is the local day it was made on, or what else its name ends with. */
export async function saveCsv(name: string, day: string, table: Table): Promise<void> {
  saveFile(`astrolabe-${name}-${day}.csv`, "text/csv", await toCsv(table));
}

/** Offers the disposals of a year, or what is in no sum of it, each with its transaction as the device has it. */
export async function saveRealised(
  kind: "disposals" | "not-counted",
  realised: Realised,
  rowsOf: (uids: readonly string[]) => Promise<ReadonlyMap<string, TaxRow>>,
): Promise<void> {
  const { disposals, uncounted, method, year } = realised;
  const isCounted = kind === "disposals";
  const rows = await rowsOf([...new Set((isCounted ? disposals : uncounted).map(({ uid }) => uid))]);
  const table = (isCounted ? disposalTable : uncountedTable)(realised, (uid) => rows.get(uid));
  await saveCsv(isCounted ? `realised-gains-${method}` : "realised-gains-not-counted", String(year), table);
}

/** Offers a curve as a PNG file, under a title and a line of text. */
export async function savePicture(name: string, curve: HTMLCanvasElement, title: string, line: string): Promise<void> {
  const canvas = drawPicture(curve, title, line);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("This browser could not make the picture.");
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser may read the address after the click returns.
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS);
}

function drawPicture(curve: HTMLCanvasElement, title: string, line: string): HTMLCanvasElement {
  const { width, padding, titleAt, lineAt, curveAt } = PICTURE_PLACES;
  const curveWidth = width - 2 * padding;
  const curveHeight = Math.round((curve.height / Math.max(1, curve.width)) * curveWidth);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = curveAt + curveHeight + padding;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("This browser could not make the picture.");
  const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name);
  pen.fillStyle = token("--surface");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = token("--ink");
  pen.font = "600 32px 'Inter Variable', sans-serif";
  // A canvas that is in no page takes no direction from it.
  const direction = shownDirection();
  pen.direction = direction;
  pen.textAlign = "start";
  const startAt = direction === "rtl" ? width - padding : padding;
  pen.fillText(title, startAt, titleAt, curveWidth);
  pen.fillStyle = token("--ink-2");
  pen.font = "22px 'Inter Variable', sans-serif";
  pen.fillText(line, startAt, lineAt, curveWidth);
  pen.drawImage(curve, padding, curveAt, curveWidth, curveHeight);
  return canvas;
}
