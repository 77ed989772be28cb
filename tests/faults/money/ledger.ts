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
