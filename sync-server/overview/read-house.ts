import { type HouseAccountOutput, type OverviewParts, SPENDING_DAYS } from "#schemas/overview.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { HOUSE_PURPOSES, type HousePurpose, houseAccounts } from "#server/platform/house/accounts.ts";
import { spentOn } from "#server/platform/house/budget.ts";
import { countChannels } from "#server/platform/house/keep-channels.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { haltReasons } from "#server/platform/submissions/halts.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import { HOUSE_USER, submissionCollection } from "#server/platform/submissions/submission.ts";
import { daysAfter, lastDays } from "./days.ts";

type Deps = Pick<Runtime, "database" | "clock" | "config">;

/** The house's own accounts, what they have and how long that lasts, its channels and the budgets of today. */
export async function readHouse(deps: Deps): Promise<OverviewParts["house"]> {
  const { database, clock, config } = deps;
  const today = [clock.now()];
  const [accounts, { ready, low }, [reserves = 0n], [fees = 0n], halts] = await Promise.all([
    readHouseAccounts(deps),
    countChannels(database),
    spentOn(database, "reserves", today),
    spentOn(database, "fees", today),
    haltReasons(database, null),
  ]);
  const { channels, dailyReserveStroops, dailyFeeStroops } = config.house;
  return {
    accounts,
    channels: { wanted: channels, ready, low },
    budgets: [
      { name: "reserves", spentToday: formatAmount(reserves), daily: formatAmount(dailyReserveStroops) },
      { name: "fees", spentToday: formatAmount(fees), daily: formatAmount(dailyFeeStroops) },
    ],
    halted: [...halts.keys()].toSorted(),
  };
}

/** Those of its accounts that were made, each with what it has of XLM and how long that lasts. */
export async function readHouseAccounts(deps: Deps): Promise<HouseAccountOutput[]> {
  const addresses = await houseAccounts(deps.database);
  const accounts = HOUSE_PURPOSES.map((purpose) => describe(deps, purpose, addresses.get(purpose)));
  return (await Promise.all(accounts)).flat();
}

async function describe(deps: Deps, purpose: HousePurpose, address: string | undefined): Promise<HouseAccountOutput[]> {
  if (address === undefined) return [];
  const { database } = deps;
  const account = await accountCollection(database).findOne({ _id: address });
  const spendable = account ? spendableOf(account, NATIVE, await reservationsOf(database, null, address)) : 0n;
  const spent = await spentBy(deps, purpose, address);
  return [
    {
      purpose,
      address,
      exists: account?.exists ?? false,
      spendable: formatAmount(spendable),
      spent: spent === null ? null : formatAmount(spent),
      daysLeft: spent === null ? null : daysLeft(spendable, spent),
    },
  ];
}

/** Whole days that so much lasts, where so much was spent in the last {@link SPENDING_DAYS}; null where nothing was. */
export function daysLeft(spendable: bigint, spent: bigint): number | null {
  if (spent <= 0n) return null;
  const days = (spendable * BigInt(SPENDING_DAYS)) / spent;
  return days > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(days);
}

/** XLM that went out within the last days, in stroops: what the treasury paid, and what the sponsor's budgets gave. */
async function spentBy(deps: Deps, purpose: HousePurpose, address: string): Promise<bigint | null> {
  const now = deps.clock.now();
  if (purpose === "treasury") return paidSince(deps, address, daysAfter(now, -SPENDING_DAYS));
  if (purpose !== "sponsor") return null;
  const days = lastDays(now, SPENDING_DAYS);
  const all = await Promise.all([spentOn(deps.database, "reserves", days), spentOn(deps.database, "fees", days)]);
  return all.flat().reduce((sum, each) => sum + each, 0n);
}

/** Of the house's submissions of that time, by their index, what this account paid in XLM. */
async function paidSince({ database }: Deps, source: string, since: Date): Promise<bigint> {
  const paid = submissionCollection(database).find(
    { userId: HOUSE_USER, createdAt: { $gte: since }, state: "confirmed", account: source },
    { projection: { _id: 0, steps: 1 } },
  );
  let sum = 0n;
  for await (const { steps } of paid)
    for (const step of steps)
      if ((step.type === "create_account" || (step.type === "payment" && step.issuer === "")) && step.source === source)
        sum += BigInt(step.amount);
  return sum;
}
