import type { ServiceState } from "./state.ts";

/** A label's value by its name: of few words each, never a person or an address. */
type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];

/** What is told of the service's state. Amounts are XLM, as a number: for curves and alarms, never for books. */
export interface GaugeOf {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly read: (state: ServiceState) => readonly Sample[];
}

const NONE: Labels = {};

export const GAUGES: readonly GaugeOf[] = [
  {
    name: "astrolabe_ingested_ledger",
    help: "The ledger up to which our records are whole.",
    labels: [],
    read: ({ service }) => [[NONE, service.ingestedLedger]],
  },
  {
    name: "astrolabe_network_up",
    help: "Whether a node of the network answers.",
    labels: [],
    read: ({ service }) => [[NONE, service.newestLedger === null ? 0 : 1]],
  },
  {
    name: "astrolabe_ledger_lag",
    help: "Ledgers by which our records are behind the network; absent while no node answers.",
    labels: [],
    read: ({ service: { ingestedLedger, newestLedger } }) =>
      newestLedger === null ? [] : [[NONE, Math.max(0, newestLedger - ingestedLedger)]],
  },
  {
    name: "astrolabe_database_ping_seconds",
    help: "How long the database took to answer.",
    labels: [],
    read: ({ service }) => [[NONE, service.databaseMs / 1000]],
  },
  {
    name: "astrolabe_processes",
    help: "Server processes that say they are there.",
    labels: [],
    read: ({ service }) => [[NONE, service.processes.length]],
  },
  {
    name: "astrolabe_job_held",
    help: "Whether a process runs the job.",
    labels: ["job"],
    read: ({ service }) => service.jobs.map(({ name, process }) => [{ job: name }, process === null ? 0 : 1]),
  },
  {
    name: "astrolabe_submissions",
    help: "Submissions under way, by state.",
    labels: ["state"],
    read: ({ submissions }) => [...submissions].map(([state, { count }]) => [{ state }, count]),
  },
  {
    name: "astrolabe_submission_oldest_seconds",
    help: "How long ago the oldest submission in a state was accepted; 0 where there is none.",
    labels: ["state"],
    read: ({ submissions, at }) => [...submissions].map(([state, { oldest }]) => [{ state }, ageOf(oldest, at)]),
  },
  {
    name: "astrolabe_waiting",
    help: "What waits for a person, by kind; differences are those of reconciliation, issues all other open ones.",
    labels: ["kind"],
    read: ({ waiting }) => Object.entries(waiting).map(([kind, { count }]) => [{ kind }, count]),
  },
  {
    name: "astrolabe_waiting_oldest_seconds",
    help: "How long the oldest of a kind waits; 0 where nothing does.",
    labels: ["kind"],
    read: ({ waiting, at }) =>
      Object.entries(waiting).map(([kind, { oldest }]) => [
        { kind },
        ageOf(oldest === null ? null : new Date(oldest), at),
      ]),
  },
  {
    name: "astrolabe_halted_assets",
    help: "Assets whose payments are halted, by reconciliation or operators.",
    labels: [],
    read: ({ house }) => [[NONE, house.halted.length]],
  },
  {
    name: "astrolabe_house_spendable_xlm",
    help: "XLM that an account of the house may spend, by purpose.",
    labels: ["purpose"],
    read: ({ house }) => house.accounts.map(({ purpose, spendable }) => [{ purpose }, Number(spendable)]),
  },
  {
    name: "astrolabe_house_runway_days",
    help: "Days that an account of the house lasts at the pace of the last week; absent where nothing was spent.",
    labels: ["purpose"],
    read: ({ house }) =>
      house.accounts.flatMap(({ purpose, daysLeft }): Sample[] => (daysLeft === null ? [] : [[{ purpose }, daysLeft]])),
  },
  {
    name: "astrolabe_budget_spent_xlm",
    help: "XLM of a day's budget that are spent today, by budget.",
    labels: ["budget"],
    read: ({ house }) => house.budgets.map(({ name, spentToday }) => [{ budget: name }, Number(spentToday)]),
  },
  {
    name: "astrolabe_budget_daily_xlm",
    help: "XLM that a budget has for each day.",
    labels: ["budget"],
    read: ({ house }) => house.budgets.map(({ name, daily }) => [{ budget: name }, Number(daily)]),
  },
  {
    name: "astrolabe_channels",
    help: "Channel accounts of the house: wanted, ready, and of these low on XLM.",
    labels: ["state"],
    read: ({ house }) => Object.entries(house.channels).map(([state, count]) => [{ state }, count]),
  },
];

function ageOf(since: Date | null, now: Date): number {
  return since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1000);
}
