import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { say } from "#schemas/say.ts";
import { nameKey } from "#schemas/values/names.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { makeUniqueUserId } from "./create-user.ts";
import { setSealed } from "#server/platform/seals/sealed-fields.ts";
import { isRowSealed, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { NAME_KIND, nameCollection, nameDigest, takeName } from "./names.ts";
import { userCollection, USERS } from "./store.ts";

/** Somebody who is not led to by a word any more, and what they are told of it. */
export interface Unnamed {
  readonly userId: number;
  readonly says: string;
}

/**
 * Gives a word that means two people to one of them. Whoever had it as a user ID gets another ID; a name stays for signing
 * in, and leads no money to its owner any more. Answers with those who lost it. Throws `name-not-shared` for a word that does
 * not mean this user and another, and `operator-own` where it could mean who decides.
 */
export async function settleName(
  runtime: Runtime,
  session: ClientSession,
  { name, userId, operatorId }: { readonly name: string; readonly userId: number; readonly operatorId: number },
): Promise<Unnamed[]> {
  const users = userCollection(runtime);
  const _id = nameDigest(name);
  const taken = await nameCollection(runtime).findOne({ _id }, { session });
  // What was written past the server is not made ours by an operator's word on it.
  const sharers = taken && isRowSealed(runtime.database, NAME_KIND, taken) ? taken.userIds : [];
  if (sharers.length < 2 || !sharers.includes(userId)) throw new AppError("name-not-shared");
  if (sharers.includes(operatorId)) throw new AppError("operator-own");
  const meant = await users.find({ id: { $in: [...sharers] } }, { session }).toArray();
  if (meant.some(({ id, closedAt }) => id === userId && closedAt !== undefined)) throw new AppError("account-closed");
  const settled = { userIds: [userId] };
  const seal = sealRow(runtime.database, NAME_KIND, { _id, ...settled });
  await nameCollection(runtime).updateOne({ _id }, { $set: { ...settled, seal } }, { session });
  const lost: Unnamed[] = [];
  for (const { id, closedAt, uniqueUserIdKey } of meant) {
    if (id === userId || closedAt !== undefined) continue;
    if (uniqueUserIdKey !== nameKey(name)) {
      lost.push({
        userId: id,
        says: say("said.name-was-id", { name }),
      });
      continue;
    }
    const uniqueUserId = makeUniqueUserId();
    await takeName(runtime, session, { userId: id, text: uniqueUserId, code: "unique-user-id-taken" });
    const key = setSealed(runtime.database, USERS, id, { uniqueUserIdKey: nameKey(uniqueUserId) });
    await users.updateOne({ id }, { $set: { uniqueUserId, ...key } }, { session });
    lost.push({
      userId: id,
      says: say("said.name-is-anothers", { name, userId: uniqueUserId }),
    });
  }
  return lost;
}
