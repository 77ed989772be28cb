import type { AssetWire } from "@stellar/stellar-sdk/xdr";
import { xdr } from "@stellar/stellar-sdk";
import { accountKey, assetId } from "#server/embedded/stellar/ledger/keys.ts";
import { issuerOf } from "#server/embedded/stellar/ledger/assets.ts";
import { LineFlag } from "#server/embedded/stellar/ledger/limits.ts";
import { bytesIn, textIn } from "#server/embedded/stellar/sql.ts";
import { flagsOf } from "./account-resource.ts";
import type { HorizonContext } from "./context.ts";
import type { ListRecord, PageQuery } from "./paging.ts";
import { assetFields, formatAmount } from "./text.ts";

/** Assets that anyone has a trust line or claimable balance for, by code and issuer. */
export function listAssets(page: PageQuery, query: URLSearchParams, context: HorizonContext): ListRecord[] {
  const [code, issuer] = [query.get("asset_code"), query.get("asset_issuer")];
  const sign = page.order === "asc" ? 1 : -1;
  return knownAssets(context)
    .map((asset) => ({ asset, fields: assetFields(asset) }))
    .filter(
      ({ fields }) =>
        (code === null || fields.asset_code === code) && (issuer === null || fields.asset_issuer === issuer),
    )
    .map(({ asset, fields }) => ({ asset, token: `${fields.asset_code}_${fields.asset_issuer}_${fields.asset_type}` }))
    .filter(({ token }) => page.cursor === "" || (sign > 0 ? token > page.cursor : token < page.cursor))
    .toSorted((left, right) => sign * (left.token < right.token ? -1 : left.token > right.token ? 1 : 0))
    .slice(0, page.limit)
    .map(({ asset, token }) => assetResource(asset, token, context));
}

function knownAssets({ network }: HorizonContext): AssetWire[] {
  const sql = "SELECT asset, min(xdr) AS xdr FROM entries WHERE type IN (1, 4) AND asset IS NOT NULL GROUP BY asset";
  return network.chain.store
    .sql(sql)
    .all()
    .flatMap((row) => {
      const asset = textIn(row["asset"]);
      if (asset === "native" || asset.startsWith("pool:")) return [];
      const { data } = xdr.LedgerEntry.schema.decode(bytesIn(row["xdr"]));
      if (data.type === 1 && data.trustLine.asset.type !== 3) return [data.trustLine.asset];
      return data.type === 4 ? [data.claimableBalance.asset] : [];
    });
}

function assetResource(asset: AssetWire, token: string, { network }: HorizonContext): ListRecord {
  const { state, store } = network.chain;
  const count = { authorized: 0, authorized_to_maintain_liabilities: 0, unauthorized: 0 };
  const sum = { authorized: 0n, authorized_to_maintain_liabilities: 0n, unauthorized: 0n };
  const claimable = { count: 0, sum: 0n };
  const sql = "SELECT xdr FROM entries WHERE type IN (1, 4) AND asset = ?";
  for (const row of store.sql(sql).iterate(assetId(asset))) {
    const { data } = xdr.LedgerEntry.schema.decode(bytesIn(row["xdr"]));
    if (data.type === 4) {
      claimable.count += 1;
      claimable.sum += data.claimableBalance.amount;
    } else if (data.type === 1) {
      const kind = authorization(data.trustLine.flags);
      count[kind] += 1;
      sum[kind] += data.trustLine.balance;
    }
  }
  const pools = poolHoldings(asset, store);
  const issuerId = issuerOf(asset);
  const issuer = issuerId && state.peek(accountKey(issuerId));
  const account = issuer?.data.type === 0 ? issuer.data.account : undefined;
  const domain = account?.homeDomain.toString() ?? "";
  const resource = {
    _links: { toml: { href: domain === "" ? "" : `https://${domain}/.well-known/stellar.toml` } },
    ...assetFields(asset),
    paging_token: token,
    num_claimable_balances: claimable.count,
    num_liquidity_pools: pools.count,
    num_contracts: 0,
    accounts: count,
    claimable_balances_amount: formatAmount(claimable.sum),
    liquidity_pools_amount: formatAmount(pools.sum),
    contracts_amount: formatAmount(0n),
    balances: Object.fromEntries(Object.entries(sum).map(([kind, amount]) => [kind, formatAmount(amount)])),
    flags: flagsOf(account?.flags ?? 0),
  };
  return resource;
}

function poolHoldings(asset: AssetWire, store: HorizonContext["network"]["chain"]["store"]) {
  let count = 0;
  let sum = 0n;
  const sql = "SELECT e.xdr FROM related r JOIN entries e ON e.key = r.key WHERE r.kind = 'reserve' AND r.subject = ?";
  for (const row of store.sql(sql).iterate(assetId(asset))) {
    const { data } = xdr.LedgerEntry.schema.decode(bytesIn(row["xdr"]));
    if (data.type !== 5) continue;
    const { params, reserveA, reserveB } = data.liquidityPool.body.constantProduct;
    count += 1;
    sum += assetId(params.assetA) === assetId(asset) ? reserveA : reserveB;
  }
  return { count, sum };
}

function authorization(flags: number): "authorized" | "authorized_to_maintain_liabilities" | "unauthorized" {
  if ((flags & LineFlag.authorized) !== 0) return "authorized";
  return (flags & LineFlag.maintainLiabilities) !== 0 ? "authorized_to_maintain_liabilities" : "unauthorized";
}
