import type { ClientSession } from "mongodb";
import { mayPoolProceed } from "#server/market-making/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isRestoring } from "#server/platform/restored/state.ts";
import { awaitsOperator } from "#server/restored/index.ts";
import type { Permission } from "#server/platform/submissions/deps.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { mayProceed } from "#server/wallet/index.ts";

/**
 * Whether what was accepted may still be signed: nothing is in a database that was set back and is not true again; then features are asked first whether they still want it, then the rules about whose it is.
 */
export async function maySign(
  runtime: Runtime,
  submission: SubmissionDocument,
  session: ClientSession | null,
): Promise<Permission> {
  if (await isRestoring(runtime.database, session)) return "wait";
  if (await awaitsOperator(runtime, submission, session)) return "wait";
  const isWanted = await mayPoolProceed(runtime, submission, session);
  return isWanted === "go" ? mayProceed(runtime, submission, session) : isWanted;
}
