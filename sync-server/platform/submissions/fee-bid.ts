import type { ClientSession } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { type AccountDocument, takeAccount } from "#server/platform/ingest/account.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { feeLeft } from "./missed.ts";
import { reservationsOf } from "./reservations.ts";
import type { Hold, SubmissionDocument } from "./submission.ts";

/** A higher bid for a submission that is built anew. */
export interface RaisedFee {
  /** In stroops, for the whole transaction. */
  readonly fee: string;
  readonly holds: readonly Hold[];
  /** What its payer keeps back beyond what it did, in stroops; none where a channel pays the fee. */
  readonly extra: bigint;
}

/**
 * The bid that the network asks for now, where it is higher than the one that was not enough and the payer can spare the
 * difference, never above the submission's own bound. Null leaves the bid as it was: also where the house pays the fee,
 * whose budget for it is spent.
 */
export async function raiseFee(
  database: Database,
  network: StellarNetwork,
  submission: SubmissionDocument,
): Promise<RaisedFee | null> {
  if (submission.feePayer !== null) return null;
  const asked = (await network.feeBid()) * BigInt(submission.steps.length);
  const fee = lower(asked, feeLeft(submission));
  const more = fee - BigInt(submission.fee);
  if (more <= 0n) return null;
  if (submission.viaChannel) return { fee: String(fee), holds: submission.holds, extra: 0n };
  const payer = await database.transaction((session) => takePayer(database, session, submission.account, more));
  if (!payer) return null;
  return { fee: String(fee), holds: [...submission.holds, { ...NATIVE, amount: String(more) }], extra: more };
}

function lower(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** Takes the payer for this transaction; null unless it can still spare what a raised fee keeps back. */
export async function takePayer(
  database: Database,
  session: ClientSession,
  address: string,
  extra: bigint,
): Promise<AccountDocument | null> {
  const account = await takeAccount(database, session, address);
  if (!account) return null;
  const free = spendableOf(account, NATIVE, await reservationsOf(database, session, address));
  return free < extra ? null : account;
}
