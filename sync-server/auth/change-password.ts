import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { AttemptLimit } from "#server/platform/http/limits.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { cancelAllWaiting, noteCredentialChange } from "#server/security/index.ts";
import { hashPassword, setPassword, type UserDocument, verifyPassword } from "#server/users/index.ts";

/** Throws `password-wrong`, or `rate-limited` after too many wrong ones of this user. */
export async function checkOwnPassword(
  runtime: Runtime,
  limit: AttemptLimit,
  userId: number,
  password: string,
): Promise<void> {
  const key = String(userId);
  await limit.take(key);
  if (!(await verifyPassword(runtime, userId, password))) throw new AppError("password-wrong");
  await limit.giveBack(key);
}

/**
 * Sets the password; with it every session of before is worthless, save what `keep` saves within the same transaction, and
 * payments pause. Answers with the user as it is now.
 */
export async function changePassword(
  runtime: Runtime,
  userId: number,
  password: string,
  keep: (session: ClientSession, user: UserDocument) => Promise<void>,
): Promise<UserDocument> {
  const hash = await hashPassword(password);
  return runtime.database.transaction(async (session) => {
    await noteCredentialChange(runtime, userId, session);
    await cancelAllWaiting(runtime, session, userId);
    const user = await setPassword(runtime, session, userId, hash);
    await keep(session, user);
    await notify(runtime, session, { userId, kind: "password-changed" });
    return user;
  });
}
