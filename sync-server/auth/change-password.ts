import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { takeAll } from "#server/platform/http/limits.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { cancelAllWaiting } from "#server/security/index.ts";
import { noteCredentialChange } from "#server/users/index.ts";
import {
  checkNewPassword,
  findUserById,
  hashPassword,
  setPassword,
  type UserDocument,
  verifyPassword,
} from "#server/users/index.ts";
import type { Attempts } from "./attempts.ts";

/** Throws `password-wrong`, or `rate-limited` after too many wrong ones of this user. */
export async function checkOwnPassword(
  runtime: Runtime,
  attempts: Attempts,
  userId: number,
  password: string,
): Promise<void> {
  const giveBack = await takeAll(attempts.confirmation(userId));
  const matches = await verifyPassword(runtime, userId, password).catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
  if (!matches) throw new AppError("password-wrong");
  await giveBack();
}

/**
 * Sets the password; with it every session of before is worthless, save what `keep` saves within the same transaction, and
 * payments pause. Answers with the user as it is now. Throws `password-common`, `password-like-name`.
 */
export async function changePassword(
  runtime: Runtime,
  userId: number,
  password: string,
  keep: (session: ClientSession, user: UserDocument) => Promise<void>,
): Promise<UserDocument> {
  const owner = await findUserById(runtime, userId);
  if (!owner) throw new AppError("session-required");
  await checkNewPassword(password, owner);
  const hash = await hashPassword({ lane: `user ${userId}`, isKnown: true }, password);
  return runtime.database.transaction(async (session) => {
    await noteCredentialChange(runtime, session, userId);
    await cancelAllWaiting(runtime, session, userId);
    const user = await setPassword(runtime, session, userId, hash);
    await keep(session, user);
    await notify(runtime, session, { userId, kind: "password-changed" });
    return user;
  });
}
