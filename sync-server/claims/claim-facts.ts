import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { type AssetName, NATIVE } from "#server/platform/network/assets.ts";
import { isAssetHalted } from "#server/platform/submissions/halts.ts";
import { type Reservations, reservationsOf } from "#server/platform/submissions/reservations.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { readSecurityWithin } from "#server/users/index.ts";
import type { ClaimFacts } from "./rules.ts";

export interface ClaimSubject {
  readonly userId: number;
  readonly account: AccountDocument;
  readonly balanceId: string;
  readonly asset: AssetName;
}

/** What may have changed between the look at a claim and its recording. */
export interface Standing extends Pick<ClaimFacts, "isFrozen" | "isHalted" | "isClosing" | "isUnderWay" | "spare"> {
  readonly reserved: Reservations;
}

export async function readStanding(
  runtime: Runtime,
  session: ClientSession,
  { userId, account, balanceId, asset }: ClaimSubject,
): Promise<Standing> {
  const { database } = runtime;
  // Until ingestion has folded the ledger that settles it, the row still says that it is open.
  const underWay = await submissionCollection(database).findOne(
    { account: account._id, isReserving: true, kind: "claim", "steps.balanceId": balanceId },
    { session, projection: { id: 1 } },
  );
  const merge = await submissionCollection(database).findOne(
    { account: account._id, isReserving: true, "steps.type": "account_merge" },
    { session, projection: { id: 1 } },
  );
  const reserved = await reservationsOf(database, session, account._id);
  return {
    isFrozen: (await readSecurityWithin(runtime, session, userId)).isFrozen === true,
    isHalted: await isAssetHalted(database, asset, session),
    isClosing: merge !== null,
    isUnderWay: underWay !== null,
    spare: spendableOf(account, NATIVE, reserved),
    reserved,
  };
}
