import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { networkOf } from "#server/platform/http/network-of.ts";
import { route } from "#server/platform/http/route.ts";
import { countTaken, readPicture, takenEmailLimit } from "#server/users/index.ts";
import { askForEmail, confirmEmail, type EmailDeps } from "./change-email.ts";
import { sendProof } from "./prove-email.ts";
import { removePicture, setPicture } from "./set-picture.ts";

const IN_USE =
  "Your new email address is in use. For your safety nothing can be sent from your account for some time. Your former address was told.";
const WAITS =
  "The new address is yours. For your safety the former one stays in use for a while: it was told from when on the new one is, and the change can be cancelled until then.";
const OUTCOME_WORDS = { proven: "Your email address is confirmed.", changed: IN_USE, waits: WAITS } as const;
const HOUR_MS = 60 * 60 * 1000;
/** Links that one person may have mailed, and that may be tried from one address, within an hour. */
const MOST_MAILS = 5;
const MOST_TRIES = 50;

/** Serves people their own picture and e-mail address. */
export function registerProfileRoutes(app: FastifyInstance, deps: EmailDeps): void {
  const { runtime } = deps;
  const mails = createAttemptLimit(runtime, "email-change", MOST_MAILS, HOUR_MS);
  const proofs = createAttemptLimit(runtime, "email-proof", MOST_MAILS, HOUR_MS);
  const taken = takenEmailLimit(runtime);
  const tries = createAttemptLimit(runtime, "email-change-from-address", MOST_TRIES, HOUR_MS);

  route(app, ENDPOINTS.picture, async ({ session }) => {
    const picture = await readPicture(runtime, session.userId);
    return { id: picture?.id ?? null, image: picture?.image ?? null };
  });
  route(app, ENDPOINTS.setPicture, ({ session, input }) => setPicture(runtime, session.userId, input.image));
  route(app, ENDPOINTS.removePicture, ({ session }) => removePicture(runtime, session.userId));

  route(app, ENDPOINTS.changeEmail, async ({ session, input, request }) => {
    const { email } = input;
    await mails.take(String(session.userId));
    await countTaken(taken, networkOf(request.ip), () => askForEmail(deps, session, email));
    return { message: `Open the link that we mailed to ${email}. Until then your address stays as it is.` };
  });

  route(app, ENDPOINTS.proveEmail, async ({ session }) => {
    await proofs.take(String(session.userId));
    const isMailed = await sendProof(deps, session.userId);
    return {
      message: isMailed
        ? "The link is on its way. Look into your mailbox."
        : "Your email address needs no confirmation.",
    };
  });

  route(app, ENDPOINTS.confirmEmail, async ({ input, request }) => {
    await tries.take(networkOf(request.ip));
    const outcome = await confirmEmail(deps, input.token);
    await tries.giveBack(networkOf(request.ip));
    return { outcome, message: OUTCOME_WORDS[outcome] };
  });
}
