import type { Runtime } from "#server/platform/http/runtime.ts";
import { matchesPassword } from "./passwords.ts";
import { findUserById } from "./store.ts";

export { createFirstAdmin, type FirstAdmin } from "./create-first-admin.ts";
export { createUser, type CreateWallet } from "./create-user.ts";
export { forgetPicture, keepPicture, readPicture } from "./picture.ts";
export { hashPassword, matchesPassword } from "./passwords.ts";
export { createUserReader, userOutput } from "./read-user.ts";
export {
  anonymiseUser,
  findClosedUser,
  findUserByEmail,
  findUserById,
  findUserByUsername,
  outdateSessions,
  sealUsersAtFirst,
  setEmail,
  setPassword,
  setPictureId,
  type UserDocument,
} from "./store.ts";

/** Whether `password` is that of the user; an unknown user costs the same time and is a no. */
export async function verifyPassword(runtime: Runtime, userId: number, password: string): Promise<boolean> {
  const user = await findUserById(runtime, userId);
  return matchesPassword(user?.password ?? null, password);
}
