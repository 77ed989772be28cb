import type { LoginInput } from "#schemas/auth.ts";
import { AppError } from "#schemas/errors.ts";
import type { AccessOrigin } from "#server/access-history/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { CheckSecondFactor } from "#server/two-factor/index.ts";
import { findClosedUser, findUserByUsername, matchesPassword, type UserDocument } from "#server/users/index.ts";
import type { Attempts } from "./attempts.ts";

/**
 * Finds the user whose name and password these are; an unknown name costs the same time as a wrong password.
 * Throws `refusal`, `account-closed`, what the second factor throws, or `rate-limited` after too many failures of the account or from the address.
 */
export async function checkCredentials(
  runtime: Runtime,
  attempts: Attempts,
  checkSecondFactor: CheckSecondFactor,
  input: LoginInput,
  origin: AccessOrigin,
  refusal: "credentials-wrong" | "admin-credentials-wrong",
): Promise<UserDocument> {
  const account = input.username.toLowerCase();
  await attempts.loginFromAddress.take(origin.ipAddress);
  await attempts.loginOfAccount.take(account);
  const user = (await findUserByUsername(runtime, input.username)) ?? (await findClosedUser(runtime, input.username));
  const matches = await matchesPassword(user?.password ?? null, input.password);
  if (!user || !matches) throw new AppError(refusal);
  // The password was right: what follows is counted by the second factor's own limit.
  await attempts.loginFromAddress.giveBack(origin.ipAddress);
  await attempts.loginOfAccount.giveBack(account);
  if (user.closedAt !== undefined) throw new AppError("account-closed");
  await checkSecondFactor(user.id, input.code);
  return user;
}
