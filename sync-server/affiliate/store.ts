import type { ClientSession, Collection, Document } from "mongodb";
import type { AffiliatePayoutRow, AffiliateProgramRow, AffiliateTermsRow } from "#schemas/affiliate.ts";
import type { AffiliateRun, RewardState, SignalKind } from "#schemas/affiliate-desk.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { ReplicatedDocument } from "#server/platform/db/replicated.ts";
import { assertRowSealed, type SealedKind } from "#server/platform/seals/sealed-rows.ts";

type Beside = "uid" | "id" | "_deleted";

/** The terms that hold. There is one row, and its versions count up. */
export type TermsDocument = ReplicatedDocument &
  Omit<AffiliateTermsRow, Beside | "nextPayoutDate"> & {
    readonly nextPayoutDate: Date | null;
    readonly fourEyesAbove: string;
    readonly seal?: string;
  };

/** Somebody's place: who brought them, and what they are told of whom they brought. */
export type ProgramDocument = ReplicatedDocument &
  Omit<AffiliateProgramRow, Beside | "lastPayout"> & {
    readonly lastPayout: Date | null;
    /** The present code and the one before: both lead here, and are nobody else's for good. */
    readonly codes: readonly string[];
    /** Of the place of who brought them; always a lower number than this one's. */
    readonly referrerId: number | null;
    /** Those above, the nearest first, as far as they are kept. */
    readonly above: readonly number[];
    readonly joinedAt: Date;
    /** What was collected from them and could be priced, in ten-millionths of a dollar. */
    readonly collected: string;
    /** Operation id of their first deposit or trade; absent before. */
    readonly firstEvent?: string;
    /** Whether whoever brought them was told of it. */
    readonly isToldAbove: boolean;
    /** When its sums are to be told anew; absent where they are told. */
    readonly tellAt?: Date;
    readonly seal?: string;
  };

/** A reward of an event at a level. Rows are only ever added; what is taken back has a row below nothing. */
export interface StoredReward {
  readonly id: number;
  readonly kind: "fee" | "first" | "reversal";
  /** The ledger's operation id; of a reversal, what it reverses. */
  readonly eventId: string;
  readonly level: number;
  /** Places of who gets it and of whom it is for; and everybody's between and above, whose freezing has it wait. */
  readonly affiliateId: number;
  readonly userId: number;
  readonly referredId: number;
  readonly referredUserId: number;
  readonly through: readonly number[];
  /** What was collected, in stroops. */
  readonly fee: string;
  readonly assetCode: string;
  readonly issuer: string;
  /** By what it was reckoned: a dollar amount or percent, and of which version. */
  readonly value: string;
  readonly version: number;
  /** Ten-millionths of a dollar, with a sign; null while no price is known. */
  readonly amount: string | null;
  readonly at: Date;
  readonly heldUntil: Date;
  readonly state: RewardState;
  readonly signals: readonly SignalKind[];
  /** The fees that must have been collected first, in ten-millionths of a dollar. */
  readonly cover: string;
  readonly isCovered: boolean;
  readonly payoutId: number | null;
  readonly reason: string;
  readonly seal?: string;
}
export type RewardDocument = Document & StoredReward;

export type PayoutDocument = ReplicatedDocument &
  Omit<AffiliatePayoutRow, Beside | "payoutDate"> & {
    readonly payoutDate: Date;
    readonly affiliateId: number;
    readonly runId: number;
    readonly submissionId: number;
    readonly transactionId: number | null;
    readonly seal?: string;
  };

export interface SignalDocument extends Document {
  readonly id: number;
  readonly affiliateId: number;
  readonly userId: number;
  readonly referredId: number;
  readonly referredUserId: number;
  readonly kind: SignalKind;
  readonly detail: string;
  readonly at: Date;
  readonly state: "open" | "dismissed";
  /** How often it held what was booked; rows of before say nothing of it. */
  readonly holds?: number;
}

export interface RunDocument extends Omit<AffiliateRun, "at">, Document {
  readonly at: Date;
  /** Payable until then. */
  readonly until: Date;
  /** Places up to this one were looked at. */
  readonly place: number;
  readonly seal?: string;
}

/** What happened on the ledger to somebody who was brought, in the transaction that took it in. */
export interface StoredEvent {
  readonly id: number;
  readonly operationId: string;
  readonly userId: number;
  readonly kind: "fee" | "first";
  /** Stroops. */
  readonly amount: string;
  readonly assetCode: string;
  readonly issuer: string;
  readonly at: Date;
  readonly isBooked: boolean;
  readonly seal?: string;
}
export type EventDocument = Document & StoredEvent;

export interface ClickDocument extends Document {
  readonly id: number;
  readonly affiliateId: number;
  /** A digest of the address with a salt of that day. */
  readonly ipAddress: string;
  readonly userAgent: string;
  /** The host that led here; empty where none is told. */
  readonly referrer: string;
  readonly timestamp: Date;
  readonly day: string;
  readonly converted: boolean;
  readonly isCounted: boolean;
}

/** Rewards that are neither paid nor on their way. */
export const UNPAID: readonly RewardState[] = ["unpriced", "pending", "payable"];

export const TERMS = "affiliate_config";
export const PROGRAMS = "affiliate_program";
export const PAYOUTS = "affiliate_payouts";
export const REWARDS = "affiliate_rewards";
export const SIGNALS = "affiliate_signals";
export const RUNS = "affiliate_runs";
export const CLICKS = "affiliate_clicks";
export const EVENTS = "affiliate_events";

export const TERMS_KIND: SealedKind<TermsDocument> = {
  collection: TERMS,
  contentOf: ({ id, rewardType, levels, minPayout, holdDays, assetCode, issuer, active, ...terms }) => {
    const { payoutSchedule, nextPayoutDate, fourEyesAbove, version } = terms;
    const when = { payoutSchedule, nextPayoutDate, holdDays };
    return { id, rewardType, levels, minPayout, assetCode, issuer, active, fourEyesAbove, version, ...when };
  },
};

/** Whose it is, who brought them and what was collected: the rest is told, and decides nothing. */
export const PROGRAM_KIND: SealedKind<ProgramDocument> = {
  collection: PROGRAMS,
  contentOf: ({ id, userId, codes, referrerId, above, collected, firstEvent }) => ({
    id,
    userId,
    codes,
    referrerId,
    above,
    collected,
    ...(firstEvent !== undefined && { firstEvent }),
  }),
};

export const REWARD_KIND: SealedKind<RewardDocument> = {
  collection: REWARDS,
  contentOf: ({ _id, seal: _seal, ...reward }) => reward,
};

/** What happened: whoever writes the database makes no fee of what nobody paid. */
export const EVENT_KIND: SealedKind<StoredEvent> = {
  collection: EVENTS,
  contentOf: ({ id, operationId, userId, kind, amount, assetCode, issuer, at }) => {
    return { id, operationId, userId, kind, amount, assetCode, issuer, at };
  },
};

export const PAYOUT_KIND: SealedKind<PayoutDocument> = {
  collection: PAYOUTS,
  contentOf: ({ id, userId, uid, affiliateId, runId, amount, price, paid, asset, issuer, status, submissionId }) => {
    const money = { amount, price, paid, asset, issuer };
    return { id, userId, uid, affiliateId, runId, ...money, status, submissionId };
  },
};

export const RUN_KIND: SealedKind<RunDocument> = {
  collection: RUNS,
  contentOf: ({ id, at, until, operatorId, limit }) => ({ id, at, until, operatorId, limit }),
};

export function termsCollection(database: Database): Collection<TermsDocument> {
  return database.collection<TermsDocument>(TERMS);
}

export function programCollection(database: Database): Collection<ProgramDocument> {
  return database.collection<ProgramDocument>(PROGRAMS);
}

export function rewardCollection(database: Database): Collection<RewardDocument> {
  return database.collection<RewardDocument>(REWARDS);
}

export function payoutCollection(database: Database): Collection<PayoutDocument> {
  return database.collection<PayoutDocument>(PAYOUTS);
}

export function signalCollection(database: Database): Collection<SignalDocument> {
  return database.collection<SignalDocument>(SIGNALS);
}

export function runCollection(database: Database): Collection<RunDocument> {
  return database.collection<RunDocument>(RUNS);
}

export function eventCollection(database: Database): Collection<EventDocument> {
  return database.collection<EventDocument>(EVENTS);
}

export function clickCollection(database: Database): Collection<ClickDocument> {
  return database.collection<ClickDocument>(CLICKS);
}

/** The terms that hold; null before there were any. Throws `SealBrokenError` for what was written past the server. */
export async function readTerms(database: Database, session: ClientSession | null): Promise<TermsDocument | null> {
  const terms = await termsCollection(database).findOne({}, inSession(session));
  if (terms) assertRowSealed(database, TERMS_KIND, terms, terms.id);
  return terms;
}

/** Somebody's place; null where they have none. Throws like {@link readTerms}. */
export async function findProgram(
  database: Database,
  where: { readonly userId: number } | { readonly id: number } | { readonly codes: string },
  session: ClientSession | null,
): Promise<ProgramDocument | null> {
  const program = await programCollection(database).findOne(where, inSession(session));
  if (program) assertRowSealed(database, PROGRAM_KIND, program, program.id);
  return program;
}
