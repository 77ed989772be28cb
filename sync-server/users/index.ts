export { type ChosenAdmin, createFirstAdmin, type FirstAdmin } from "./create-first-admin.ts";
export { createUser, type CreateWallet } from "./create-user.ts";
export { givenEmail, isMailboxUnproven, mustProveMailbox } from "./mailbox.ts";
export { claimedEmails, COLLISION_CHECK, oneNamespace, signUpDays } from "./migrations.ts";
export { countShared, findUserByName, findUsersByName, meansWithin, NAME_KIND } from "./names.ts";
export { isNewAccount } from "./new-account.ts";
export { checkNewPassword } from "./new-password.ts";
export { type Asker, hashPassword, matchesPassword } from "./passwords.ts";
export {
  beginsWith,
  idsBeginningWith,
  isPlace,
  type PeopleOrder,
  type PeopleWalk,
  peopleInOrder,
  signUpDay,
} from "./people-in-order.ts";
export { type PeopleMeant, peopleMeant } from "./people-meant.ts";
export { forgetPicture, keepPicture, readPicture } from "./picture.ts";
export { createUserReader, userOutput } from "./read-user.ts";
export { resolveSignIn, type SignInAccount } from "./resolve-sign-in.ts";
export { settleName } from "./settle-name.ts";
export {
  anonymiseUser,
  believed as believedUser,
  findUserByEmail,
  findUserByEmailWithin,
  findUserById,
  findUsersById,
  findUserWithin,
  findUsersClaiming,
  outdateSessions,
  sealUserNamesAtFirst,
  sealUsersAtFirst,
  setEmail,
  setIdentity,
  setPassword,
  setPictureId,
  setStanding,
  type UserDocument,
} from "./store.ts";
export { countTaken, takenEmailLimit } from "./taken-email.ts";
export {
  type AllowedAddress,
  type ClosingWish,
  createSecurity,
  forgetAllowList,
  NOBODY_WE_KNOW,
  noteCredentialChange,
  readSecurity,
  readSecurityOf,
  readSecurityWithin,
  sealSecurityAtFirst,
  securityCollection,
  type StoredChange,
  type TakenKind,
  type UserSecurity,
  writeSecurity,
} from "./user-security.ts";
export { verifyPassword } from "./verify-password.ts";
