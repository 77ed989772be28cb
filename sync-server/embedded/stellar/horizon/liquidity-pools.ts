import type { LedgerEntryWire } from "@stellar/stellar-sdk/xdr";
import { assetId, poolKey, hex } from "#server/embedded/stellar/ledger/keys.ts";
import type { HorizonContext } from "./context.ts";
import { link, pagedLink } from "./hal.ts";
import { storedEntries } from "./offers.ts";
import type { ListRecord, PageQuery } from "./paging.ts";
import { poolSummary } from "./pool-amounts.ts";
import { badRequest, notFound } from "./problem.ts";
import { parseAsset, publicKey, timeText } from "./text.ts";
import { isAddress } from "./transaction-resource.ts";

export function onePool(id: string, context: HorizonContext): object {
  const entry = /^[0-9a-f]{64}$/i.test(id)
    ? context.network.chain.state.peek(poolKey(Buffer.from(id, "hex")))
    : undefined;
  if (!entry) throw notFound();
  return poolResource(entry, context);
}

/** Pools, all or those that hold given assets or that an account takes part in. */
export function listPools(page: PageQuery, query: URLSearchParams, context: HorizonContext): ListRecord[] {
  const reserves = (query.get("reserves") ?? "").split(",").filter((text) => text !== "");
  const wanted = reserves.map((text) => {
    const asset = parseAsset(text);
    if (!asset) throw badRequest("reserves", "reserves must be a list of native or CODE:ISSUER");
    return assetId(asset);
  });
  const account = query.get("account");
  if (account !== null && !isAddress(account)) throw badRequest("account", "account must be an account address");
  const sign = page.order === "asc" ? 1 : -1;
  const own = account === null ? undefined : poolsOf(account, context);
  return storedEntries("SELECT xdr FROM entries WHERE type = 5", [], context)
    .flatMap((entry) => (entry.data.type === 5 ? [{ entry, pool: entry.data.liquidityPool }] : []))
    .map(({ entry, pool }) => ({ entry, pool, id: hex(pool.liquidityPoolId) }))
    .filter(({ pool, id }) => {
      const { assetA, assetB } = pool.body.constantProduct.params;
      const held = [assetId(assetA), assetId(assetB)];
      return (
        wanted.every((asset) => held.includes(asset)) &&
        (own === undefined || own.has(id)) &&
        (page.cursor === "" || (sign > 0 ? id > page.cursor : id < page.cursor))
      );
    })
    .toSorted((left, right) => sign * (left.id < right.id ? -1 : 1))
    .slice(0, page.limit)
    .map(({ entry }) => poolResource(entry, context));
}

function poolsOf(account: string, { network }: HorizonContext): Set<string> {
  const { state } = network.chain;
  return new Set(
    state.poolShareKeys(publicKey(account)).map((key) => key.slice(key.indexOf(":pool:") + ":pool:".length)),
  );
}

function poolResource(entry: LedgerEntryWire, { origin, history }: HorizonContext): ListRecord {
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
    last_modified_time: timeText(history.ledger(entry.lastModifiedLedgerSeq)?.closedAt ?? 0),
  };
  return resource;
}
