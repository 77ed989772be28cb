/// <reference lib="webworker" />
import * as v from "valibot";
import { readMark } from "#pwa/platform/device/lock-mark.ts";
import { PushPayload } from "#schemas/push-payload.ts";
import { OPEN_MESSAGE, READ_FRAGMENT } from "./outside.ts";
import { subscriptionInput } from "./subscription-input.ts";
import { readWorkerWords } from "./worker-words.ts";

/** What a notification on the device's screen remembers for a tap on it. */
const Remembered = v.object({ path: v.string(), uid: v.string() });

const PUSH_PATH = "/api/notifications/push";
/** All but the words of what is shown where nothing can be told. */
const UNTOLD = { title: "Astrolabe", path: "/dashboard", tag: "unreadable", unread: 1 } as const;
/** Safari takes the permission away where a push is not shown, even while the app is on screen. */
const SHOWS_ALWAYS = /^(?!.*(?:Chrome|Chromium|Android)).*Safari/;

/** Shows what is pushed while nobody looks at the app, and leads there who taps on it. */
export function listenForPush(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener("push", (event) => event.waitUntil(tell(worker, event.data)));
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(worker, event.notification.data));
  });
  worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(worker, event)));
}

/** With an app lock nothing is said here but that there is something: the device's own screen is not behind it. */
async function tell(worker: ServiceWorkerGlobalScope, data: PushMessageData | null): Promise<void> {
  const words = await readWorkerWords();
  const payload = readPayload(data) ?? { ...UNTOLD, body: words.unreadable };
  await show(
    worker,
    (await hasLock()) ? { ...UNTOLD, body: words.locked, tag: "locked", unread: payload.unread } : payload,
  );
}

async function hasLock(): Promise<boolean> {
  try {
    return (await readMark())?.counts === "sealed";
  } catch {
    // Rather too little than too much.
    return true;
  }
}

/** Null where it cannot be read. */
function readPayload(data: PushMessageData | null): PushPayload | null {
  const payload = v.safeParse(v.pipe(v.string(), v.parseJson(), PushPayload), data?.text());
  return payload.success ? payload.output : null;
}

async function show(worker: ServiceWorkerGlobalScope, payload: PushPayload): Promise<void> {
  const { title, body, path, tag, unread } = payload;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const isOnScreen = windows.some((client) => client.visibilityState === "visible");
  if (!isOnScreen) await worker.navigator.setAppBadge?.(unread);
  if (isOnScreen && !SHOWS_ALWAYS.test(worker.navigator.userAgent)) return;
  await worker.registration.showNotification(title, {
    body,
    tag,
    icon: "/icons/icon-192.png",
    silent: isOnScreen,
    data: { path, uid: tag },
  });
}

async function open(worker: ServiceWorkerGlobalScope, data: unknown): Promise<void> {
  const remembered = v.safeParse(Remembered, data);
  const { path, uid } = remembered.success ? remembered.output : { path: UNTOLD.path, uid: "" };
  const windows = await worker.clients.matchAll({ type: "window" });
  const client = windows.find(({ focused }) => focused) ?? windows[0];
  if (!client) return void (await worker.clients.openWindow(`${path}${READ_FRAGMENT}${uid}`));
  // The page goes there by itself: a form that is being filled in is not reloaded away.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of the worker has no other origin
  client.postMessage({ type: OPEN_MESSAGE, path, uid });
  await client.focus();
}

/** The browser gave the device another address. */
async function renew(worker: ServiceWorkerGlobalScope, event: ChangeEvent): Promise<void> {
  const options = event.oldSubscription?.options;
  const subscription =
    event.newSubscription ?? (options ? await worker.registration.pushManager.subscribe(options) : null);
  if (!subscription) return;
  const answer = await fetch(PUSH_PATH, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(subscriptionInput(subscription)),
  });
  // Nobody is signed in here any more.
  if (answer.status === 401) await subscription.unsubscribe();
}

/** Not in the compiler's library yet. */
interface ChangeEvent extends ExtendableEvent {
  readonly newSubscription?: PushSubscription | null;
  readonly oldSubscription?: PushSubscription | null;
}
