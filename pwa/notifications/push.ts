import { NOTIFICATIONS_ENDPOINTS } from "#schemas/endpoints/notifications.ts";
import { call } from "#pwa/platform/api/call.ts";
import { readStored, removeStored, writeStored } from "#pwa/platform/device/storage.ts";
import { subscriptionInput, toBase64 } from "./subscription-input.ts";

/** Who switched push on here: nobody else is reached by it, even where they sign in on the same device. */
const PUSH_USER_KEY = "astrolabe.push-user";
/** A browser may take long to tell its push service; signing out does not wait for that. */
const UNSUBSCRIBE_MS = 2000;

/** One thing at a time: two that subscribe at once are given two addresses, of which one reaches nobody. */
let underWay: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = underWay.then(work);
  underWay = turn.catch(() => undefined);
  return turn;
}

/**
 * Asks for the browser's permission and has this device reached from now on. Call it from a tap: browsers ask only then.
 * False where the person did not allow it. Rejects where the browser or the server cannot.
 */
export async function turnOnPush(userId: number): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await inTurn(async () => {
    await subscribe();
    writeStored(PUSH_USER_KEY, String(userId));
  });
  return true;
}

export function turnOffPush(): Promise<void> {
  return inTurn(async () => {
    await call(NOTIFICATIONS_ENDPOINTS.unsubscribePush, {});
    removeStored(PUSH_USER_KEY);
    await unsubscribe();
  });
}

/** Whether this person switched push on on this device. */
export function isPushWanted(userId: number): boolean {
  return readStored(PUSH_USER_KEY) === String(userId);
}

/**
 * Tells the server again where this device is reached: its session may be a new one, and browsers change the address.
 * Where another person had switched push on here, it ends.
 */
export async function renewPush(userId: number): Promise<void> {
  if (!("PushManager" in globalThis) || Notification.permission !== "granted") return;
  await inTurn(() => (isPushWanted(userId) ? subscribe() : unsubscribe()));
}

/** Reaches this device no more, also where there is no connection to tell the server. */
export async function unsubscribe(): Promise<void> {
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  await Promise.race([subscription.unsubscribe(), new Promise((resolve) => setTimeout(resolve, UNSUBSCRIBE_MS))]);
}

async function subscribe(): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const { publicKey } = await call(NOTIFICATIONS_ENDPOINTS.pushStatus, {});
  const former = await pushManager.getSubscription();
  // One made for another key of the server's reaches nobody.
  if (former && !isFor(former, publicKey)) await former.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: fromBase64(publicKey),
  });
  await call(NOTIFICATIONS_ENDPOINTS.subscribePush, { body: subscriptionInput(subscription) });
}

function isFor({ options }: PushSubscription, publicKey: string): boolean {
  return options.applicationServerKey === null || toBase64(options.applicationServerKey) === publicKey;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
