import type { HorizonContext } from "./context.ts";
import { link, pagedLink } from "./hal.ts";
import { timeText } from "./text.ts";

const ASSET_PAIR =
  "base_asset_type={base_asset_type}&base_asset_code={base_asset_code}&base_asset_issuer={base_asset_issuer}&counter_asset_type={counter_asset_type}&counter_asset_code={counter_asset_code}&counter_asset_issuer={counter_asset_issuer}";

export function root({ origin, network, view }: HorizonContext): object {
  const row = view.last;
  const { passphrase, protocol } = network.chain;
  const to = (path: string) => link(origin, path);
  return {
    _links: {
      account: to("/accounts/{account_id}"),
      accounts: to("/accounts{?signer,sponsor,asset,liquidity_pool,cursor,limit,order}"),
      account_transactions: pagedLink(origin, "/accounts/{account_id}/transactions"),
      claimable_balances: to("/claimable_balances{?asset,sponsor,claimant,cursor,limit,order}"),
      assets: to("/assets{?asset_code,asset_issuer,cursor,limit,order}"),
      effects: to("/effects{?cursor,limit,order}"),
      fee_stats: to("/fee_stats"),
      friendbot: { href: `${origin}/friendbot{?addr}`, templated: true },
      ledger: to("/ledgers/{sequence}"),
      ledgers: to("/ledgers{?cursor,limit,order}"),
      liquidity_pools: to("/liquidity_pools{?reserves,account,cursor,limit,order}"),
      offer: to("/offers/{offer_id}"),
      offers: to("/offers{?selling,buying,seller,sponsor,cursor,limit,order}"),
      operation: to("/operations/{id}"),
      operations: to("/operations{?cursor,limit,order,include_failed}"),
      order_book: to(
        "/order_book{?selling_asset_type,selling_asset_code,selling_asset_issuer,buying_asset_type,buying_asset_code,buying_asset_issuer,limit}",
      ),
      payments: to("/payments{?cursor,limit,order,include_failed}"),
      self: to("/"),
      strict_receive_paths: to(
        "/paths/strict-receive{?source_assets,source_account,destination_account,destination_asset_type,destination_asset_issuer,destination_asset_code,destination_amount}",
      ),
      strict_send_paths: to(
        "/paths/strict-send{?destination_account,destination_assets,source_asset_type,source_asset_issuer,source_asset_code,source_amount}",
      ),
      trade_aggregations: to(`/trade_aggregations?${ASSET_PAIR}`),
      trades: to(`/trades?${ASSET_PAIR}`),
      transaction: to("/transactions/{hash}"),
      transactions: pagedLink(origin, "/transactions"),
    },
    horizon_version: "astrolabe-embedded",
    core_version: `astrolabe embedded ledger (protocol ${protocol})`,
    ingest_latest_ledger: row.seq,
    history_latest_ledger: row.seq,
    history_latest_ledger_closed_at: timeText(row.closedAt),
    history_elder_ledger: view.history.elder,
    core_latest_ledger: network.chain.last.seq,
    network_passphrase: passphrase,
    current_protocol_version: protocol,
    supported_protocol_version: protocol,
    core_supported_protocol_version: protocol,
  };
}
