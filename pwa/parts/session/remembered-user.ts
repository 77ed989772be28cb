import * as v from "valibot";
import { readStored, removeStored, writeStored } from "#pwa/platform/device/storage.ts";
import { UserOutput } from "#schemas/users.ts";

export const REMEMBERED_USER_KEY = "astrolabe.user";
const DATA_OWNER_KEY = "astrolabe.data-owner";

/** The last user that the server confirmed on this device, so that the app opens offline. No secret is kept. */
export function rememberedUser(): UserOutput | null {
  const stored = readStored(REMEMBERED_USER_KEY);
  if (stored === null) return null;
  const user = v.safeParse(v.pipe(v.string(), v.parseJson(), UserOutput), stored);
  return user.success ? user.output : null;
}

export function rememberUser(user: UserOutput): void {
  writeStored(DATA_OWNER_KEY, String(user.id));
  writeStored(REMEMBERED_USER_KEY, JSON.stringify(user));
}

/** Their data stays, and {@link dataOwner} still says whose it is. */
export function forgetUser(): void {
  removeStored(REMEMBERED_USER_KEY);
}

/** Whose data is on this device, signed in or not; signing out removes it with all else. */
export function dataOwner(): number | null {
  const userId = Number(readStored(DATA_OWNER_KEY) ?? rememberedUser()?.id);
  return Number.isSafeInteger(userId) && userId > 0 ? userId : null;
}
