import type { Runtime } from "#server/platform/http/runtime.ts";
import { type Asker, matchesPassword } from "./passwords.ts";
import { findUserById } from "./store.ts";

export { createFirstAdmin, type FirstAdmin } from "./create-first-admin.ts";
export { createUser, type CreateWallet } from "./create-user.ts";
export { givenEmail, isMailboxUnproven, mustProveMailbox } from "./mailbox.ts";
export { claimedEmails, COLLISION_CHECK, oneNamespace } from "./migrations.ts";
export { countShared, findUserByName, NAME_KIND } from "./names.ts";
export { settleName } from "./settle-name.ts";
export { forgetPicture, keepPicture, readPicture } from "./picture.ts";
export { checkNewPassword } from "./new-password.ts";
export { type Asker, hashPassword, matchesPassword } from "./passwords.ts";
export { countTaken, takenEmailLimit } from "./taken-email.ts";
export { createUserReader, userOutput } from "./read-user.ts";
export { resolveSignIn, type SignInAccount } from "./resolve-sign-in.ts";
export {
  anonymiseUser,
  findUserByEmail,
  findUserById,
  findUserWithin,
  findUsersClaiming,
  outdateSessions,
  sealUserNamesAtFirst,
  sealUsersAtFirst,
  setEmail,
  setPassword,
  setPictureId,
  type UserDocument,
} from "./store.ts";

export {
  type AllowedAddress,
  createSecurity,
  forgetAllowList,
  NOBODY_WE_KNOW,
  noteCredentialChange,
  readSecurity,
  readSecurityWithin,
  sealSecurityAtFirst,
  securityCollection,
  type StoredChange,
  type TakenKind,
  type UserSecurity,
  writeSecurity,
} from "./user-security.ts";

/** Whether `password` is that of the user; an unknown user costs the same time and is a no. */
export async function verifyPassword(runtime: Runtime, userId: number, password: string): Promise<boolean> {
  const user = await findUserById(runtime, userId);
  const asker: Asker = { lane: `user ${userId}`, isKnown: true };
  return matchesPassword(asker, user?.password ?? null, password);
}
