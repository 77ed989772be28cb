import { AppError } from "#schemas/errors.ts";
import type { AllowListOutput } from "#schemas/security.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isNetworkAddress } from "#server/platform/network/addresses.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { payableFrom } from "./cool-off.ts";
import { readSecurity, writeSecurity } from "./store.ts";

const MOST_ADDRESSES = 100;

export async function readAllowList({ database }: Runtime, userId: number): Promise<AllowListOutput> {
  const security = await readSecurity(database, userId);
  return {
    isOn: security.isAllowListOn ?? false,
    holdHours: security.allowListHoldHours ?? 0,
    addresses: (security.allowed ?? []).map(({ address, label, addedAt }) => ({
      address,
      label,
      addedAt: addedAt.toISOString(),
      payableFrom: payableFrom(addedAt, security).toISOString(),
    })),
  };
}

/** Lists an address, from now on; listed already, it keeps its time. Throws `address-malformed` or `allow-list-full`. */
export async function allowAddress(
  runtime: Runtime,
  userId: number,
  { address, label }: { readonly address: string; readonly label: string },
): Promise<void> {
  const { database, clock } = runtime;
  if (!isNetworkAddress(address)) throw new AppError("address-malformed");
  await database.transaction(async (session) => {
    const { allowed = [] } = await readSecurity(database, userId, session);
    const former = allowed.find((entry) => entry.address === address);
    const others = allowed.filter((entry) => entry.address !== address);
    if (others.length >= MOST_ADDRESSES) throw new AppError("allow-list-full");
    const entry = { address, label, addedAt: former?.addedAt ?? clock.now() };
    await writeSecurity(database, userId, { allowed: [...others, entry] }, session);
    if (!former) await notify(runtime, session, { userId, kind: "allow-list-added", party: address, detail: label });
  });
}

export async function disallowAddress(runtime: Runtime, userId: number, address: string): Promise<void> {
  const { database } = runtime;
  await database.transaction(async (session) => {
    const { allowed = [] } = await readSecurity(database, userId, session);
    const others = allowed.filter((entry) => entry.address !== address);
    if (others.length === allowed.length) return;
    await writeSecurity(database, userId, { allowed: others }, session);
    await notify(runtime, session, { userId, kind: "allow-list-removed", party: address });
  });
}

/** Sets whether only listed addresses may be paid, and how long new ones wait. */
export async function setAllowList(
  runtime: Runtime,
  userId: number,
  { isOn, holdHours }: { readonly isOn: boolean; readonly holdHours: number },
): Promise<void> {
  const { database } = runtime;
  await database.transaction(async (session) => {
    const { isAllowListOn = false } = await readSecurity(database, userId, session);
    await writeSecurity(database, userId, { isAllowListOn: isOn, allowListHoldHours: holdHours }, session);
    if (isOn !== isAllowListOn)
      await notify(runtime, session, { userId, kind: isOn ? "allow-list-on" : "allow-list-off" });
  });
}
