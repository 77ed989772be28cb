import { AppError } from "#schemas/errors.ts";
import { memoProblem, type MemoType } from "#schemas/values/memo.ts";
import { say } from "#schemas/say.ts";
import type { AllowListOutput } from "#schemas/security.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isNetworkAddress } from "#server/platform/network/addresses.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { entryId, memoOf } from "./allowed-entry.ts";
import { changeProtections } from "./change-protections.ts";
import { payableFrom } from "./cool-off.ts";
import { protectionsOf } from "./protections.ts";
import { type AllowedAddress, readSecurity, readSecurityWithin, writeSecurity } from "#server/users/index.ts";

const MOST_ADDRESSES = 100;

export async function readAllowList(runtime: Runtime, userId: number): Promise<AllowListOutput> {
  const security = await readSecurity(runtime, userId);
  const protections = protectionsOf(security, runtime.clock.now());
  return {
    isOn: protections.isAllowListOn,
    holdHours: protections.allowListHoldHours,
    addresses: (security.allowed ?? []).map((entry) => {
      const { type, text } = memoOf(entry);
      return {
        id: entryId(entry),
        address: entry.address,
        memo: text,
        memoType: type,
        label: entry.label,
        addedAt: entry.addedAt.toISOString(),
        payableFrom: payableFrom(entry.addedAt, protections).toISOString(),
      };
    }),
  };
}

interface Listed {
  readonly address: string;
  readonly memo: string;
  readonly memoType: MemoType;
  readonly label: string;
}

/** Lists an address with its memo, from now on; listed already, it keeps its time. Throws `address-malformed`, `allow-list-full` and what is wrong with the memo. */
export async function allowAddress(runtime: Runtime, userId: number, listed: Listed): Promise<void> {
  const { database, clock } = runtime;
  const { address, label } = listed;
  if (!isNetworkAddress(address)) throw new AppError("address-malformed");
  const { type: memoType, text: memo } = memoOf(listed);
  const problem = memoProblem({ type: memoType, text: memo });
  if (problem) throw new AppError(problem);
  const id = entryId(listed);
  await database.transaction(async (session) => {
    const { allowed = [] } = await readSecurityWithin(runtime, session, userId);
    const former = allowed.find((entry) => entryId(entry) === id);
    const others = allowed.filter((entry) => entryId(entry) !== id);
    if (others.length >= MOST_ADDRESSES) throw new AppError("allow-list-full");
    const entry: AllowedAddress = { address, memo, memoType, label, addedAt: former?.addedAt ?? clock.now() };
    await writeSecurity(runtime, session, userId, { allowed: [...others, entry] });
    const detail = say("said.listed", memo === "" ? { hasMemo: "no", label } : { hasMemo: "yes", label, memo });
    if (!former) await notify(runtime, session, { userId, kind: "allow-list-added", party: address, detail });
  });
}

/** Takes an entry off the list, by what the list calls it. */
export async function disallowAddress(runtime: Runtime, userId: number, id: string): Promise<void> {
  const { database } = runtime;
  await database.transaction(async (session) => {
    const { allowed = [] } = await readSecurityWithin(runtime, session, userId);
    const gone = allowed.find((entry) => entryId(entry) === id);
    if (!gone) return;
    const others = allowed.filter((entry) => entry !== gone);
    await writeSecurity(runtime, session, userId, { allowed: others });
    await notify(runtime, session, { userId, kind: "allow-list-removed", party: gone.address });
  });
}

/** Sets whether only listed addresses may be paid, and how long new ones wait; what protects less than before waits itself. */
export async function setAllowList(
  runtime: Runtime,
  userId: number,
  { isOn, holdHours }: { readonly isOn: boolean; readonly holdHours: number },
): Promise<void> {
  const wish = { isAllowListOn: isOn, allowListHoldHours: holdHours };
  await runtime.database.transaction(async (session) => {
    const stronger = await changeProtections(runtime, session, userId, wish);
    if (stronger.includes("isAllowListOn")) await notify(runtime, session, { userId, kind: "allow-list-on" });
  });
}
