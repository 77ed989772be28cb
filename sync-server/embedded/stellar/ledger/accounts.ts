import type { AccountEntryWire, LedgerHeaderWire, LiabilitiesWire, PublicKeyWire } from "@stellar/stellar-sdk/xdr";
import type { AccountEntryExtensionV2Wire } from "@stellar/stellar-sdk/xdr";
import { XdrString } from "@stellar/stellar-sdk/xdr";
import { INT64_MAX, addWithin } from "./limits.ts";

const NO_LIABILITIES: LiabilitiesWire = { buying: 0n, selling: 0n };

export function newAccount(accountId: PublicKeyWire, balance: bigint, ledgerSeq: number): AccountEntryWire {
  return {
    accountId,
    balance,
    seqNum: startingSequence(ledgerSeq),
    numSubEntries: 0,
    inflationDest: null,
    flags: 0,
    homeDomain: new XdrString(""),
    thresholds: Uint8Array.of(1, 0, 0, 0),
    signers: [],
    ext: { v: 0 },
  };
}

/** The sequence number with which an account made in this ledger starts. */
export function startingSequence(ledgerSeq: number): bigint {
  return BigInt(ledgerSeq) << 32n;
}

export function accountLiabilities(account: AccountEntryWire): LiabilitiesWire {
  return account.ext.v === 1 ? account.ext.v1.liabilities : NO_LIABILITIES;
}

/** Sponsorship counts, where the account has any. */
export function sponsorshipOf(account: AccountEntryWire): AccountEntryExtensionV2Wire | undefined {
  return account.ext.v === 1 && account.ext.v1.ext.v === 2 ? account.ext.v1.ext.v2 : undefined;
}

function prepareLiabilities(account: AccountEntryWire): LiabilitiesWire {
  if (account.ext.v === 0) account.ext = { v: 1, v1: { liabilities: { ...NO_LIABILITIES }, ext: { v: 0 } } };
  return account.ext.v1.liabilities;
}

export function prepareSponsorship(account: AccountEntryWire): AccountEntryExtensionV2Wire {
  prepareLiabilities(account);
  if (account.ext.v === 0) throw new Error("account extension missing");
  const { v1 } = account.ext;
  if (v1.ext.v === 0) {
    const signerSponsoringIDs = account.signers.map(() => null);
    v1.ext = { v: 2, v2: { numSponsored: 0, numSponsoring: 0, signerSponsoringIDs, ext: { v: 0 } } };
  }
  return v1.ext.v2;
}

/** Ledger and time at which the sequence number last moved. */
export function sequenceStamp(account: AccountEntryWire): { readonly ledger: number; readonly time: bigint } {
  const v2 = sponsorshipOf(account);
  return v2?.ext.v === 3 ? { ledger: v2.ext.v3.seqLedger, time: v2.ext.v3.seqTime } : { ledger: 0, time: 0n };
}

export function stampSequence(account: AccountEntryWire, header: LedgerHeaderWire): void {
  const v2 = prepareSponsorship(account);
  v2.ext = {
    v: 3,
    v3: { ext: { v: 0 }, seqLedger: header.ledgerSeq, seqTime: header.scpValue.closeTime },
  };
}

/** What the account must keep for itself, for its subentries and for those it sponsors. */
export function minimumBalance(header: LedgerHeaderWire, account: AccountEntryWire): bigint {
  const sponsorship = sponsorshipOf(account);
  const entries = 2 + account.numSubEntries + (sponsorship?.numSponsoring ?? 0) - (sponsorship?.numSponsored ?? 0);
  if (entries < 0) throw new Error("account sponsored for more than it has");
  return BigInt(entries) * BigInt(header.baseReserve);
}

/** What the account may spend: balance less reserve less what its offers promise. May be negative. */
export function availableBalance(header: LedgerHeaderWire, account: AccountEntryWire): bigint {
  return account.balance - minimumBalance(header, account) - accountLiabilities(account).selling;
}

/** How much more the account may receive. */
export function receivable(account: AccountEntryWire): bigint {
  return INT64_MAX - account.balance - accountLiabilities(account).buying;
}

/** Changes the balance; false (and no change) where reserve, liabilities or int64 forbid it. */
export function addToAccount(header: LedgerHeaderWire, account: AccountEntryWire, delta: bigint): boolean {
  if (delta === 0n) return true;
  const balance = addWithin(account.balance, delta);
  if (balance === undefined) return false;
  const liabilities = accountLiabilities(account);
  if (delta < 0n && balance - minimumBalance(header, account) < liabilities.selling) return false;
  if (balance > INT64_MAX - liabilities.buying) return false;
  account.balance = balance;
  return true;
}

export function addAccountBuyingLiabilities(account: AccountEntryWire, delta: bigint): boolean {
  if (delta === 0n) return true;
  const buying = addWithin(accountLiabilities(account).buying, delta, INT64_MAX - account.balance);
  if (buying === undefined) return false;
  prepareLiabilities(account).buying = buying;
  return true;
}

export function addAccountSellingLiabilities(
  header: LedgerHeaderWire,
  account: AccountEntryWire,
  delta: bigint,
): boolean {
  if (delta === 0n) return true;
  const maximum = account.balance - minimumBalance(header, account);
  if (maximum < 0n) return false;
  const selling = addWithin(accountLiabilities(account).selling, delta, maximum);
  if (selling === undefined) return false;
  prepareLiabilities(account).selling = selling;
  return true;
}
