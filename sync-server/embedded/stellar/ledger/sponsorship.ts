import type { AccountEntryWire, LedgerEntryWire, LedgerHeaderWire, PublicKeyWire } from "@stellar/stellar-sdk/xdr";
import { availableBalance, minimumBalance, prepareSponsorship, sponsorshipOf } from "./accounts.ts";
import { accountKey, sameAccount } from "./keys.ts";
import { MAX_SUBENTRIES, UINT32_MAX } from "./limits.ts";
import type { LedgerState } from "./state.ts";

/** Why a reserve cannot be taken over, or "ok". */
export type ReserveOutcome =
  | "ok"
  | "low-reserve"
  | "too-many-subentries"
  | "too-many-sponsoring"
  | "too-many-sponsored";

/** How many base reserves an entry costs. */
export function reserveUnits(entry: LedgerEntryWire): number {
  const { data } = entry;
  switch (data.type) {
    case 0:
      return 2;
    case 1:
      return data.trustLine.asset.type === 3 ? 2 : 1;
    case 2:
    case 3:
      return 1;
    case 4:
      return data.claimableBalance.claimants.length;
    default:
      throw new Error("entry without a reserve");
  }
}

export function sponsorIn(entry: LedgerEntryWire): PublicKeyWire | null {
  return entry.ext.v === 1 ? entry.ext.v1.sponsoringId : null;
}

/** Whether `sponsor` can take on `units` reserves (of `sponsored`, where that is an account). */
export function canSponsor(
  header: LedgerHeaderWire,
  units: number,
  sponsor: AccountEntryWire,
  sponsored: AccountEntryWire | undefined,
): ReserveOutcome {
  if (availableBalance(header, sponsor) < BigInt(units) * BigInt(header.baseReserve)) return "low-reserve";
  const sponsoring = sponsorshipOf(sponsor)?.numSponsoring ?? 0;
  if (sponsoring + sponsor.numSubEntries + units > UINT32_MAX) return "too-many-sponsoring";
  if (sponsored && (sponsorshipOf(sponsored)?.numSponsored ?? 0) > UINT32_MAX - units) return "too-many-sponsored";
  return "ok";
}

/** Whether `sponsored` can pay `units` reserves itself again. */
export function canUnsponsor(header: LedgerHeaderWire, units: number, sponsored: AccountEntryWire): ReserveOutcome {
  const ok = availableBalance(header, sponsored) >= BigInt(units) * BigInt(header.baseReserve);
  return ok ? "ok" : "low-reserve";
}

export function establishSponsorship(
  entry: LedgerEntryWire,
  sponsor: AccountEntryWire,
  sponsored: AccountEntryWire | undefined,
): void {
  const units = reserveUnits(entry);
  entry.ext = { v: 1, v1: { sponsoringId: sponsor.accountId, ext: { v: 0 } } };
  prepareSponsorship(sponsor).numSponsoring += units;
  if (sponsored) prepareSponsorship(sponsored).numSponsored += units;
}

export function removeSponsorship(
  entry: LedgerEntryWire,
  sponsor: AccountEntryWire,
  sponsored: AccountEntryWire | undefined,
): void {
  const units = reserveUnits(entry);
  if (entry.ext.v !== 1) throw new Error("entry is not sponsored");
  entry.ext.v1.sponsoringId = null;
  prepareSponsorship(sponsor).numSponsoring -= units;
  if (sponsored) prepareSponsorship(sponsored).numSponsored -= units;
}

export function transferSponsorship(entry: LedgerEntryWire, from: AccountEntryWire, to: AccountEntryWire): void {
  const units = reserveUnits(entry);
  if (entry.ext.v !== 1) throw new Error("entry is not sponsored");
  entry.ext.v1.sponsoringId = to.accountId;
  prepareSponsorship(to).numSponsoring += units;
  prepareSponsorship(from).numSponsoring -= units;
}

/**
 * Takes the reserve of a new entry from its owner, or from whoever sponsors the owner in this transaction.
 * Does not create the entry. `owner` is undefined for accounts, which own themselves.
 */
export function reserveForNewEntry(
  state: LedgerState,
  entry: LedgerEntryWire,
  owner: AccountEntryWire | undefined,
): ReserveOutcome {
  const { header } = state;
  const self = owner ?? accountIn(entry);
  const isSubentry = entry.data.type >= 1 && entry.data.type <= 3;
  const sponsored = entry.data.type === 4 ? undefined : self;
  const units = reserveUnits(entry);
  const sponsorId = state.sponsorOf(self.accountId);
  if (sponsorId || !sponsored) {
    const sponsor = sponsorId ? mustLoad(state, sponsorId) : self;
    if (isSubentry && sponsored && tooManySubentries(sponsored, units)) return "too-many-subentries";
    const outcome = canSponsor(header, units, sponsor, sponsored);
    if (outcome !== "ok") return outcome;
    if (isSubentry && sponsored) sponsored.numSubEntries += units;
    establishSponsorship(entry, sponsor, sponsored);
    return "ok";
  }
  if (!owner) return self.balance < minimumBalance(header, self) ? "low-reserve" : "ok";
  if (tooManySubentries(owner, units)) return "too-many-subentries";
  if (availableBalance(header, owner) < BigInt(units) * BigInt(header.baseReserve)) return "low-reserve";
  owner.numSubEntries += units;
  return "ok";
}

/** Gives the reserve of an entry back to whoever paid it. Does not erase the entry. */
export function releaseEntry(state: LedgerState, entry: LedgerEntryWire, owner: AccountEntryWire): void {
  const sponsorId = sponsorIn(entry);
  const isSubentry = entry.data.type >= 1 && entry.data.type <= 3;
  if (isSubentry) owner.numSubEntries -= reserveUnits(entry);
  if (!sponsorId) return;
  const sponsored = entry.data.type === 4 ? undefined : owner;
  const sponsor = sameAccount(owner.accountId, sponsorId) ? owner : mustLoad(state, sponsorId);
  removeSponsorship(entry, sponsor, sponsored);
}

/** Takes the reserve of the signer at `index`, which is already in the account's list. */
export function reserveForNewSigner(state: LedgerState, account: AccountEntryWire, index: number): ReserveOutcome {
  const sponsorId = state.sponsorOf(account.accountId);
  if (tooManySubentries(account, 1) && !sponsorId) return "too-many-subentries";
  if (!sponsorId) {
    if (availableBalance(state.header, account) < BigInt(state.header.baseReserve)) return "low-reserve";
    account.numSubEntries += 1;
    return "ok";
  }
  const sponsor = mustLoad(state, sponsorId);
  if (tooManySubentries(account, 1)) return "too-many-subentries";
  const outcome = canSponsor(state.header, 1, sponsor, account);
  if (outcome !== "ok") return outcome;
  account.numSubEntries += 1;
  establishSignerSponsorship(account, index, sponsor);
  return "ok";
}

export function establishSignerSponsorship(account: AccountEntryWire, index: number, sponsor: AccountEntryWire): void {
  const own = prepareSponsorship(account);
  own.signerSponsoringIDs[index] = sponsor.accountId;
  own.numSponsored += 1;
  prepareSponsorship(sponsor).numSponsoring += 1;
}

export function removeSignerSponsorship(account: AccountEntryWire, index: number, sponsor: AccountEntryWire): void {
  const own = prepareSponsorship(account);
  own.signerSponsoringIDs[index] = null;
  own.numSponsored -= 1;
  prepareSponsorship(sponsor).numSponsoring -= 1;
}

export function signerSponsor(account: AccountEntryWire, index: number): PublicKeyWire | null {
  return sponsorshipOf(account)?.signerSponsoringIDs[index] ?? null;
}

/** Removes the signer at `index` and gives its reserve back. */
export function removeSigner(state: LedgerState, account: AccountEntryWire, index: number): void {
  const sponsorId = signerSponsor(account, index);
  if (sponsorId) removeSignerSponsorship(account, index, mustLoad(state, sponsorId));
  account.numSubEntries -= 1;
  sponsorshipOf(account)?.signerSponsoringIDs.splice(index, 1);
  account.signers.splice(index, 1);
}

/** The account, which an earlier rule of the ledger guarantees to exist. */
export function mustLoad(state: LedgerState, account: PublicKeyWire): AccountEntryWire {
  const entry = state.loadAccount(account);
  if (!entry) throw new Error(`account ${accountKey(account)} is missing`);
  return entry;
}

function accountIn(entry: LedgerEntryWire): AccountEntryWire {
  if (entry.data.type !== 0) throw new Error("entry without an owner");
  return entry.data.account;
}

function tooManySubentries(account: AccountEntryWire, units: number): boolean {
  const sponsoring = sponsorshipOf(account)?.numSponsoring ?? 0;
  return account.numSubEntries > MAX_SUBENTRIES - units || sponsoring + account.numSubEntries + units > UINT32_MAX;
}
