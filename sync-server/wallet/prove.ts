import { AppError } from "#schemas/errors.ts";
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
  /** Whether their session showed within the last minutes who they are, by password or passkey. */
  readonly isConfirmed: () => Promise<boolean>;
}

/** What was typed beside a confirmation. */
export interface Shown {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
}

/**
 * Has whoever confirms show what is asked of them. Who signs in by passkey alone has no password to give: a confirmed session stands
 * for it, as it may switch it off; password and code stand for a confirmation where there was none. Throws
 * `confirmation-required`, `password-required`, `password-wrong`, `second-factor-required`, `second-factor-wrong` and `rate-limited`.
 */
export async function prove(deps: ProofDeps, sender: Sender, shown: Shown, needs: Needs): Promise<void> {
  const isTyped = shown.password !== undefined && shown.password !== "";
  const asksPassword = needs.password || needs.confirmation;
  const isConfirmed = asksPassword && !isTyped && (await sender.isConfirmed());
  if (!needs.password && needs.confirmation && !isTyped && !isConfirmed) throw new AppError("confirmation-required");
  if (asksPassword && !isConfirmed) await checkPassword(deps, sender.userId, shown.password);
  if (needs.secondFactor || (needs.confirmation && !isConfirmed))
    await deps.checkSecondFactor(sender.userId, shown.code);
}

/** What a person is told beforehand that they will have to show. */
export async function neededOf(runtime: Runtime, sender: Sender, { password, secondFactor, confirmation }: Needs) {
  const isConfirmed = (password || confirmation) && (await sender.isConfirmed());
  const asksCode = secondFactor || (confirmation && !isConfirmed);
  return {
    needsPassword: (password || confirmation) && !isConfirmed,
    needsSecondFactor: asksCode && (await isTwoFactorOn(runtime, sender.userId)),
  };
}

async function checkPassword({ runtime, passwordLimit }: ProofDeps, userId: number, password = ""): Promise<void> {
  if (password === "") throw new AppError("password-required");
  const key = String(userId);
  await passwordLimit.take(key);
  if (!(await verifyPassword(runtime, userId, password))) throw new AppError("password-wrong");
  await passwordLimit.giveBack(key);
}
