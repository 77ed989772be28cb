import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { askForPasskey, checkPasskey } from "#server/passkeys/index.ts";
import { takeAll } from "#server/platform/http/limits.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { findUserById, userOutput } from "#server/users/index.ts";
import type { Attempts } from "./attempts.ts";
import type { SignIn } from "./sign-in.ts";

/** Serves sign-in and confirmation by passkey, which stands for password and second factor together. */
export function registerPasskeySignIn(
  app: FastifyInstance,
  runtime: Runtime,
  { attempts, signIn }: { readonly attempts: Attempts; readonly signIn: SignIn },
): void {
  route(app, ENDPOINTS.beginPasskeyLogin, async ({ request }) => {
    await takeAll(attempts.challengeFor(request.ip));
    return askForPasskey(runtime, { kind: "sign-in" }, null);
  });

  route(app, ENDPOINTS.passkeyLogin, async ({ input, request, reply }) => {
    const user = await findUserById(runtime, await checkPasskey(runtime, { kind: "sign-in" }, input));
    if (!user) throw new AppError("passkey-refused");
    await signIn({ request, reply }, user);
    return userOutput(runtime, user);
  });

  route(app, ENDPOINTS.beginPasskeyConfirmation, async ({ session: { sessionId, userId } }) => {
    await takeAll(attempts.challengeOf(userId));
    return askForPasskey(runtime, { kind: "confirm", sessionId }, userId);
  });

  route(app, ENDPOINTS.confirmByPasskey, async ({ session: { sessionId, userId }, input }) => {
    const owner = await checkPasskey(runtime, { kind: "confirm", sessionId }, input);
    if (owner !== userId) throw new AppError("passkey-refused");
    return { confirmedUntil: (await app.sessions.confirm(sessionId)).toISOString() };
  });
}
