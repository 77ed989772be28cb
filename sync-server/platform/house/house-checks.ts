import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import type { Check, CheckContext, CheckResult } from "#server/platform/checks/check.ts";
import { failed, passed } from "#server/platform/checks/results.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { reservationsOfAll } from "#server/platform/submissions/reservations.ts";
import { HOUSE_USER, submissionCollection } from "#server/platform/submissions/submission.ts";
import { HOUSE_PURPOSES, type HousePurpose, houseAccounts } from "./accounts.ts";
import { spentOn } from "./budget.ts";
import { countChannels } from "./keep-channels.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WEEK_DAYS = 7;
/** Days that are left when there is still a weekend to send money in, and when there is not. */
const SHORT_DAYS = 7;
const GRAVE_DAYS = 2;
/** Enough to open or fill a channel, and for a few deposits; the sponsor's carries ten new people. */
const LEAST: Readonly<Partial<Record<HousePurpose, string>>> = { treasury: "10", sponsor: "10" };
const COMMON = { version: 1, type: "treasury", timeLimitMs: 10_000 } as const;
const TOP_UP = { says: "check.step.top-up", path: "/admin-panel/treasury" } as const;

/** What is looked at of the house's own money. That the treasury was never opened, or a deposit waits for it, are issues of those who wait. */
export function houseChecks(): readonly Check[] {
  return [balance(), runway(), channels()];
}

interface HouseMoney {
  readonly purpose: HousePurpose;
  readonly address: string;
  /** In stroops; null for an account that is not on the ledger. */
  readonly spendable: bigint | null;
}

async function readMoney({ database }: Pick<Runtime, "database">): Promise<HouseMoney[]> {
  const addresses = await houseAccounts(database);
  const accounts = HOUSE_PURPOSES.flatMap((purpose) => {
    const address = addresses.get(purpose);
    return address === undefined ? [] : [{ purpose, address }];
  });
  const all = accounts.map(({ address }) => address);
  const found = await accountCollection(database)
    .find({ _id: { $in: all }, exists: true })
    .toArray();
  const known = new Map(found.map((account) => [account._id, account]));
  const reserved = await reservationsOfAll(database, null, all);
  return accounts.map(({ purpose, address }) => {
    const account = known.get(address);
    const spendable = account ? spendableOf(account, NATIVE, reserved.get(address) ?? new Map()) : null;
    return { purpose, address, spendable };
  });
}

function balance(): Check {
  return {
    ...COMMON,
    id: "house-balance",
    severity: "critical",
    intervalMs: 20_000,
    // A payment that is under way keeps back what comes back when it fails.
    failures: 2,
    passes: 2,
    dependsOn: ["database", "network-link", "treasury-unfunded", "treasury-low"],
    title: "check.house-balance",
    means: "check.house-balance.means",
    steps: [TOP_UP],
    run: async ({ runtime }) =>
      (await readMoney(runtime)).flatMap(({ purpose, address, spendable }): CheckResult[] => {
        const minimum = LEAST[purpose];
        const isIdle = purpose === "sponsor" && runtime.config.house.dailyReserveStroops === 0n;
        if (minimum === undefined || spendable === null || isIdle) return [];
        if (spendable >= parseAmount(minimum)) return [passed(purpose)];
        const facts = { purpose, address, spendable: formatAmount(spendable), minimum };
        return [failed("check.house-balance.low", facts, { subject: purpose })];
      }),
    task: ({ facts: { address, minimum } }) => ({
      title: "check.house-balance.task",
      description: "check.house-balance.task.means",
      priority: "critical",
      dueMs: DAY_MS,
      doing: {
        kind: "transfer",
        from: "",
        to: String(address),
        assetCode: "XLM",
        issuer: "",
        amount: formatAmount(parseAmount(String(minimum)) * 10n),
      },
    }),
  };
}

function runway(): Check {
  return {
    ...COMMON,
    id: "house-runway",
    severity: "warning",
    intervalMs: 15 * MINUTE_MS,
    failures: 1,
    passes: 1,
    dependsOn: ["database", "network-link", "house-balance", "treasury-unfunded", "treasury-low"],
    title: "check.house-runway",
    means: "check.house-runway.means",
    steps: [TOP_UP],
    run: async ({ runtime }) => {
      const accounts = await readMoney(runtime);
      const looks = accounts.map(async ({ purpose, address, spendable }): Promise<CheckResult[]> => {
        if (spendable === null) return [];
        const days = daysLeft(spendable, await spentInWeek(runtime, purpose, address));
        if (days === null || days >= SHORT_DAYS) return [passed(purpose)];
        const severity = days < GRAVE_DAYS ? "error" : "warning";
        return [failed("check.house-runway.short", { purpose, days }, { subject: purpose, severity })];
      });
      return (await Promise.all(looks)).flat();
    },
  };
}

/** Whole days that so many stroops last where so many were spent within a week; null where none were. */
export function daysLeft(spendable: bigint, spent: bigint): number | null {
  if (spent <= 0n) return null;
  const days = (spendable * BigInt(WEEK_DAYS)) / spent;
  return days > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(days);
}

/** In stroops of XLM: of the sponsor what its budgets gave, of all others what they paid. */
async function spentInWeek(runtime: CheckContext["runtime"], purpose: HousePurpose, address: string): Promise<bigint> {
  const { database, clock } = runtime;
  const now = clock.now().getTime();
  if (purpose === "sponsor") {
    const days = Array.from({ length: WEEK_DAYS }, (_, back) => new Date(now - back * DAY_MS));
    const all = await Promise.all([spentOn(database, "reserves", days), spentOn(database, "fees", days)]);
    return all.flat().reduce((sum, each) => sum + each, 0n);
  }
  const since = new Date(now - WEEK_DAYS * DAY_MS);
  const paid = submissionCollection(database).find(
    { userId: HOUSE_USER, createdAt: { $gte: since }, state: "confirmed", account: address },
    { projection: { _id: 0, steps: 1 } },
  );
  let sum = 0n;
  for await (const { steps } of paid)
    for (const step of steps)
      if (
        (step.type === "create_account" || (step.type === "payment" && step.issuer === "")) &&
        step.source === address
      )
        sum += BigInt(step.amount);
  return sum;
}

function channels(): Check {
  return {
    ...COMMON,
    id: "channels",
    severity: "error",
    intervalMs: MINUTE_MS,
    // Ten minutes: a few dozen are opened one submission after the other.
    failures: 10,
    passes: 1,
    dependsOn: ["database", "network-link", "house-balance", "treasury-unfunded", "treasury-low"],
    title: "check.channels",
    means: "check.channels.means",
    steps: [TOP_UP, { says: "check.step.payments", path: "/admin-panel/payments" }],
    run: async ({ runtime: { database, config } }) => {
      const wanted = config.house.channels;
      if (wanted === 0) return [];
      const { ready } = await countChannels(database);
      return [ready >= wanted ? passed() : failed("check.channels.missing", { ready, wanted })];
    },
  };
}
