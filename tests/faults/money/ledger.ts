import { eventually } from "#tests/support/app.ts";
import { stroopsOf } from "./amounts.ts";

const PAGE = 200;

/** A transaction as the network's Horizon tells it. */
export interface LedgerTransaction {
  readonly hash: string;
  readonly memo: string;
  readonly isSuccessful: boolean;
  readonly feeAccount: string;
  readonly feeStroops: bigint;
}

/** What Horizon answers to a page; read again while it does not answer. */
async function page(url: string): Promise<Record<string, unknown>[]> {
  return eventually(async () => {
    const response = await fetch(url).catch(() => null);
    if (!response?.ok) return null;
    const { records } = Object(Object(await response.json())["_embedded"]);
    return Array.isArray(records) ? records : null;
  }, 30_000);
}

/** All records of a list, oldest first. */
async function readAll(networkUrl: string, path: string, query = ""): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  let cursor = "";
  for (;;) {
    const records = await page(`${networkUrl}${path}?order=asc&limit=${PAGE}${query}${cursor && `&cursor=${cursor}`}`);
    found.push(...records);
    const last = records.at(-1);
    if (!last || records.length < PAGE) return found;
    cursor = encodeURIComponent(String(last["paging_token"]));
  }
}

/** Every transaction there ever was, failed ones too, oldest first. */
export async function allTransactions(networkUrl: string): Promise<LedgerTransaction[]> {
  return (await readAll(networkUrl, "/transactions", "&include_failed=true")).map(transactionOf);
}

/** A transaction by its hash; null where there is none, or no answer. */
export async function ledgerTransaction(networkUrl: string, hash: string): Promise<LedgerTransaction | null> {
  const response = await fetch(`${networkUrl}/transactions/${hash}`).catch(() => null);
  return response?.ok ? transactionOf(Object(await response.json())) : null;
}

function transactionOf(record: Record<string, unknown>): LedgerTransaction {
  return {
    hash: String(record["hash"]),
    memo: typeof record["memo"] === "string" ? record["memo"] : "",
    isSuccessful: record["successful"] === true,
    feeAccount: String(record["fee_account"]),
    feeStroops: BigInt(String(record["fee_charged"])),
  };
}

/** The newest ledger's number; null where there is no answer. */
export async function latestLedger(networkUrl: string): Promise<number | null> {
  const response = await fetch(`${networkUrl}/ledgers?order=desc&limit=1`).catch(() => null);
  if (!response?.ok) return null;
  const [newest] = Object(Object(await response.json())["_embedded"]).records;
  return Number(newest.sequence);
}

/** A claimable balance that a ledger gave to somebody. */
export interface LedgerClaim {
  readonly balanceId: string;
  readonly hash: string;
  readonly by: string;
}

/** Every claim that succeeded, oldest first. */
export async function allClaims(networkUrl: string): Promise<LedgerClaim[]> {
  return (await readAll(networkUrl, "/operations"))
    .filter(({ type }) => type === "claim_claimable_balance")
    .map((record) => ({
      balanceId: String(record["balance_id"]),
      hash: String(record["transaction_hash"]),
      by: String(record["source_account"]),
    }));
}

/** What one party of a trade gave and got, in stroops by asset code. */
export interface TradeParty {
  readonly address: string;
  readonly given: readonly [assetCode: string, stroops: bigint];
  readonly got: readonly [assetCode: string, stroops: bigint];
}

/** A trade of two accounts. */
export interface LedgerTrade {
  readonly parties: readonly TradeParty[];
}

/** Every trade that there was, oldest first. */
export async function allTrades(networkUrl: string): Promise<LedgerTrade[]> {
  return (await readAll(networkUrl, "/trades")).map((record) => {
    const side = (name: "base" | "counter"): readonly [string, bigint] => [
      record[`${name}_asset_type`] === "native" ? "XLM" : String(record[`${name}_asset_code`]),
      stroopsOf(record[`${name}_amount`]),
    ];
    const [base, counter] = [side("base"), side("counter")];
    return {
      parties: [
        { address: String(record["base_account"]), given: base, got: counter },
        { address: String(record["counter_account"]), given: counter, got: base },
      ],
    };
  });
}

const TRADING = new Set([
  "manage_sell_offer",
  "manage_buy_offer",
  "create_passive_sell_offer",
  "path_payment_strict_send",
  "path_payment_strict_receive",
]);

/** How many operations of trading each account carried out. */
export async function tradingOperations(networkUrl: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { type, source_account: by } of await readAll(networkUrl, "/operations"))
    if (TRADING.has(String(type))) counts.set(String(by), (counts.get(String(by)) ?? 0) + 1);
  return counts;
}

/** The open offers of an account: number and stroops. */
export async function offersOf(networkUrl: string, address: string): Promise<string[]> {
  const records = await readAll(networkUrl, `/accounts/${address}/offers`);
  return records.map(({ id, amount }) => `${String(id)} ${stroopsOf(amount)}`);
}

/** The ids of what an account may claim, now or ever. */
export async function claimableBy(networkUrl: string, address: string): Promise<string[]> {
  const records = await readAll(networkUrl, "/claimable_balances", `&claimant=${address}`);
  return records.map(({ id }) => String(id));
}

/** The last sequence number that an account used; null where there is no account, or no answer. */
export async function accountSequence(networkUrl: string, address: string): Promise<string | null> {
  const response = await fetch(`${networkUrl}/accounts/${address}`).catch(() => null);
  return response?.ok ? String(Object(await response.json())["sequence"]) : null;
}

/** Stroops that an account has, by asset code; an asset that it does not hold is not there. */
export async function ledgerBalances(networkUrl: string, address: string): Promise<ReadonlyMap<string, bigint>> {
  const response = await fetch(`${networkUrl}/accounts/${address}`);
  const { balances } = Object(await response.json());
  if (!Array.isArray(balances)) throw new Error(`the ledger has no account ${address}`);
  return new Map(
    balances.map(({ asset_type, asset_code, balance }) => [
      asset_type === "native" ? "XLM" : String(asset_code),
      stroopsOf(balance),
    ]),
  );
}
