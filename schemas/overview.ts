import * as v from "valibot";
import { ErrorAck } from "./protocol.ts";
import { RewrapProgress } from "./service-keys.ts";
import { AssetCode, Instant, textUpTo } from "./values/fields.ts";
import { Amount } from "./values/money.ts";

/** What waits for a person, each where a person deals with it; `legal` are legal pages that are still what Astrolabe came with. */
export const WAITING = [
  "deposits",
  "proposals",
  "held",
  "ambiguous",
  "suspense",
  "differences",
  "reports",
  "identities",
  "legal",
  "issues",
  "tasks",
] as const;
export type WaitingKind = (typeof WAITING)[number];

/** UTC days that are told of, today among them. */
export const OVERVIEW_DAYS = 14;
/** Days whose spending says how long the rest will last. */
export const SPENDING_DAYS = 7;

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const Waiting = v.strictObject({
  count: Count,
  /** Since when the oldest waits; null where nothing does. */ oldest: v.nullable(Instant),
});

/** A sum of amounts: it may be more than one amount can be. */
const Sum = v.pipe(v.string(), v.regex(/^\d{1,30}\.\d{7}$/, "Malformed sum"));
const AssetSum = v.strictObject({ assetCode: AssetCode, /** Empty for XLM. */ issuer: textUpTo(56), amount: Sum });
export type AssetSum = v.InferOutput<typeof AssetSum>;

/** One UTC day, such as `2026-01-31`. */
const Day = v.strictObject({
  day: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/, "Malformed day")),
  newUsers: Count,
  /** What people paid to others, and what they gave in exchanges, by asset. */
  volume: v.array(AssetSum),
  /** What of theirs went to the operator. */
  fees: v.array(AssetSum),
});
export type OverviewDay = v.InferOutput<typeof Day>;

export const HousePurpose = v.picklist([
  "treasury",
  "rewards",
  "fees",
  "sponsor",
  "suspense",
  "staking",
  "staking-rewards",
]);
export type HousePurpose = v.InferOutput<typeof HousePurpose>;

export const HouseAccount = v.strictObject({
  purpose: HousePurpose,
  address: v.string(),
  /** Whether the network has it. */
  exists: v.boolean(),
  /** XLM that may be spent. */
  spendable: Amount,
  /** XLM that went out within the last days; null where nobody counts it. */
  spent: v.nullable(Sum),
  /** How long it lasts at that pace, in whole days; null where nothing was spent, or nobody counts it. */
  daysLeft: v.nullable(Count),
});
export type HouseAccountOutput = v.InferOutput<typeof HouseAccount>;

const Budget = v.strictObject({ name: v.picklist(["reserves", "fees"]), spentToday: Amount, daily: Amount });

/** Submissions that are under way, and what became of those accepted today. */
const SubmissionCounts = v.strictObject({
  held: Count,
  created: Count,
  "awaiting-signature": Count,
  signed: Count,
  submitted: Count,
  expired: Count,
  ambiguous: Count,
  confirmedToday: Count,
  failedToday: Count,
});
export type SubmissionCounts = v.InferOutput<typeof SubmissionCounts>;

/** Everything that operators see at a glance, in the parts of which those are told that changed. */
const PARTS = {
  waiting: v.strictObject({
    deposits: Waiting,
    proposals: Waiting,
    held: Waiting,
    ambiguous: Waiting,
    suspense: Waiting,
    differences: Waiting,
    reports: Waiting,
    identities: Waiting,
    legal: Waiting,
    /** What is wrong with the service, besides what is counted above. */
    issues: Waiting,
    tasks: Waiting,
  } satisfies Record<WaitingKind, typeof Waiting>),
  days: v.strictObject({
    /** Accounts that were ever opened. */
    users: Count,
    /** The oldest first; today, which is not over, is the last. */
    days: v.array(Day),
  }),
  house: v.strictObject({
    accounts: v.array(HouseAccount),
    channels: v.strictObject({ wanted: Count, ready: Count, low: Count }),
    budgets: v.array(Budget),
    /** Assets whose payments are halted, `XLM` or `CODE-ISSUER`. */
    halted: v.array(v.string()),
  }),
  submissions: SubmissionCounts,
  /** How far the newest change of the vault's locks is; null where there never was one. */
  rewrap: v.nullable(RewrapProgress),
  service: v.strictObject({
    /** Up to which ledger our records are whole, and the newest of the network; null while no node answers. */
    ingestedLedger: Count,
    newestLedger: v.nullable(Count),
    /** How long the database took to answer, in milliseconds. */
    databaseMs: Count,
    processes: v.array(v.strictObject({ id: v.string(), startedAt: Instant, sockets: Count })),
    /** Jobs of which one process at a time runs one; `process` is null where none holds it. */
    jobs: v.array(v.strictObject({ name: v.string(), process: v.nullable(v.string()) })),
  }),
} as const;

/** The whole picture; each that follows it has a higher `sequence`. */
export const OverviewOutput = v.strictObject({ sequence: Count, at: Instant, ...PARTS });
export type OverviewOutput = v.InferOutput<typeof OverviewOutput>;

/** What changed of it after `previous`. Whoever does not have that one has missed something, and asks. */
export const OverviewChange = v.strictObject({
  previous: Count,
  sequence: Count,
  at: Instant,
  waiting: v.exactOptional(PARTS.waiting),
  days: v.exactOptional(PARTS.days),
  house: v.exactOptional(PARTS.house),
  submissions: v.exactOptional(PARTS.submissions),
  rewrap: v.exactOptional(PARTS.rewrap),
  service: v.exactOptional(PARTS.service),
});
export type OverviewChange = v.InferOutput<typeof OverviewChange>;

export type OverviewParts = Omit<OverviewOutput, "sequence" | "at">;
export type OverviewPart = keyof OverviewParts;

/** The question of an operator who wants to be told what changes of the overview from now on, and its answer. */
export const WatchOverviewMessage = v.strictObject({});
export const WatchOverviewAck = v.union([OverviewOutput, ErrorAck]);

/** What a check of the service found wrong and has not found right again, in the reader's language. */
export const IssueOutput = v.strictObject({
  id: v.number(),
  /** What it is about, such as `reconciliation`. */
  type: v.string(),
  severity: v.picklist(["info", "warning", "error", "critical"]),
  title: v.string(),
  means: v.string(),
  /** How often it was found. */
  occurrences: v.number(),
  since: Instant,
  lastAt: Instant,
});
export type IssueOutput = v.InferOutput<typeof IssueOutput>;
/** The latest first, fifty at most. */
export const IssuesOutput = v.strictObject({ issues: v.array(IssueOutput) });
export type IssuesOutput = v.InferOutput<typeof IssuesOutput>;
