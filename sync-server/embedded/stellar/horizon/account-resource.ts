import type { AccountEntryWire, LedgerEntryWire, TrustLineEntryWire } from "@stellar/stellar-sdk/xdr";
import { accountLiabilities, sequenceStamp, sponsorshipOf } from "#server/embedded/stellar/ledger/accounts.ts";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import { LineFlag } from "#server/embedded/stellar/ledger/limits.ts";
import { lineLiabilities } from "#server/embedded/stellar/ledger/lines.ts";
import { sponsorIn } from "#server/embedded/stellar/ledger/sponsorship.ts";
import type { HorizonContext } from "./context.ts";
import { link, pagedLink } from "./hal.ts";
import { address, assetFields, base64, formatAmount, signerText } from "./text.ts";
import { closeTimeText } from "./close-time.ts";

/** An account as Horizon shows it, made from its own entry and those it owns. */
export function accountResource(
  entry: LedgerEntryWire,
  owned: readonly LedgerEntryWire[],
  { origin, view }: HorizonContext,
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
    last_modified_time: closeTimeText(view, entry.lastModifiedLedgerSeq),
    thresholds: { low_threshold: low, med_threshold: medium, high_threshold: high },
    flags: flagsOf(account.flags),
    balances: [...sortedLines(owned).map(lineBalance), nativeBalance(account)],
    signers: signersByKey(account),
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

interface Line {
  readonly entry: LedgerEntryWire;
  readonly trustLine: TrustLineEntryWire;
}

/** Trust lines by code and issuer; pool shares, which have neither, come first. */
function sortedLines(owned: readonly LedgerEntryWire[]): Line[] {
  const name = ({ trustLine: { asset } }: Line) => {
    if (asset.type === 3) return ["", "", hex(asset.liquidityPoolId)] as const;
    const { asset_code = "", asset_issuer = "" } = assetFields(asset);
    return [asset_code, asset_issuer, ""] as const;
  };
  return owned
    .flatMap((entry) => (entry.data.type === 1 ? [{ entry, trustLine: entry.data.trustLine }] : []))
    .toSorted((left, right) => {
      const [ours, theirs] = [name(left), name(right)];
      const index = ours.findIndex((part, place) => part !== theirs[place]);
      return (ours[index] ?? "") < (theirs[index] ?? "") ? -1 : 1;
    });
}

function lineBalance({ entry, trustLine }: Line): object {
  const common = {
    limit: formatAmount(trustLine.limit),
    last_modified_ledger: entry.lastModifiedLedgerSeq,
    ...authorization(trustLine),
  };
  if (trustLine.asset.type === 3) {
    // Horizon leaves out who sponsors pool shares.
    return {
      balance: formatAmount(trustLine.balance),
      liquidity_pool_id: hex(trustLine.asset.liquidityPoolId),
      ...common,
      asset_type: "liquidity_pool_shares",
    };
  }
  const { buying, selling } = lineLiabilities(trustLine);
  const sponsor = sponsorIn(entry);
  return {
    balance: formatAmount(trustLine.balance),
    buying_liabilities: formatAmount(buying),
    selling_liabilities: formatAmount(selling),
    ...common,
    ...(sponsor && { sponsor: address(sponsor) }),
    ...assetFields(trustLine.asset),
  };
}

function authorization({ flags }: TrustLineEntryWire): object {
  const isAuthorized = (flags & LineFlag.authorized) !== 0;
  return {
    is_authorized: isAuthorized,
    is_authorized_to_maintain_liabilities: isAuthorized || (flags & LineFlag.maintainLiabilities) !== 0,
    ...((flags & LineFlag.clawback) !== 0 && { is_clawback_enabled: true }),
  };
}

/** An account as a list of them has it: the same, but its signers in the order in which Horizon came to know them. */
export function listedAccountResource(
  entry: LedgerEntryWire,
  owned: readonly LedgerEntryWire[],
  context: HorizonContext,
): object {
  if (entry.data.type !== 0) throw new Error("account entry expected");
  const { own, others } = signersOf(entry.data.account);
  const signers = own.weight > 0 ? [own, ...others] : [...others, own];
  return { ...accountResource(entry, owned, context), signers };
}

function signersByKey(account: AccountEntryWire): object[] {
  const { own, others } = signersOf(account);
  // Horizon keeps no signer without weight; the account's own key is shown all the same, at the end.
  return own.weight > 0 ? [...others, own].toSorted(byKey) : [...others, own];
}

function signersOf(account: AccountEntryWire): { own: Signer; others: Signer[] } {
  const others = account.signers.map(({ key, weight }, index) => {
    const sponsor = sponsorshipOf(account)?.signerSponsoringIDs[index];
    return { weight, ...signerText(key), ...(sponsor && { sponsor: address(sponsor) }) };
  });
  const own = { weight: account.thresholds[0] ?? 0, key: address(account.accountId), type: "ed25519_public_key" };
  return { own, others: others.toSorted(byKey) };
}

interface Signer {
  readonly weight: number;
  readonly key: string;
  readonly type: string;
  readonly sponsor?: string;
}

function byKey(left: Signer, right: Signer): number {
  return left.key < right.key ? -1 : 1;
}

function dataValues({ data }: LedgerEntryWire): [string, string][] {
  return data.type === 3 ? [[data.data.dataName.toString(), base64(data.data.dataValue)]] : [];
}
