import type { FastifyRequest } from "fastify";
import type { LoginInput } from "#schemas/auth.ts";
import { AppError } from "#schemas/errors.ts";
import { takeAll } from "#server/platform/http/limits.ts";
import { networkOf } from "#server/platform/http/network-of.ts";
import { noteOutcome } from "#server/platform/http/outcome.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { CheckSecondFactor } from "#server/two-factor/index.ts";
import { type Asker, matchesPassword, resolveSignIn, type UserDocument } from "#server/users/index.ts";
import type { Attempts } from "./attempts.ts";
import { knownDeviceOf } from "./known-devices.ts";

interface LogInDeps {
  readonly runtime: Runtime;
  readonly attempts: Attempts;
  readonly checkSecondFactor: CheckSecondFactor;
}

/**
 * Finds the user whose name or e-mail address, and password, these are. What is typed is resolved to the account before it
 * is counted; nobody's name is counted, takes its time and is answered like somebody's with a wrong password.
 * Throws `refusal`, `account-closed`, what the second factor throws, `busy`, or `rate-limited` after too many failures.
 */
export async function checkCredentials(
  { runtime, attempts, checkSecondFactor }: LogInDeps,
  input: LoginInput,
  request: FastifyRequest,
  refusal: "credentials-wrong" | "admin-credentials-wrong",
): Promise<UserDocument> {
  const { user, key } = await resolveSignIn(runtime, input.username);
  if (user) noteOutcome(request, { userId: user.id });
  const knownDevice = await knownDeviceOf(runtime, request, user?.id ?? null);
  const giveBack = await takeAll(attempts.signIn(key, { ipAddress: request.ip, knownDevice }));
  const asker: Asker =
    knownDevice === null ? { lane: `sign-in ${networkOf(request.ip)}`, isKnown: false } : { lane: key, isKnown: true };
  const matches = await matchesPassword(asker, user?.password ?? null, input.password).catch(async (error: unknown) => {
    // Nothing was tried: there was no turn for it.
    await giveBack();
    throw error;
  });
  if (!user || !matches) throw new AppError(refusal);
  // The password was right: what follows is counted by the second factor's own limit.
  await giveBack();
  if (user.closedAt !== undefined) throw new AppError("account-closed");
  await checkSecondFactor(user.id, input.code, knownDevice ?? "sign-in");
  return user;
}
