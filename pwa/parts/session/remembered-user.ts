import { keptText } from "#pwa/platform/device/kept-text.ts";
import { readStored, writeStored } from "#pwa/platform/device/storage.ts";
import { UserOutput } from "#schemas/users.ts";

export const REMEMBERED_USER_KEY = "astrolabe.user";
const DATA_OWNER_KEY = "astrolabe.data-owner";
const remembered = keptText(REMEMBERED_USER_KEY, UserOutput, null);

/** The last user that the server confirmed on this device, so that the app opens offline. No secret is kept. */
export function rememberedUser(): UserOutput | null {
  return remembered.read();
}

export function rememberUser(user: UserOutput): void {
  writeStored(DATA_OWNER_KEY, String(user.id));
  remembered.keep(user);
}

/** Their data stays, and {@link dataOwner} still says whose it is. */
export function forgetUser(): void {
  remembered.drop();
}

/** Whose data is on this device, signed in or not; signing out removes it with all else. */
export function dataOwner(): number | null {
  const userId = Number(readStored(DATA_OWNER_KEY) ?? rememberedUser()?.id);
  return Number.isSafeInteger(userId) && userId > 0 ? userId : null;
}
