import type { ClientSession } from "mongodb";
import type { ContentOf } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import { type Act, type CarryOut, noteAct } from "#server/approvals/index.ts";
import { dropPasskeys } from "#server/passkeys/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { dropTwoFactor, type TwoFactorDeps } from "#server/two-factor/index.ts";
import {
  findUserById,
  findUserWithin,
  noteCredentialChange,
  outdateSessions,
  readSecurity,
  readSecurityWithin,
} from "#server/users/index.ts";
import { forgetDevices } from "./known-devices.ts";

type EndAll = (userId: number) => Promise<void>;

/** Signing somebody out everywhere. */
export function endSessionsAct(runtime: Runtime, endAll: EndAll): Act<ContentOf<"end-sessions">> {
  return {
    subject: ({ userId }) => `sessions ${userId}`,
    about: ({ userId }) => Promise.resolve([userId]),
    says: ({ userId }) => `User ${userId} is signed out everywhere.`,
    whySecond: () => Promise.resolve(null),
    prepare: ({ userId }) => prepareEnding(runtime, userId, "end-sessions", () => Promise.resolve()),
    afterwards: ({ userId }) => endAll(userId),
  };
}

/** Taking away what proves, beside the password, who somebody is. What they set up since it was asked for stays. */
export function resetFactorAct(
  runtime: Runtime,
  twoFactor: TwoFactorDeps,
  endAll: EndAll,
): Act<ContentOf<"reset-second-factor">> {
  return {
    subject: ({ userId }) => `second factor ${userId}`,
    about: ({ userId }) => Promise.resolve([userId]),
    says: ({ userId }) => `The second factor and the passkeys of user ${userId} are taken away.`,
    whySecond: () => Promise.resolve(null),
    prepare: ({ userId, changedAt }) =>
      prepareEnding(runtime, userId, "reset-second-factor", async (session) => {
        if ((await credentialsChangedAt(runtime, userId, session)) !== changedAt)
          throw new AppError("proposal-outdated");
        await dropTwoFactor(twoFactor, session, userId);
        await dropPasskeys(runtime, session, userId);
        await noteCredentialChange(runtime, session, userId);
      }),
    afterwards: ({ userId }) => endAll(userId),
  };
}

/** When somebody's password or second factor was changed last; null for never. */
export async function credentialsChangedAt(
  runtime: Runtime,
  userId: number,
  session: ClientSession | null,
): Promise<string | null> {
  const security = await (session ? readSecurityWithin(runtime, session, userId) : readSecurity(runtime, userId));
  return security.credentialsChangedAt?.toISOString() ?? null;
}

/** What ends all sessions of somebody beside `work`, all or nothing, noted first. Throws `user-unknown`. */
async function prepareEnding(
  runtime: Runtime,
  userId: number,
  action: "end-sessions" | "reset-second-factor",
  work: (session: ClientSession) => Promise<void>,
): Promise<CarryOut> {
  if (!(await findUserById(runtime, userId))) throw new AppError("user-unknown");
  return async (session, by) => {
    const user = await findUserWithin(runtime, session, userId);
    if (!user) throw new AppError("user-unknown");
    const { hasSecondFactor = false } = await readSecurityWithin(runtime, session, userId);
    const epoch = user.sessionEpoch ?? 0;
    const change = {
      before: { sessionEpoch: epoch, hasSecondFactor },
      after: { sessionEpoch: epoch + 1, hasSecondFactor: action === "end-sessions" && hasSecondFactor },
    };
    await noteAct(runtime, session, by, { action, userId, change });
    await work(session);
    await outdateSessions(runtime, session, userId);
    await forgetDevices(runtime, session, userId);
    const kind = action === "end-sessions" ? "signed-out-everywhere" : "two-factor-reset";
    await notify(runtime, session, { userId, kind });
  };
}
