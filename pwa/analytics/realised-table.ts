import { guarded } from "#schemas/values/csv-guard.ts";
import type { MovementRow } from "#pwa/parts/history/movement.ts";
import { assetOf } from "#pwa/parts/journal/asset-words.ts";
import type { Entry } from "#pwa/parts/journal/entries.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { pairWords } from "./gain-words.ts";
import { type Acquired, METHODS } from "./lots.ts";
import { type Disposal, type Realised, UNCOUNTED, type Uncounted } from "./realised.ts";

type Table = readonly (readonly string[])[];
/** What the file tells of the row of the history that something was read from. */
export type TaxRow = Pick<MovementRow, "type" | "hash">;

const DAY_MS = 86_400_000;

const COLUMNS = [
  "date",
  "what",
  "asset",
  "issuer",
  "amount",
  "proceeds",
  "cost_basis",
  "gain",
  "acquired",
  "holding_days",
  "method",
  "currency",
  "transaction",
  "price_source",
] as const;

/** One disposal a row, the oldest first, and their sums at the end. Times are in UTC, dollars have seven places. */
export function disposalTable(realised: Realised, rowOf: (uid: string) => TaxRow | undefined): Table {
  const { disposals, totals, method } = realised;
  const sums = [totals.proceeds, totals.cost, totals.gain].map(formatAmount);
  return [
    COLUMNS,
    ...disposals.map((one) => {
      const row = rowOf(one.uid);
      const worths = [one.proceeds, one.cost, one.gain].map(formatAmount);
      const when = [acquiredWords(one.acquired), holdingDays(one)];
      const rest = [METHODS[method], "USD", row?.hash ?? "", sourceOf(one.kind)];
      return [...whatCells(one, row, realised), amountOf(one.asset, one.amount, realised), ...worths, ...when, ...rest];
    }),
    [`total ${realised.year}`, "", "", "", "", ...sums, "", "", METHODS[method], "USD", "", ""],
  ];
}

/** Movements that are in no sum and why: no worth stands in it, since none is known. `change` is below zero for what went. */
export function uncountedTable(realised: Realised, rowOf: (uid: string) => TaxRow | undefined): Table {
  return [
    ["date", "what", "asset", "issuer", "change", "why", "transaction"],
    ...realised.uncounted.map((one) => {
      const row = rowOf(one.uid);
      const change = amountOf(one.asset, one.change, realised);
      return [...whatCells(one, row, realised), change, UNCOUNTED[one.why], row?.hash ?? ""];
    }),
  ];
}

function whatCells(one: Disposal | Uncounted, row: TaxRow | undefined, { pairs }: Realised): readonly string[] {
  const pair = pairs.get(one.asset);
  const { assetCode, issuer } = assetOf(one.asset);
  const named = pair === undefined ? [assetCode, issuer] : [`share of ${pairWords(pair)}`, ""];
  const isIncoming = "change" in one && one.change > 0n;
  return [new Date(one.atMs).toISOString(), whatWords(one.kind, row?.type, isIncoming), ...named.map(guarded)];
}

/** A share of a pool is no amount of one asset. */
function amountOf(asset: string, amount: bigint, { pairs }: Realised): string {
  return pairs.has(asset) ? "" : formatAmount(amount);
}

function whatWords(kind: Entry["kind"], type: MovementRow["type"] | undefined, isIncoming: boolean): string {
  if (kind === "fee") return type === "operator_fee" ? "service fee" : "network fee";
  if (kind === "unclear") return "unclear";
  switch (type) {
    case "trade":
      return isIncoming ? "bought" : "sold";
    case "swap":
      return "swapped";
    case "pool_deposit":
      return "put into a pool";
    case "pool_withdraw":
      return "taken out of a pool";
    case "claimable":
      return "set aside for somebody";
    case "merge":
      return isIncoming ? "received" : "closed into another account";
    default:
      return isIncoming ? "received" : "paid";
  }
}

function sourceOf(kind: Entry["kind"]): string {
  if (kind === "fee") return "a fee brings nothing";
  return kind === "traded" ? "what the exchange paid" : "market price of the time";
}

function acquiredWords({ firstMs, lastMs }: Acquired): string {
  if (firstMs === null || lastMs === null) return "not known";
  return firstMs === lastMs ? new Date(firstMs).toISOString() : "various";
}

/** Whole days; the fewest and the most where it was acquired at various times. */
function holdingDays({ atMs, acquired: { firstMs, lastMs } }: Disposal): string {
  if (firstMs === null || lastMs === null) return "";
  const [most, least] = [firstMs, lastMs].map((sinceMs) => Math.floor((atMs - sinceMs) / DAY_MS));
  return most === least ? String(most) : `${least} to ${most}`;
}
