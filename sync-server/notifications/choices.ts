import type { Document } from "mongodb";
import * as v from "valibot";
import { DEFAULT_CHOICES, NotificationChoices } from "#schemas/notifications.ts";
import { waitingSaid } from "#schemas/protection-words.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { type Applier, forgetWaiting, weaken } from "#server/security/index.ts";

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

/** Topics that warn: what is pushed of them waits to be switched off. */
const WARNINGS = { signIns: "sign-in-push-off", security: "security-push-off" } as const;
type Warning = keyof typeof WARNINGS;

/** Keeps what the user chose; where warnings are to be pushed no more, they are until that has waited. */
export async function writeChoices(runtime: Runtime, userId: number, choices: NotificationChoices): Promise<void> {
  const before = await readChoices(runtime, userId);
  await runtime.database.transaction(async (session) => {
    const push = { ...choices.push };
    for (const topic of ["signIns", "security"] as const) {
      const kind = WARNINGS[topic];
      if (push[topic]) await forgetWaiting(runtime, session, userId, [kind]);
      else if (before.push[topic])
        push[topic] = (await weaken(runtime, session, userId, { kind, from: "", to: "" })) === "waits";
    }
    await choicesCollection(runtime).replaceOne({ _id: userId }, { ...choices, push }, { upsert: true, session });
  });
}

/** Has warnings of a topic pushed no more, once that has waited. */
export function silencePush(topic: Warning): Applier {
  return async (runtime, session, userId, change) => {
    const field = { [`push.${topic}`]: false };
    await choicesCollection(runtime).updateOne({ _id: userId }, { $set: field }, { upsert: true, session });
    await notify(runtime, session, { userId, kind: "protection-weakened", detail: waitingSaid(change) });
  };
}
