import { eventually } from "#tests/support/app.ts";

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

/** Every transaction there ever was, failed ones too, oldest first. */
export async function allTransactions(networkUrl: string): Promise<LedgerTransaction[]> {
  const found: LedgerTransaction[] = [];
  let cursor = "";
  for (;;) {
    const records = await page(
      `${networkUrl}/transactions?include_failed=true&order=asc&limit=200${cursor && `&cursor=${cursor}`}`,
    );
    for (const record of records) {
      found.push({
        hash: String(record["hash"]),
        memo: typeof record["memo"] === "string" ? record["memo"] : "",
        isSuccessful: record["successful"] === true,
        feeAccount: String(record["fee_account"]),
        feeStroops: BigInt(String(record["fee_charged"])),
      });
    }
    const last = records.at(-1);
    if (!last || records.length < 200) return found;
    cursor = String(last["paging_token"]);
  }
}

/** Stroops of an account. */
export async function ledgerBalance(networkUrl: string, address: string): Promise<bigint> {
  const response = await fetch(`${networkUrl}/accounts/${address}`);
  const { balances } = Object(await response.json());
  if (!Array.isArray(balances)) throw new Error(`the ledger has no account ${address}`);
  const native = balances.find(({ asset_type }) => asset_type === "native");
  return BigInt(String(native.balance).replace(".", ""));
}
