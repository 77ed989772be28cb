import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { mayDo } from "#schemas/operators.ts";
import { holderWithin, requireHolder } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { findUsersById, readSecurityWithin } from "#server/users/index.ts";
import { type Lock, lockAt, type takeDesk } from "./store.ts";

/** Somebody else writes there: told by their name once the transaction is over. */
export class WrittenByAnother extends Error {
  readonly operatorId: number;

  constructor({ operatorId }: Lock) {
    super(`operator ${operatorId} writes there`);
    this.operatorId = operatorId;
  }
}

/** Refuses whoever may write no more, or is frozen. Throws `admin-required`, `role-required`, `operator-frozen`. */
export async function requireWriter(runtime: Runtime, session: ClientSession, operatorId: number): Promise<void> {
  await requireHolder(runtime.database, session, operatorId, "content.edit");
  const { isFrozen } = await readSecurityWithin(runtime, session, operatorId);
  if (isFrozen === true) throw new AppError("operator-frozen");
}

/** Of who may not publish by now, what they scheduled counts no more. Throws `content-scheduler-gone`. */
export async function requireScheduler(runtime: Runtime, session: ClientSession, operatorId: number): Promise<void> {
  const holder = await holderWithin(runtime.database, session, operatorId);
  const mayPublish = holder !== null && mayDo(holder.roles, "content.publish");
  if (mayPublish && (await readSecurityWithin(runtime, session, operatorId)).isFrozen !== true) return;
  throw new AppError("content-scheduler-gone");
}

/** Refuses whoever comes upon another's writing. Throws {@link WrittenByAnother}. */
export function refuseOthers(desk: Awaited<ReturnType<typeof takeDesk>>, operatorId: number, now: Date): void {
  const lock = lockAt(desk, now);
  if (lock !== null && lock.operatorId !== operatorId) throw new WrittenByAnother(lock);
}

/** Runs an act on an item; that somebody else writes there is refused by their name, `content-written`. */
export async function namingWriters<T>(runtime: Runtime, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof WrittenByAnother)) throw error;
    const names = await usernamesOf(runtime, [error.operatorId]);
    throw new AppError("content-written", { username: nameIn(names, error.operatorId) });
  }
}

export async function usernamesOf(runtime: Runtime, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const users = await findUsersById(runtime, [...new Set(ids)]);
  return new Map(users.map(({ id, username }) => [id, username]));
}

/** What somebody is called; of a closed account, its number. */
export function nameIn(names: ReadonlyMap<number, string>, id: number): string {
  return names.get(id) ?? `#${id}`;
}
