import { AppError } from "#schemas/errors.ts";
import type { Assertion } from "#schemas/passkey-answer.ts";
import { checkPasskey } from "#server/passkeys/index.ts";
import type { AttemptLimit } from "#server/platform/http/limits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Needs } from "#server/platform/submissions/spending.ts";
import { type CheckSecondFactor, isTwoFactorOn } from "#server/two-factor/index.ts";
import { verifyPassword } from "#server/users/index.ts";

export interface ProofDeps {
  readonly runtime: Runtime;
  /** Bounds the passwords a session can try here, by user. */
  readonly passwordLimit: AttemptLimit;
  readonly checkSecondFactor: CheckSecondFactor;
}

/** Who asks for a payment. */
export interface Sender {
  readonly userId: number;
  readonly sessionId: string;
  /** Whether their session showed within the last minutes who they are, by password or passkey. */
  readonly isConfirmed: () => Promise<boolean>;
  /** The API key by which a program asks for them: they showed who they are when they made it. */
  readonly apiKey?: string;
}

/** What was shown beside a confirmation, in the very request that it is for. */
export interface Shown {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
  readonly passkey?: { readonly challengeId: string; readonly response: Assertion } | undefined;
}

/**
 * Has whoever confirms show what is asked of them. A password that is asked for is asked for in this very request, whatever the
 * session showed before: whoever finds a device open has the session. A passkey, whose authenticator knows its holder, stands for
 * password and code together. Where a confirmed session is enough, password and code, or a passkey, stand for it. Throws
 * `confirmation-required`, `password-required`, `password-wrong`, `second-factor-required`, `second-factor-wrong`, `rate-limited`,
 * and what a passkey is refused for.
 */
export async function prove(deps: ProofDeps, sender: Sender, shown: Shown, needs: Needs): Promise<void> {
  if (sender.apiKey !== undefined) return;
  if (shown.passkey !== undefined) return provePasskey(deps, sender, shown.passkey);
  const isTyped = shown.password !== undefined && shown.password !== "";
  if (needs.password || (needs.confirmation && isTyped)) await checkPassword(deps, sender.userId, shown.password);
  else if (needs.confirmation && !(await sender.isConfirmed())) throw new AppError("confirmation-required");
  if (needs.secondFactor || (needs.confirmation && isTyped)) await deps.checkSecondFactor(sender.userId, shown.code);
}

/**
 * What a person is told beforehand that they will have to show with the confirmation itself. A session that has to be confirmed is
 * asked for by itself.
 */
export async function neededOf(
  runtime: Runtime,
  { userId }: Pick<Sender, "userId">,
  { password, secondFactor }: Needs,
) {
  return { needsPassword: password, needsSecondFactor: secondFactor && (await isTwoFactorOn(runtime, userId)) };
}

async function provePasskey(
  { runtime }: ProofDeps,
  { userId, sessionId }: Sender,
  passkey: NonNullable<Shown["passkey"]>,
): Promise<void> {
  const owner = await checkPasskey(runtime, { kind: "confirm", sessionId }, passkey);
  if (owner !== userId) throw new AppError("passkey-refused");
}

async function checkPassword({ runtime, passwordLimit }: ProofDeps, userId: number, password = ""): Promise<void> {
  if (password === "") throw new AppError("password-required");
  const key = String(userId);
  await passwordLimit.take(key);
  if (!(await verifyPassword(runtime, userId, password))) throw new AppError("password-wrong");
  await passwordLimit.giveBack(key);
}
