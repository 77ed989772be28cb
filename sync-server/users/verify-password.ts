import type { Runtime } from "#server/platform/http/runtime.ts";
import { type Asker, matchesPassword } from "./passwords.ts";
import { findUserById } from "./store.ts";

/** Whether `password` is that of the user; an unknown user costs the same time and is a no. */
export async function verifyPassword(runtime: Runtime, userId: number, password: string): Promise<boolean> {
  const user = await findUserById(runtime, userId);
  const asker: Asker = { lane: `user ${userId}`, isKnown: true };
  return matchesPassword(asker, user?.password ?? null, password);
}
