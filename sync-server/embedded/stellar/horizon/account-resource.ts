import type { AccountEntryWire, LedgerEntryWire, TrustLineEntryWire } from "@stellar/stellar-sdk/xdr";
import { accountLiabilities, sequenceStamp, sponsorshipOf } from "#server/embedded/stellar/ledger/accounts.ts";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import { LineFlag } from "#server/embedded/stellar/ledger/limits.ts";
import { lineLiabilities } from "#server/embedded/stellar/ledger/lines.ts";
import { sponsorIn } from "#server/embedded/stellar/ledger/sponsorship.ts";
import type { HorizonContext } from "./context.ts";
import { link, pagedLink } from "./hal.ts";
import { address, assetFields, base64, formatAmount, signerText, timeText } from "./text.ts";

/** An account as Horizon shows it, made from its own entry and those it owns. */
export function accountResource(
  entry: LedgerEntryWire,
  owned: readonly LedgerEntryWire[],
  { origin, history }: HorizonContext,
): object {
  if (entry.data.type !== 0) throw new Error("account entry expected");
  const { account } = entry.data;
  const id = address(account.accountId);
  const self = `/accounts/${id}`;
  const stamp = sequenceStamp(account);
  const [, low = 0, medium = 0, high = 0] = account.thresholds;
  const sponsor = sponsorIn(entry);
  const sponsorship = sponsorshipOf(account);
  return {
    _links: {
      self: link(origin, self),
      transactions: pagedLink(origin, `${self}/transactions`),
      operations: pagedLink(origin, `${self}/operations`),
      payments: pagedLink(origin, `${self}/payments`),
      effects: pagedLink(origin, `${self}/effects`),
      offers: pagedLink(origin, `${self}/offers`),
      trades: pagedLink(origin, `${self}/trades`),
      data: link(origin, `${self}/data/{key}`),
    },
    id,
    account_id: id,
    sequence: String(account.seqNum),
    ...(stamp.ledger > 0 && { sequence_ledger: stamp.ledger, sequence_time: String(stamp.time) }),
    subentry_count: account.numSubEntries,
    ...(account.inflationDest && { inflation_destination: address(account.inflationDest) }),
    ...(account.homeDomain.length > 0 && { home_domain: account.homeDomain.toString() }),
    last_modified_ledger: entry.lastModifiedLedgerSeq,
    last_modified_time: timeText(history.ledger(entry.lastModifiedLedgerSeq)?.closedAt ?? 0),
    thresholds: { low_threshold: low, med_threshold: medium, high_threshold: high },
    flags: flagsOf(account.flags),
    balances: [...owned.flatMap(lineBalances), nativeBalance(account)],
    signers: signersOf(account, id),
    data: Object.fromEntries(owned.flatMap(dataValues)),
    num_sponsoring: sponsorship?.numSponsoring ?? 0,
    num_sponsored: sponsorship?.numSponsored ?? 0,
    ...(sponsor && { sponsor: address(sponsor) }),
    paging_token: id,
  };
}

export function flagsOf(flags: number): object {
  return {
    auth_required: (flags & 1) !== 0,
    auth_revocable: (flags & 2) !== 0,
    auth_immutable: (flags & 4) !== 0,
    auth_clawback_enabled: (flags & 8) !== 0,
  };
}

function nativeBalance(account: AccountEntryWire): object {
  const { buying, selling } = accountLiabilities(account);
  return {
    balance: formatAmount(account.balance),
    buying_liabilities: formatAmount(buying),
    selling_liabilities: formatAmount(selling),
    asset_type: "native",
  };
}

function lineBalances(entry: LedgerEntryWire): object[] {
  if (entry.data.type !== 1) return [];
  const { trustLine } = entry.data;
  const sponsor = sponsorIn(entry);
  const common = {
    limit: formatAmount(trustLine.limit),
    last_modified_ledger: entry.lastModifiedLedgerSeq,
    ...authorization(trustLine),
    ...(sponsor && { sponsor: address(sponsor) }),
  };
  if (trustLine.asset.type === 3) {
    return [
      {
        balance: formatAmount(trustLine.balance),
        liquidity_pool_id: hex(trustLine.asset.liquidityPoolId),
        ...common,
        asset_type: "liquidity_pool_shares",
      },
    ];
  }
  const { buying, selling } = lineLiabilities(trustLine);
  return [
    {
      balance: formatAmount(trustLine.balance),
      buying_liabilities: formatAmount(buying),
      selling_liabilities: formatAmount(selling),
      ...common,
      ...assetFields(trustLine.asset),
    },
  ];
}

function authorization({ flags }: TrustLineEntryWire): object {
  const isAuthorized = (flags & LineFlag.authorized) !== 0;
  return {
    is_authorized: isAuthorized,
    is_authorized_to_maintain_liabilities: isAuthorized || (flags & LineFlag.maintainLiabilities) !== 0,
    ...((flags & LineFlag.clawback) !== 0 && { is_clawback_enabled: true }),
  };
}

function signersOf(account: AccountEntryWire, id: string): object[] {
  const signers = account.signers.map(({ key, weight }, index) => {
    const sponsor = sponsorshipOf(account)?.signerSponsoringIDs[index];
    return { weight, ...signerText(key), ...(sponsor && { sponsor: address(sponsor) }) };
  });
  return [...signers, { weight: account.thresholds[0] ?? 0, key: id, type: "ed25519_public_key" }];
}

function dataValues({ data }: LedgerEntryWire): [string, string][] {
  return data.type === 3 ? [[data.data.dataName.toString(), base64(data.data.dataValue)]] : [];
}
