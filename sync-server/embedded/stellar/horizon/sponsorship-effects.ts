import type { AccountEntryWire, LedgerEntryWire, MuxedAccountWire } from "@stellar/stellar-sdk/xdr";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import { signerSponsor, sponsorIn } from "#server/embedded/stellar/ledger/sponsorship.ts";
import type { Effect } from "./effect.ts";
import { balanceIdText } from "./operation-details.ts";
import type { EntryChange, OperationRecord } from "./operation-record.ts";
import { poolSummary } from "./pool-amounts.ts";
import { address, assetFields, assetText, signerText } from "./text.ts";

/** Reserves that an operation has begun, ceased or continued to be paid for by others. */
export function sponsorshipEffects(record: OperationRecord): Effect[] {
  return record.changes.flatMap((change) => [...entryEffects(change, record), ...signerEffects(change)]);
}

/** Pools that an operation has made or ended. */
export function poolEffects({ changes, source, body }: OperationRecord): Effect[] {
  if (body.type !== 6 && body.type !== 7 && body.type !== 21) return [];
  return changes.flatMap(({ before, after }): Effect[] => {
    if (!before && after?.data.type === 5) {
      const details = { liquidity_pool: poolSummary(after.data.liquidityPool) };
      return [{ account: source, type: "liquidity_pool_created", details }];
    }
    if (before?.data.type === 5 && !after) {
      const details = { liquidity_pool_id: hex(before.data.liquidityPool.liquidityPoolId) };
      return [{ account: source, type: "liquidity_pool_removed", details }];
    }
    return [];
  });
}

function entryEffects({ before, after }: EntryChange, { source }: OperationRecord): Effect[] {
  const former = before && sponsorIn(before);
  const next = after && sponsorIn(after);
  const entry = after ?? before;
  const subject = entry && subjectOf(entry, source);
  if (!subject || (!former && !next)) return [];
  const { name, account, details } = subject;
  if (!former && next) {
    return [{ account, type: `${name}_sponsorship_created`, details: { ...details, sponsor: address(next) } }];
  }
  if (former && !next) {
    return [{ account, type: `${name}_sponsorship_removed`, details: { ...details, former_sponsor: address(former) } }];
  }
  if (!former || !next || address(former) === address(next)) return [];
  const sponsors = { former_sponsor: address(former), new_sponsor: address(next) };
  return [{ account, type: `${name}_sponsorship_updated`, details: { ...details, ...sponsors } }];
}

interface Subject {
  readonly name: "account" | "trustline" | "data" | "claimable_balance";
  readonly account: MuxedAccountWire;
  readonly details: object;
}

/** Whom the sponsorship of an entry concerns; offers have no effects of their own. */
function subjectOf({ data }: LedgerEntryWire, source: MuxedAccountWire): Subject | undefined {
  switch (data.type) {
    case 0:
      return { name: "account", account: { type: 0, ed25519: data.account.accountId.ed25519 }, details: {} };
    case 1: {
      const { accountId, asset } = data.trustLine;
      const details =
        asset.type === 3
          ? { asset_type: "liquidity_pool", liquidity_pool_id: hex(asset.liquidityPoolId) }
          : { asset_type: assetFields(asset).asset_type, asset: assetText(asset) };
      return { name: "trustline", account: { type: 0, ed25519: accountId.ed25519 }, details };
    }
    case 3:
      return { name: "data", account: source, details: { data_name: data.data.dataName.toString() } };
    case 4: {
      const details = { balance_id: balanceIdText(data.claimableBalance.balanceId.v0) };
      return { name: "claimable_balance", account: source, details };
    }
    default:
      return undefined;
  }
}

function signerEffects({ before, after }: EntryChange): Effect[] {
  const old = before?.data.type === 0 ? before.data.account : undefined;
  const now = after?.data.type === 0 ? after.data.account : undefined;
  const owner = now ?? old;
  if (!owner) return [];
  const account = { type: 0, ed25519: owner.accountId.ed25519 } as const;
  const [formers, nexts] = [sponsors(old), sponsors(now)];
  return [...new Set([...formers.keys(), ...nexts.keys()])].toSorted().flatMap((signer): Effect[] => {
    const [former, next] = [formers.get(signer), nexts.get(signer)];
    if (former === next) return [];
    if (former === undefined)
      return [{ account, type: "signer_sponsorship_created", details: { signer, sponsor: next } }];
    if (next === undefined) {
      return [{ account, type: "signer_sponsorship_removed", details: { signer, former_sponsor: former } }];
    }
    return [
      { account, type: "signer_sponsorship_updated", details: { signer, former_sponsor: former, new_sponsor: next } },
    ];
  });
}

function sponsors(account: AccountEntryWire | undefined): Map<string, string> {
  const found = new Map<string, string>();
  for (const [index, { key }] of (account?.signers ?? []).entries()) {
    const sponsor = account && signerSponsor(account, index);
    if (sponsor) found.set(signerText(key).key, address(sponsor));
  }
  return found;
}
