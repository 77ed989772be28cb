import { USER_SEEN_WITHIN_MS, type UserOutput } from "#schemas/users.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { givenEmail, isMailboxUnproven } from "./mailbox.ts";
import { findUserById, type UserDocument } from "./store.ts";

const CACHE_LIMIT = 50_000;

/** What leaves of a user. */
export function userOutput(runtime: Pick<Runtime, "config">, user: UserDocument): UserOutput {
  return {
    id: user.id,
    username: user.username,
    email: givenEmail(user),
    ...(isMailboxUnproven(runtime, user) && { isEmailUnproven: true as const }),
    uniqueUserId: user.uniqueUserId,
    ...(user.walletAddress && { walletAddress: user.walletAddress }),
    ...(user.profilePicture && { pictureId: user.profilePicture }),
    isAdmin: user.isAdmin,
  };
}

/** Reads users for their own eyes, remembering each for a second: this is the most frequent question there is. */
export function createUserReader(runtime: Runtime): (userId: number) => Promise<UserOutput | null> {
  const cache = new Map<number, { readonly answer: Promise<UserOutput | null>; readonly readAtMs: number }>();

  async function load(userId: number): Promise<UserOutput | null> {
    const user = await findUserById(runtime, userId);
    return user && userOutput(runtime, user);
  }

  return (userId) => {
    const nowMs = runtime.clock.now().getTime();
    const cached = cache.get(userId);
    if (cached && nowMs - cached.readAtMs < USER_SEEN_WITHIN_MS) return cached.answer;
    if (cache.size >= CACHE_LIMIT) cache.clear();
    const entry = { answer: load(userId), readAtMs: nowMs };
    cache.set(userId, entry);
    entry.answer.catch(() => {
      if (cache.get(userId) === entry) cache.delete(userId);
    });
    return entry.answer;
  };
}
