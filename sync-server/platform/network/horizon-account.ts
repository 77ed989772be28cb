import * as v from "valibot";
import type { StellarConfig } from "#server/config.ts";
import type { AssetName } from "./assets.ts";
import { openHorizonNodes } from "./horizon-nodes.ts";
import { Count, pageOf } from "./horizon-records.ts";
import type { StellarNetwork } from "./network.ts";

const REQUEST_TIMEOUT_MS = 10_000;
const PER_PAGE = 200;

const Balance = v.object({
  asset_type: v.string(),
  asset_code: v.optional(v.pipe(v.string(), v.maxLength(12))),
  asset_issuer: v.optional(v.pipe(v.string(), v.length(56))),
  liquidity_pool_id: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
});

const Account = v.pipe(
  v.object({ balances: v.array(Balance) }),
  v.transform(({ balances }): AccountNames => ({
    lines: balances.flatMap(({ asset_code: assetCode, asset_issuer: issuer }) =>
      assetCode === undefined || issuer === undefined ? [] : [{ assetCode, issuer }],
    ),
    pools: balances.flatMap(({ liquidity_pool_id: id }) => id ?? []),
  })),
);

const Claimables = pageOf(
  v.pipe(
    v.object({
      id: v.pipe(v.string(), v.regex(/^0{8}[0-9a-f]{64}$/)),
      sponsor: v.optional(v.string(), ""),
      last_modified_ledger: Count,
      last_modified_time: v.nullish(v.pipe(v.string(), v.isoTimestamp())),
      paging_token: v.string(),
    }),
    v.transform((record): ListedClaimable & { readonly token: string } => ({
      balanceId: record.id,
      sponsor: record.sponsor,
      ledger: record.last_modified_ledger,
      at: record.last_modified_time == null ? null : new Date(record.last_modified_time),
      token: record.paging_token,
    })),
  ),
);

/** What an account holds beside XLM, by name: assets, and pools (ids in hex) that it has shares of. */
export interface AccountNames {
  readonly lines: readonly AssetName[];
  readonly pools: readonly string[];
}

/** A claimable balance that is there, and what Horizon knows of how it came. */
export interface ListedClaimable {
  readonly balanceId: string;
  /** Who carries its reserve, as a rule who set it aside; empty where nobody is named. */
  readonly sponsor: string;
  readonly ledger: number;
  readonly at: Date | null;
}

/** What RPC cannot list of an account. Every call throws NetworkError when no node gives a usable answer. */
export interface AccountLists {
  /** Null where there is no such account. */
  names(address: string): Promise<AccountNames | null>;
  /** The newest that the account may claim at some time, at most so many: strangers can make as many as they like. */
  claimables(address: string, most: number): Promise<readonly ListedClaimable[]>;
}

/** Asks the Horizon servers of the configuration; amounts are for RPC to say. */
export function openAccountLists(
  config: Pick<StellarConfig, "horizonUrls" | "passphrase">,
  network: Pick<StellarNetwork, "head">,
  timeoutMs = REQUEST_TIMEOUT_MS,
): AccountLists {
  const nodes = openHorizonNodes(config, network, timeoutMs);
  return {
    names: (address) => nodes.ask(async (get) => (await get(`/accounts/${address}`, Account))?.body ?? null),
    claimables: (address, most) =>
      nodes.ask(async (get) => {
        const found: (ListedClaimable & { readonly token: string })[] = [];
        while (found.length < most) {
          const cursor = found.at(-1)?.token;
          const limit = String(Math.min(PER_PAGE, most - found.length));
          const query = new URLSearchParams({ claimant: address, order: "desc", limit, ...(cursor && { cursor }) });
          const page = (await get(`/claimable_balances?${query.toString()}`, Claimables))?.body ?? [];
          found.push(...page);
          if (page.length < Number(limit)) break;
        }
        return found.map(({ token: _token, ...listed }) => listed);
      }),
  };
}
