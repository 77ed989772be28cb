import type { AssetWire } from "@stellar/stellar-sdk/xdr";
import { xdr } from "@stellar/stellar-sdk";
import { accountKey, assetId } from "#server/embedded/stellar/ledger/keys.ts";
import { issuerOf } from "#server/embedded/stellar/ledger/assets.ts";
import { LineFlag } from "#server/embedded/stellar/ledger/limits.ts";
import { bytesIn, textIn } from "#server/embedded/stellar/sql.ts";
import type { Store } from "#server/embedded/stellar/store.ts";
import { flagsOf } from "./account-resource.ts";
import type { HorizonContext } from "./context.ts";
import type { ListRecord, PageQuery } from "./paging.ts";
import { badRequest } from "./problem.ts";
import { assetFields, formatAmount } from "./text.ts";
import type { AssetFields } from "./text.ts";
import { isAddress } from "./transaction-resource.ts";

const CODE = /^[a-zA-Z0-9]{1,12}$/;
const TYPES = ["native", "credit_alphanum4", "credit_alphanum12"];

/** Assets that anyone has a trust line or claimable balance for, by code and issuer. */
export function listAssets(page: PageQuery, query: URLSearchParams, context: HorizonContext): ListRecord[] {
  const [code, issuer] = [query.get("asset_code") || undefined, query.get("asset_issuer") || undefined];
  if (code !== undefined && !CODE.test(code)) throw badRequest("asset_code", `${code} is not a valid asset code`);
  if (issuer !== undefined && !isAddress(issuer)) {
    throw badRequest("asset_issuer", `${issuer} is not a valid asset issuer`);
  }
  const sign = page.order === "asc" ? 1 : -1;
  const cursor = page.cursor === "" ? undefined : readCursor(page.cursor);
  return knownAssets(context)
    .map((asset) => ({ asset, fields: assetFields(asset) }))
    .filter(
      ({ fields }) =>
        (code === undefined || fields.asset_code === code) && (issuer === undefined || fields.asset_issuer === issuer),
    )
    .filter(({ fields }) => cursor === undefined || sign * compare(fields, cursor) > 0)
    .toSorted((left, right) => sign * compare(left.fields, right.fields))
    .slice(0, page.limit)
    .map(({ asset, fields }) => {
      const token = `${fields.asset_code}_${fields.asset_issuer}_${fields.asset_type}`;
      return assetResource(asset, token, context);
    });
}

type AssetName = Pick<AssetFields, "asset_code" | "asset_issuer">;

function readCursor(text: string): AssetName {
  const [code = "", issuer = "", ...type] = text.split("_");
  if (type.length === 0) throw badRequest("cursor", "the cursor is not a valid paging_token");
  if (!CODE.test(code)) throw badRequest("cursor", `${code} is not a valid asset code`);
  if (!isAddress(issuer)) throw badRequest("cursor", `${issuer} is not a valid asset issuer`);
  const typeText = type.join("_");
  if (!TYPES.includes(typeText)) throw badRequest("cursor", `${typeText} is not a valid asset type`);
  return { asset_code: code, asset_issuer: issuer };
}

function compare(left: AssetName, right: AssetName): number {
  const [ours = "", theirs = ""] =
    left.asset_code === right.asset_code
      ? [left.asset_issuer, right.asset_issuer]
      : [left.asset_code, right.asset_code];
  return ours < theirs ? -1 : ours > theirs ? 1 : 0;
}

function knownAssets({ view }: HorizonContext): AssetWire[] {
  const sql = "SELECT asset, min(xdr) AS xdr FROM entries WHERE type IN (1, 4) AND asset IS NOT NULL GROUP BY asset";
  return view.store
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

function assetResource(asset: AssetWire, token: string, { view }: HorizonContext): ListRecord {
  const { state, store } = view;
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

function poolHoldings(asset: AssetWire, store: Store) {
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
