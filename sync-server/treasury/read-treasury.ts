import type { HouseAccountOutput } from "#schemas/overview.ts";
import type { HouseAsset, HousePayment, TreasuryAccount, TreasuryOutput } from "#schemas/treasury.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { readHouseAccounts } from "#server/overview/index.ts";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import { type AccountDocument, accountCollection } from "#server/platform/ingest/account.ts";
import { TOP_UP_MEMO } from "#server/platform/ingest/arrivals.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { type AssetName, assetKey, NATIVE } from "#server/platform/network/assets.ts";
import { type Holdings, NetworkError } from "#server/platform/network/network.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { operationOf } from "#server/wallet/index.ts";
import type { TreasuryDeps } from "./deps.ts";
import { owedByHouse, owedKey } from "./owed.ts";
import { toldBudgets } from "./set-budget.ts";

const MOST_UNDER_WAY = 20;
type Owed = ReadonlyMap<string, bigint>;

/** The house's accounts as they are recorded, beside the ledger where it can be asked. Changes nothing. */
export async function readTreasury({ runtime, network }: TreasuryDeps): Promise<TreasuryOutput> {
  const { database, clock, config } = runtime;
  const addresses = await houseAccounts(database);
  const [accounts, stored, owed] = await Promise.all([
    readHouseAccounts(runtime),
    accountCollection(database)
      .find({ _id: { $in: [...addresses.values()] } })
      .toArray(),
    owedByHouse(database, addresses, null),
  ]);
  const byAddress = new Map(stored.map((account) => [account._id, account]));
  const ledger = await askLedger({ network }, stored);
  const told = accounts.map(async (account): Promise<TreasuryAccount> => {
    const recorded = byAddress.get(account.address);
    return {
      ...account,
      assets: recorded ? await assetsOf({ runtime }, recorded, ledger, owed) : [],
      budgets: await toldBudgets(runtime, account.purpose),
      underWay: await underWay({ runtime }, account),
      takesTopUps: account.purpose !== "suspense" && account.purpose !== "staking",
    };
  });
  return {
    at: clock.now().toISOString(),
    ledger: ledger?.ledger ?? null,
    topUpMemo: TOP_UP_MEMO,
    passphrase: config.stellar.passphrase,
    accounts: await Promise.all(told),
  };
}

/** Null where no node answers: what is recorded is shown all the same. */
async function askLedger(
  { network }: Pick<TreasuryDeps, "network">,
  accounts: readonly AccountDocument[],
): Promise<Holdings | null> {
  try {
    return await network.holdings(accounts.map(({ _id: address, lines }) => ({ address, assets: lines })));
  } catch (error) {
    if (error instanceof NetworkError) return null;
    throw error;
  }
}

async function assetsOf(
  { runtime: { database } }: Pick<TreasuryDeps, "runtime">,
  account: AccountDocument,
  ledger: Holdings | null,
  owed: Owed,
): Promise<HouseAsset[]> {
  const { _id: address } = account;
  const reserved = await reservationsOf(database, null, address);
  const onLedger = ledger && heldOnLedger(ledger, address);
  const recorded = new Map<string, bigint>(account.exists ? [[assetKey(NATIVE), BigInt(account.balance)]] : []);
  for (const line of account.lines) recorded.set(assetKey(line), BigInt(line.balance));
  const keys = [...new Set([...recorded.keys(), ...(onLedger?.keys() ?? [])])];
  return keys.toSorted(nativeFirst).map((key): HouseAsset => {
    const asset = assetOf(key);
    const [there, here] = [onLedger?.get(key), recorded.get(key)];
    return {
      ...asset,
      ledger: amountOrNull(there),
      recorded: amountOrNull(here),
      spendable: formatAmount(spendableOf(account, asset, reserved)),
      owed: formatAmount(owed.get(owedKey(address, key)) ?? 0n),
      agrees: onLedger === null || there === here,
    };
  });
}

function heldOnLedger({ accounts, lines }: Holdings, address: string): Map<string, bigint> {
  const account = accounts.get(address);
  const held = new Map<string, bigint>(account ? [[assetKey(NATIVE), account.balance]] : []);
  for (const line of lines) if (line.address === address) held.set(assetKey(line), line.balance);
  return held;
}

function assetOf(key: string): AssetName {
  const [assetCode = key, issuer = ""] = key.split("-");
  return { assetCode, issuer };
}

function nativeFirst(one: string, other: string): number {
  const native = assetKey(NATIVE);
  if ((one === native) !== (other === native)) return one === native ? -1 : 1;
  return one < other ? -1 : 1;
}

function amountOrNull(stroops: bigint | undefined): string | null {
  return stroops === undefined ? null : formatAmount(stroops);
}

/** What the account pays at the moment, by the index of what keeps money back. */
async function underWay(
  { runtime: { database } }: Pick<TreasuryDeps, "runtime">,
  { address }: Pick<HouseAccountOutput, "address">,
): Promise<HousePayment[]> {
  const open = await submissionCollection(database)
    .find({ account: address, isReserving: true }, { sort: { id: 1 }, limit: MOST_UNDER_WAY })
    .toArray();
  return open.map(described);
}

function described({ id, kind, state, steps, createdAt }: SubmissionDocument): HousePayment {
  const [first, ...more] = steps.map(operationOf);
  const only = more.length === 0 ? first : undefined;
  return {
    id,
    kind,
    state,
    amount: only?.amount ?? null,
    assetCode: only?.assetCode ?? "",
    to: only?.to ?? "",
    createdAt: createdAt.toISOString(),
  };
}
