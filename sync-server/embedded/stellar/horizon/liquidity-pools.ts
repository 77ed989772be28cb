import type { AssetWire, LedgerEntryWire } from "@stellar/stellar-sdk/xdr";
import { compareAssets, poolIdOf } from "#server/embedded/stellar/ledger/assets.ts";
import { assetId, poolKey, hex } from "#server/embedded/stellar/ledger/keys.ts";
import type { HorizonContext } from "./context.ts";
import { link, pagedLink } from "./hal.ts";
import { storedEntries } from "./offers.ts";
import type { ListRecord, PageQuery } from "./paging.ts";
import { addressIn, requireHash } from "./parameters.ts";
import { poolSummary } from "./pool-amounts.ts";
import { badRequest, notFound } from "./problem.ts";
import { parseAsset, publicKey } from "./text.ts";
import { closeTimeText } from "./close-time.ts";

export function onePool(id: string, context: HorizonContext): object {
  requireHash("liquidity_pool_id", id);
  const entry = context.view.state.peek(poolKey(Buffer.from(id, "hex")));
  if (!entry) throw notFound();
  return poolResource(entry, context);
}

const MAX_RESERVES = 2;

/** Pools, all or those that hold given assets or that an account takes part in. */
export function listPools(page: PageQuery, query: URLSearchParams, context: HorizonContext): ListRecord[] {
  const reserves = (query.get("reserves") ?? "").split(",");
  if (reserves.length > MAX_RESERVES) {
    throw badRequest("reserves", `reserves exceeds maximum length of ${MAX_RESERVES}`);
  }
  const wanted = reserves
    .filter((text) => text !== "")
    .map((text) => {
      const asset = parseAsset(text);
      if (asset) return asset;
      throw badRequest("reserves", "Invalid reserves, should be comma-separated list of assets in canonical form");
    });
  const account = addressIn("account", query);
  const sign = page.order === "asc" ? 1 : -1;
  const own = account === undefined ? undefined : poolsOf(account, context);
  return poolsWith(wanted, context)
    .flatMap((entry) => (entry.data.type === 5 ? [{ entry, pool: entry.data.liquidityPool }] : []))
    .map(({ entry, pool }) => ({ entry, pool, id: hex(pool.liquidityPoolId) }))
    .filter(({ pool, id }) => {
      const { assetA, assetB } = pool.body.constantProduct.params;
      const held = [assetId(assetA), assetId(assetB)];
      return (
        wanted.every((asset) => held.includes(assetId(asset))) &&
        (own === undefined || own.has(id)) &&
        (page.cursor === "" || (sign > 0 ? id > page.cursor : id < page.cursor))
      );
    })
    .toSorted((left, right) => sign * (left.id < right.id ? -1 : 1))
    .slice(0, page.limit)
    .map(({ entry }) => poolResource(entry, context));
}

/** All that may hold these assets: two of them have one pool, whose id they tell, however many pools there are. */
function poolsWith([first, second]: readonly AssetWire[], context: HorizonContext): LedgerEntryWire[] {
  if (first === undefined || second === undefined || compareAssets(first, second) === 0)
    return storedEntries("SELECT xdr FROM entries WHERE type = 5", [], context);
  const entry = context.view.state.peek(poolKey(poolIdOf(first, second)));
  return entry ? [entry] : [];
}

function poolsOf(account: string, { view }: HorizonContext): Set<string> {
  const { state } = view;
  return new Set(
    state.poolShareKeys(publicKey(account)).map((key) => key.slice(key.indexOf(":pool:") + ":pool:".length)),
  );
}

function poolResource(entry: LedgerEntryWire, { origin, view }: HorizonContext): ListRecord {
  if (entry.data.type !== 5) throw new Error("liquidity pool expected");
  const id = hex(entry.data.liquidityPool.liquidityPoolId);
  const self = `/liquidity_pools/${id}`;
  const resource = {
    _links: {
      self: link(origin, self),
      transactions: pagedLink(origin, `${self}/transactions`),
      operations: pagedLink(origin, `${self}/operations`),
    },
    ...poolSummary(entry.data.liquidityPool),
    paging_token: id,
    last_modified_ledger: entry.lastModifiedLedgerSeq,
    last_modified_time: closeTimeText(view, entry.lastModifiedLedgerSeq),
  };
  return resource;
}
