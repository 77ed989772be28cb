import { openSocketLink } from "#pwa/platform/sync/link.ts";
import { type Checkpoint, PULL_LIMIT, SYNC_COLLECTIONS } from "#schemas/protocol.ts";

/**
 * Many devices in a process of their own, each with the app's own link: it connects, pulls every collection from where it is, and
 * comes back by itself. It is told `{ url, cookies, count }` once, and says `{ live, back }` four times a second.
 */
const LOOK_MS = 250;
let live = 0;
/** Times that a device had all there was after it had connected. */
let back = 0;

process.once("message", ({ url, cookies, count }: { url: string; cookies: readonly string[]; count: number }) => {
  for (let at = 0; at < count; at += 1) openDevice(url, cookies[at % cookies.length] ?? "");
});
process.on("disconnect", () => process.exit(0));
setInterval(() => process.send?.({ live, back }), LOOK_MS);

function openDevice(url: string, cookie: string): void {
  const held = new Map<string, Checkpoint>();
  const state = { isLive: false, times: 0 };
  const link = openSocketLink(
    {
      connected: () => void catchUp((state.times += 1)),
      disconnected() {
        if (state.isLive) live -= 1;
        state.isLive = false;
      },
      changes: ({ collection, checkpoint }) => void held.set(collection, checkpoint),
      refused: () => undefined,
    },
    url,
    cookie,
  );

  /** One that is not answered tries again, as the app does. */
  async function catchUp(time: number): Promise<void> {
    try {
      await Promise.all(SYNC_COLLECTIONS.map(pullOne));
    } catch {
      setTimeout(() => {
        if (state.times === time && link.isConnected()) void catchUp(time);
      }, 1000);
      return;
    }
    if (state.times !== time || !link.isConnected() || state.isLive) return;
    state.isLive = true;
    live += 1;
    back += 1;
  }

  async function pullOne(collection: (typeof SYNC_COLLECTIONS)[number]): Promise<void> {
    for (let hasMore = true; hasMore;) {
      const answer = await link.pull({ collection, checkpoint: held.get(collection) ?? null, limit: PULL_LIMIT });
      held.set(collection, answer.checkpoint);
      hasMore = answer.hasMore;
    }
  }
}
