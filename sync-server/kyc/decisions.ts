import type { ClientSession, Collection, Document } from "mongodb";
import type { IdentityAsked } from "#schemas/identity.ts";
import type { RejectCause } from "#schemas/kyc.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { verificationsOf } from "./verifications.ts";

/** What a reviewer decided of a check, or asked again. Rows are only ever added; they go with the check. */
export interface Decision extends Document {
  readonly verificationId: number;
  readonly at: Date;
  readonly by: number;
  readonly act: "approved" | "asked" | "rejected";
  readonly asked: readonly IdentityAsked[];
  readonly cause: RejectCause | null;
  /** To the person. */
  readonly note: string;
  /** To operators alone: why, as it stands in their log. */
  readonly privateNote: string;
}

export function decisionsOf(database: Database): Collection<Decision> {
  return database.collection<Decision>("kyc_decisions");
}

export const decisionIndexes: Migration = {
  number: 114,
  name: "what was decided of identity checks",
  run: async (database) => {
    await decisionsOf(database).createIndex({ verificationId: 1, at: -1 });
    // The queue is in the order of numbers.
    await verificationsOf(database).createIndex({ status: 1, id: 1 });
  },
};

/** Forgets what was decided of a check, private notes among it. */
export async function forgetDecisions(
  database: Database,
  session: ClientSession,
  verificationId: number,
): Promise<void> {
  await decisionsOf(database).deleteMany({ verificationId }, { session });
}
