import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { parseAmount } from "#schemas/values/money.ts";
import { expect } from "./astrolabe.ts";
import { amount, codeIn, type Look, numbersIn } from "./books-numbers.ts";
import type { LedgerAct, LedgerTransaction } from "./ledger-history.ts";

/** The list of all that happened: a row for each event of the ledger, in its order, with its amounts and no number besides. */
export async function walkHistory(page: Page, look: Look): Promise<void> {
  await look("/transactions", async ({ history }) => {
    const rows = await page.getByRole("list", { name: "Transactions" }).getByRole("listitem").allInnerTexts();
    const told = rows.map(amountsIn);
    const events = history
      .flatMap(({ acts }) => acts)
      .filter(isTold)
      .toReversed();
    expect(told).toEqual(events.map(amountsOf));
    for (const [at, { lines, changes }] of events.entries())
      for (const key of [...lines, ...changes.keys()].filter(isAsset)) expect(rows[at]).toContain(codeIn(key));
  });
}

/** The saved table: each transaction of the ledger, and its amounts come to what that did and all of them to what there is. */
export async function walkSavedHistory(page: Page, look: Look): Promise<void> {
  await look("/transactions", async ({ history, ledger }) => {
    const table = await save(page);
    const own = history.filter(({ acts, fee }) => acts.some(isTold) || fee !== 0n);
    expect([...new Set(table.map(({ hash }) => hash))]).toEqual(own.map(({ hash }) => hash));
    for (const transaction of own) {
      const lines = table.filter(({ hash }) => hash === transaction.hash);
      expect(lines).toHaveLength(Math.max(1, transaction.acts.filter(isTold).length));
      for (const line of lines) {
        expect(line["ledger"]).toBe(String(transaction.ledger));
        expect(Date.parse(line["timestamp"] ?? "")).toBe(transaction.atMs);
      }
      expect(sumsOf(lines), transaction.hash).toEqual(changesOf([transaction]));
    }
    expect(sumsOf(table)).toEqual(ledger.balances);
    expect(changesOf(history)).toEqual(ledger.balances);
  });
}

type Line = Readonly<Record<string, string>>;

async function save(page: Page): Promise<readonly Line[]> {
  await page.getByRole("button", { name: "Export" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: /^CSV/ }).click();
  return parse<Record<string, string>>(await readFile(await (await saved).path()), { columns: true });
}

function isAsset(key: string): boolean {
  return !key.startsWith("pool ");
}

/** The line that a share of a pool needs is told by what goes into the pool. */
function isTold({ changes, offers, lines }: LedgerAct): boolean {
  return changes.size > 0 || offers.length > 0 || lines.some(isAsset);
}

function amountsOf({ changes, offers }: LedgerAct): readonly string[] {
  const moved = [...changes].flatMap(([key, change]) => (isAsset(key) ? [change < 0n ? -change : change] : []));
  const offered = offers.flatMap((offer) => (offer === null ? [] : [offer.amount, offer.price]));
  return [...new Set([...moved, ...offered].map(amount))].toSorted();
}

/** Without when it was, and without the digits of addresses and names. */
function amountsIn(row: string): readonly string[] {
  const lines = row.split("\n").filter((line) => !/^just now|ago$/.test(line));
  return [...new Set(numbersIn(lines.join(" ").replaceAll(/\S+\.\.\.\S+|@\S+/g, "")))].toSorted();
}

function sumsOf(lines: readonly Line[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  const add = (code = "", issuer = "", text = "", direction = ""): void => {
    const stroops = direction === "" ? 0n : parseAmount(text === "" ? "0" : text);
    addTo(sums, issuer === "" ? code : `${code}-${issuer}`, direction === "out" ? -stroops : stroops);
  };
  for (const line of lines) {
    add(line["asset"], line["issuer"], line["amount"], line["direction"]);
    add(line["other_asset"], line["other_issuer"], line["other_amount"], line["other_direction"]);
    add("XLM", "", line["fee"], "out");
  }
  return sums;
}

function changesOf(transactions: readonly LedgerTransaction[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { acts, fee } of transactions) {
    addTo(sums, "XLM", -fee);
    for (const { changes } of acts) for (const [key, change] of changes) if (isAsset(key)) addTo(sums, key, change);
  }
  return sums;
}

function addTo(sums: Map<string, bigint>, key: string, stroops: bigint): void {
  const sum = (sums.get(key) ?? 0n) + stroops;
  if (sum === 0n) sums.delete(key);
  else sums.set(key, sum);
}
