import { xdr } from "@stellar/stellar-sdk";
import type { LedgerEntryWire } from "@stellar/stellar-sdk/xdr";
import { accountKey, assetId, dataKey } from "#server/embedded/stellar/ledger/keys.ts";
import { bytesIn } from "#server/embedded/stellar/sql.ts";
import { signerId } from "#server/embedded/stellar/store.ts";
import { accountResource } from "./account-resource.ts";
import type { HorizonContext } from "./context.ts";
import type { ListRecord, PageQuery } from "./paging.ts";
import { badRequest, notFound } from "./problem.ts";
import { address, base64, parseAsset, parseSigner, publicKey } from "./text.ts";
import { isAddress } from "./transaction-resource.ts";

export function oneAccount(id: string, context: HorizonContext): object {
  if (!isAddress(id))
    throw badRequest("account_id", "Account ID must start with `G` and contain 56 alphanum characters");
  const entry = context.network.chain.state.peek(accountKey(publicKey(id)));
  if (!entry) throw notFound();
  return accountResource(entry, ownedBy(entry, context), context);
}

export function accountData(id: string, name: string, context: HorizonContext): object {
  if (!isAddress(id))
    throw badRequest("account_id", "Account ID must start with `G` and contain 56 alphanum characters");
  const entry = context.network.chain.state.peek(dataKey(publicKey(id), Buffer.from(name)));
  if (entry?.data.type !== 3) throw notFound();
  return { value: base64(entry.data.data.dataValue) };
}

/** Accounts that a key may sign for, that hold an asset, or that someone sponsors. */
export function listAccounts(page: PageQuery, query: URLSearchParams, context: HorizonContext): ListRecord[] {
  const [signer, asset, sponsor] = [query.get("signer"), query.get("asset"), query.get("sponsor")];
  const pool = query.get("liquidity_pool");
  const given = [signer, asset, sponsor, pool].filter((value) => value !== null);
  if (given.length !== 1)
    throw badRequest(
      "signer",
      "Exactly one filter is required. Please ensure that you are including a signer, an asset, a sponsor, or a liquidity pool.",
    );
  const { store, state } = context.network.chain;
  const [sql, ...values] = accountsQuery(signer, asset, sponsor, pool);
  const owners = store
    .sql(sql)
    .all(...values)
    .map((row) => ({ type: 0, ed25519: bytesIn(row["owner"]) }) as const);
  return owners
    .map((owner) => address(owner))
    .toSorted()
    .filter((id) => page.cursor === "" || (page.order === "asc" ? id > page.cursor : id < page.cursor))
    .toSorted((left, right) => (left < right ? -1 : 1) * (page.order === "asc" ? 1 : -1))
    .slice(0, page.limit)
    .flatMap((id) => {
      const entry = state.peek(accountKey(publicKey(id)));
      return entry ? [{ ...accountResource(entry, ownedBy(entry, context), context), paging_token: id }] : [];
    });
}

function accountsQuery(
  signer: string | null,
  asset: string | null,
  sponsor: string | null,
  pool: string | null,
): [string, ...(string | Uint8Array)[]] {
  if (signer !== null) {
    const key = parseSigner(signer);
    if (!key) throw badRequest("signer", "signer must be a public key or a signer key");
    const bySigner =
      "SELECT e.owner FROM related r JOIN entries e ON e.key = r.key WHERE r.kind = 'signer' AND r.subject = ?";
    if (key.type !== 0) return [bySigner, signerId(key)];
    return [
      `${bySigner} UNION SELECT owner FROM entries WHERE key = ?`,
      signerId(key),
      accountKey({ type: 0, ed25519: key.ed25519 }),
    ];
  }
  if (asset !== null) {
    const parsed = parseAsset(asset);
    if (!parsed || parsed.type === 0) throw badRequest("asset", "asset must be of the form CODE:ISSUER");
    return ["SELECT owner FROM entries WHERE type = 1 AND asset = ?", assetId(parsed)];
  }
  if (pool !== null) return ["SELECT owner FROM entries WHERE type = 1 AND asset = ?", `pool:${pool.toLowerCase()}`];
  if (sponsor === null || !isAddress(sponsor)) throw badRequest("sponsor", "sponsor must be an account address");
  return ["SELECT DISTINCT owner FROM entries WHERE sponsor = ? AND owner IS NOT NULL", publicKey(sponsor).ed25519];
}

/** Trust lines and data of an account, as stored with the last ledger. */
function ownedBy(entry: LedgerEntryWire, { network }: HorizonContext): LedgerEntryWire[] {
  if (entry.data.type !== 0) return [];
  const sql = "SELECT xdr FROM entries WHERE owner = ? AND type IN (1, 3) ORDER BY key";
  return network.chain.store
    .sql(sql)
    .all(entry.data.account.accountId.ed25519)
    .map((row) => xdr.LedgerEntry.schema.decode(bytesIn(row["xdr"])));
}
