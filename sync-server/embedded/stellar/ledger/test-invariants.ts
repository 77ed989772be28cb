import type { AccountEntryWire, LedgerEntryWire, TrustLineEntryWire } from "@stellar/stellar-sdk/xdr";
import { offerLiabilities } from "#schemas/exchange.ts";
import { accountLiabilities, sponsorshipOf } from "./accounts.ts";
import { isIssuer } from "./assets.ts";
import { assetId, hex } from "./keys.ts";
import { lineLiabilities, poolUseCount } from "./lines.ts";
import { reserveUnits, sponsorIn } from "./sponsorship.ts";

/** What all entries together say of one account or line. */
class Tally {
  readonly #sums = new Map<string, bigint>();

  add(name: string, amount: bigint | number): void {
    this.#sums.set(name, (this.#sums.get(name) ?? 0n) + BigInt(amount));
  }

  of(name: string): bigint {
    return this.#sums.get(name) ?? 0n;
  }
}

/** What a ledger keeps about its entries twice, and how the two differ; empty where all is well. */
export function brokenInvariants(entries: Iterable<LedgerEntryWire>, feePool: bigint, totalCoins: bigint): string[] {
  const all = [...entries];
  const tally = new Tally();
  const pools = new Map(
    all.flatMap(({ data }) =>
      data.type === 5 ? ([[hex(data.liquidityPool.liquidityPoolId), data.liquidityPool]] as const) : [],
    ),
  );
  for (const entry of all) count(entry, tally);
  for (const { data } of all) {
    if (data.type !== 1 || data.trustLine.asset.type !== 3) continue;
    const { assetA, assetB } = pools.get(hex(data.trustLine.asset.liquidityPoolId))?.body.constantProduct.params ?? {};
    for (const asset of [assetA, assetB]) {
      if (asset) tally.add(`${hex(data.trustLine.accountId.ed25519)} ${assetId(asset)} pools`, 1);
    }
  }
  const broken: string[] = [];
  const same = (name: string, kept: bigint | number, counted: bigint) => {
    if (BigInt(kept) !== counted) broken.push(`${name}: ${kept} kept, ${counted} counted`);
  };
  same("coins", totalCoins, tally.of("coins") + feePool);
  for (const { data } of all) {
    if (data.type === 0) compareAccount(data.account, tally, same);
    else if (data.type === 1) compareLine(data.trustLine, tally, same);
    else if (data.type === 5) {
      const { liquidityPoolId, body } = data.liquidityPool;
      const name = `pool ${hex(liquidityPoolId)}`;
      same(`${name} shares`, body.constantProduct.totalPoolShares, tally.of(`${name} shares`));
      same(`${name} lines`, body.constantProduct.poolSharesTrustLineCount, tally.of(`${name} lines`));
    }
  }
  return broken;
}

type Same = (name: string, kept: bigint | number, counted: bigint) => void;

function compareAccount(account: AccountEntryWire, tally: Tally, same: Same): void {
  const name = hex(account.accountId.ed25519);
  const sponsorship = sponsorshipOf(account);
  const { buying, selling } = accountLiabilities(account);
  same(`${name} subentries`, account.numSubEntries, tally.of(`${name} subentries`));
  same(`${name} sponsoring`, sponsorship?.numSponsoring ?? 0, tally.of(`${name} sponsoring`));
  same(`${name} sponsored`, sponsorship?.numSponsored ?? 0, tally.of(`${name} sponsored`));
  same(`${name} buying`, buying, tally.of(`${name} native buying`));
  same(`${name} selling`, selling, tally.of(`${name} native selling`));
  if (sponsorship) same(`${name} signers`, sponsorship.signerSponsoringIDs.length, BigInt(account.signers.length));
}

function compareLine(line: TrustLineEntryWire, tally: Tally, same: Same): void {
  const name = `${hex(line.accountId.ed25519)} ${assetId(line.asset)}`;
  const { buying, selling } = lineLiabilities(line);
  same(`${name} buying`, buying, tally.of(`${name} buying`));
  same(`${name} selling`, selling, tally.of(`${name} selling`));
  if (line.asset.type !== 3) same(`${name} pools`, poolUseCount(line), tally.of(`${name} pools`));
  if (line.balance < selling || line.balance + buying > line.limit) same(`${name} balance`, line.balance, -1n);
}

function count(entry: LedgerEntryWire, tally: Tally): void {
  const { data } = entry;
  const owner = ownerOf(entry);
  const sponsor = sponsorIn(entry);
  if (owner !== undefined && data.type !== 0) tally.add(`${owner} subentries`, reserveUnits(entry));
  if (sponsor) {
    tally.add(`${hex(sponsor.ed25519)} sponsoring`, reserveUnits(entry));
    if (owner !== undefined) tally.add(`${owner} sponsored`, reserveUnits(entry));
  }
  switch (data.type) {
    case 0:
      return countAccount(data.account, tally);
    case 1:
      if (data.trustLine.asset.type !== 3) return;
      tally.add(`pool ${hex(data.trustLine.asset.liquidityPoolId)} shares`, data.trustLine.balance);
      tally.add(`pool ${hex(data.trustLine.asset.liquidityPoolId)} lines`, 1);
      return;
    case 2: {
      const { sellerId, buying, selling, price, amount } = data.offer;
      const bound = offerLiabilities(price, amount);
      const name = hex(sellerId.ed25519);
      if (!isIssuer(sellerId, buying)) tally.add(`${name} ${assetId(buying)} buying`, bound.buying);
      if (!isIssuer(sellerId, selling)) tally.add(`${name} ${assetId(selling)} selling`, bound.selling);
      return;
    }
    case 4:
      if (data.claimableBalance.asset.type === 0) tally.add("coins", data.claimableBalance.amount);
      return;
    case 5: {
      const { params, reserveA } = data.liquidityPool.body.constantProduct;
      if (params.assetA.type === 0) tally.add("coins", reserveA);
      return;
    }
    default:
  }
}

function countAccount(account: AccountEntryWire, tally: Tally): void {
  const name = hex(account.accountId.ed25519);
  tally.add("coins", account.balance);
  tally.add(`${name} subentries`, account.signers.length);
  for (const sponsor of sponsorshipOf(account)?.signerSponsoringIDs ?? []) {
    if (!sponsor) continue;
    tally.add(`${hex(sponsor.ed25519)} sponsoring`, 1);
    tally.add(`${name} sponsored`, 1);
  }
}

/** The account whose entry this is; claimable balances and pools are nobody's. */
function ownerOf({ data }: LedgerEntryWire): string | undefined {
  switch (data.type) {
    case 0:
      return hex(data.account.accountId.ed25519);
    case 1:
      return hex(data.trustLine.accountId.ed25519);
    case 2:
      return hex(data.offer.sellerId.ed25519);
    case 3:
      return hex(data.data.accountId.ed25519);
    default:
      return undefined;
  }
}
