import type { Document } from "mongodb";
import * as v from "valibot";
import { OperatorNoticeChoices } from "#schemas/operator-notices.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

interface StoredChoices extends Document {
  /** The operator's user number. */
  readonly _id: number;
  readonly choices: OperatorNoticeChoices;
}

function choicesOf(database: Database) {
  return database.collection<StoredChoices>("operator_notice_choices");
}

/** What operators chose; kinds that came later are as they usually are. */
export async function readNoticeChoices(
  { database }: Pick<Runtime, "database">,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, OperatorNoticeChoices>> {
  const stored = await choicesOf(database)
    .find({ _id: { $in: [...userIds] } })
    .toArray();
  const chosen = new Map(stored.map(({ _id, choices }) => [_id, choices]));
  return new Map(
    userIds.map((id) => {
      const known = v.safeParse(OperatorNoticeChoices, chosen.get(id) ?? {});
      return [id, known.success ? known.output : v.parse(OperatorNoticeChoices, {})];
    }),
  );
}

export async function writeNoticeChoices(
  { database }: Pick<Runtime, "database">,
  userId: number,
  choices: OperatorNoticeChoices,
): Promise<void> {
  await choicesOf(database).updateOne({ _id: userId }, { $set: { choices } }, { upsert: true });
}
