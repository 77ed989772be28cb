import type { Document } from "mongodb";
import * as v from "valibot";
import { DEFAULT_CHOICES, NotificationChoices } from "#schemas/notifications.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

interface StoredChoices extends Document {
  /** The user's id. */
  readonly _id: number;
}

const NOTIFICATION_CHOICES = "notification_choices";

function choicesCollection({ database }: Pick<Runtime, "database">) {
  return database.collection<StoredChoices>(NOTIFICATION_CHOICES);
}

/** What the user chose; topics that came later are as they are by default. */
export async function readChoices(runtime: Runtime, userId: number): Promise<NotificationChoices> {
  const stored = await choicesCollection(runtime).findOne({ _id: userId }, { projection: { _id: 0 } });
  const { push, mail, showsAmounts } = DEFAULT_CHOICES;
  return v.parse(NotificationChoices, {
    push: { ...push, ...stored?.["push"] },
    mail: { ...mail, ...stored?.["mail"] },
    showsAmounts: stored?.["showsAmounts"] ?? showsAmounts,
  });
}

export async function writeChoices(runtime: Runtime, userId: number, choices: NotificationChoices): Promise<void> {
  await choicesCollection(runtime).replaceOne({ _id: userId }, choices, { upsert: true });
}
