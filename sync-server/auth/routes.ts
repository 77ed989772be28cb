import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ClientSession } from "mongodb";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError, sentenceOf } from "#schemas/errors.ts";
import type { Approvals } from "#server/approvals/index.ts";
import { languageAccepted } from "#schemas/values/languages.ts";
import { takeAll } from "#server/platform/http/limits.ts";
import { networkOf } from "#server/platform/http/network-of.ts";
import { noteOutcome } from "#server/platform/http/outcome.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { sessionHandle } from "#server/platform/http/session-store.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import type { CheckSecondFactor, TwoFactorDeps } from "#server/two-factor/index.ts";
import { sendProof } from "#server/profile/index.ts";
import {
  countTaken,
  createUser,
  createUserReader,
  type CreateWallet,
  takenEmailLimit,
  userOutput,
} from "#server/users/index.ts";
import { type Attempts, createAttempts } from "./attempts.ts";
import { checkCredentials } from "./log-in.ts";
import { checkOwnPassword } from "./change-password.ts";
import { registerSignInOperatorRoutes } from "./operator-routes.ts";
import { rememberDevice } from "./known-devices.ts";
import { registerPasskeySignIn } from "./passkey-routes.ts";
import { resetPassword, sendResetLink } from "./reset-password.ts";
import { registerSessionRoutes } from "./session-routes.ts";
import { openSignIn, originOf } from "./sign-in.ts";

export interface AuthDependencies {
  readonly mailer: Mailer;
  readonly createWallet: CreateWallet;
  readonly checkSecondFactor: CheckSecondFactor;
  readonly twoFactor: TwoFactorDeps;
  readonly approvals: Approvals;
  readonly referrals: Referrals;
}

/** Who brought somebody who signs up. */
export interface Referrals {
  /** What belongs to the transaction that makes the account; undefined where nobody brought them. */
  bind(request: FastifyRequest): ((session: ClientSession, userId: number) => Promise<void>) | undefined;
  /** Nobody else who signs up on this device is brought by the same. */
  forget(request: FastifyRequest, reply: FastifyReply): void;
}

const RESET_SENT = "If an account exists with that email, you'll receive instructions to reset your password shortly.";
/** Shown where there is no session. Where there is one, a digest of its id is shown, which opens nothing. */
const NO_SESSION = "none";

export function registerAuthRoutes(app: FastifyInstance, runtime: Runtime, dependencies: AuthDependencies): void {
  const attempts = createAttempts(runtime);
  const { checkSecondFactor } = dependencies;
  const signIn = openSignIn(app, runtime);
  const taken = takenEmailLimit(runtime);
  const mailLater = openMailLater(app);
  registerStatusRoutes(app, runtime);

  const logIn = { runtime, attempts, checkSecondFactor };

  route(app, ENDPOINTS.login, async ({ input, request, reply }) => {
    const user = await checkCredentials(logIn, input, request, "credentials-wrong");
    await signIn({ request, reply }, user);
    return userOutput(runtime, user);
  });

  route(app, ENDPOINTS.adminLogin, async ({ input, request, reply }) => {
    const user = await checkCredentials(logIn, input, request, "admin-credentials-wrong");
    if (!user.isAdmin) throw new AppError("not-an-admin");
    await signIn({ request, reply }, user);
    return { isAdmin: true };
  });

  route(app, ENDPOINTS.register, async ({ input, request, reply }) => {
    await takeAll(attempts.registration(request.ip));
    const giveBack = await takeAll(attempts.newAccount(request.ip));
    // Where mail is sent, an address is nobody's until its mailbox has answered, so that nobody hears whose it is.
    const isEmailClaimed = runtime.config.smtpUrl !== null;
    const language = languageAccepted(request.headers["accept-language"]);
    const newUser = { ...input, isAdmin: false, isEmailClaimed, language };
    const user = await countTaken(taken, networkOf(request.ip), () =>
      createUser(runtime, newUser, originOf(request), dependencies.createWallet, dependencies.referrals.bind(request)),
    ).catch(async (error: unknown) => {
      await giveBack();
      throw error;
    });
    noteOutcome(request, { userId: user.id });
    dependencies.referrals.forget(request, reply);
    await rememberDevice(runtime, { request, reply }, user.id);
    await app.sessions.start(request, user);
    if (newUser.isEmailClaimed)
      mailLater(request, "a mail that asks for proof", sendProof({ runtime, mailer: dependencies.mailer }, user.id));
    return userOutput(runtime, user);
  });

  route(app, ENDPOINTS.logout, async ({ request }) => {
    await app.sessions.end(request);
    return { message: "You have been logged out of your account." };
  });

  route(app, ENDPOINTS.confirmIdentity, async ({ session, input }) => {
    await checkOwnPassword(runtime, attempts, session.userId, input.password);
    await checkSecondFactor(session.userId, input.code);
    return { confirmedUntil: (await app.sessions.confirm(session.sessionId)).toISOString() };
  });

  registerPasskeySignIn(app, runtime, { attempts, signIn });
  registerSessionRoutes(app, { runtime, attempts, checkSecondFactor });
  registerSignInOperatorRoutes(app, runtime, dependencies);
  registerResetRoutes(app, { runtime, dependencies, attempts, mailLater });
}

function registerStatusRoutes(app: FastifyInstance, runtime: Runtime): void {
  const readUser = createUserReader(runtime);

  route(app, ENDPOINTS.user, async ({ session }) => {
    const user = await readUser(session.userId);
    if (!user) throw new AppError("session-required");
    return user;
  });

  route(app, ENDPOINTS.authStatus, async ({ request }) => {
    const session = await app.sessions.read(request);
    return { authenticated: session !== null, sessionID: session ? sessionHandle(session.sessionId) : NO_SESSION };
  });

  route(app, ENDPOINTS.adminStatus, async ({ request }) => {
    const session = await app.sessions.read(request);
    if (session?.isAdmin) return { isAdmin: true };
    return { isAdmin: false, error: session ? sentenceOf("admin-required") : "Authentication required" };
  });
}

/** Mails after the answer: neither its text nor its time tells whether an account exists. Closing the app waits for it. */
type MailLater = (request: FastifyRequest, what: string, sending: Promise<unknown>) => void;

function openMailLater(app: FastifyInstance): MailLater {
  const open = new Set<Promise<unknown>>();
  app.addHook("onClose", async () => {
    await Promise.all(open);
  });
  return (request, what, sending) => {
    const task = sending
      .catch((error: unknown) => request.log.error({ err: error, requestId: request.id }, `${what} could not be sent`))
      .finally(() => open.delete(task));
    open.add(task);
  };
}

interface ResetDeps {
  readonly runtime: Runtime;
  readonly dependencies: AuthDependencies;
  readonly attempts: Attempts;
  readonly mailLater: MailLater;
}

function registerResetRoutes(app: FastifyInstance, { runtime, dependencies, attempts, mailLater }: ResetDeps): void {
  route(app, ENDPOINTS.resetPasswordRequest, async ({ input, request }) => {
    await takeAll(attempts.resetMail(input.email, request.ip));
    mailLater(request, "a reset mail", sendResetLink(runtime, dependencies.mailer, input.email));
    return { message: RESET_SENT };
  });

  route(app, ENDPOINTS.resetPassword, async ({ input, request, reply }) => {
    const giveBack = await takeAll(attempts.resetLink(request.ip));
    const userId = await resetPassword(dependencies.twoFactor, input.token, input.password);
    noteOutcome(request, { userId });
    await app.sessions.endAll(userId, "password");
    request.session.delete();
    // Whoever opens the mailbox gets in, whatever strangers try meanwhile.
    await rememberDevice(runtime, { request, reply }, userId);
    await giveBack();
    return { message: "Your password has been changed. Please sign in with the new one." };
  });
}
