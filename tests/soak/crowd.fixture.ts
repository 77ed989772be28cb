import * as v from "valibot";
import { openSocket } from "#pwa/platform/sync/open-socket.ts";
import { type Checkpoint, PULL_LIMIT, PullAck, PullManyAck, SYNC_COLLECTIONS } from "#schemas/protocol.ts";

/**
 * Many devices in a process of their own, each with the app's own socket: it connects, pulls every collection from where it is as
 * the app does, and comes back by itself. The process is told `{ url, cookies, count }` once, and says four times a second how many
 * are connected and have all there is.
 */
const LOOK_MS = 250;
const AGAIN_MS = 1000;
const ANSWER_MS = 20_000;
let live = 0;

process.once("message", ({ url, cookies, count }: { url: string; cookies: readonly string[]; count: number }) => {
  for (let at = 0; at < count; at += 1) openDevice(url, cookies[at % cookies.length] ?? "");
});
process.on("disconnect", () => process.exit(0));
setInterval(() => process.send?.({ live }), LOOK_MS);

function openDevice(url: string, cookie: string): void {
  const held = new Map<string, Checkpoint>();
  const state = { isLive: false, times: 0 };
  const { socket } = openSocket(
    "sync",
    {
      connected: () => void catchUp((state.times += 1)),
      disconnected() {
        if (state.isLive) live -= 1;
        state.isLive = false;
      },
      refused: () => undefined,
    },
    { url, cookie },
  );

  /** One that is not answered tries again, as the app does. */
  async function catchUp(time: number): Promise<void> {
    try {
      await pullAll();
    } catch {
      setTimeout(() => {
        if (state.times === time && socket.connected) void catchUp(time);
      }, AGAIN_MS);
      return;
    }
    if (state.times !== time || !socket.connected || state.isLive) return;
    state.isLive = true;
    live += 1;
  }

  async function pullAll(): Promise<void> {
    const pulls = SYNC_COLLECTIONS.map(asked);
    const told = v.parse(PullManyAck, await socket.timeout(ANSWER_MS).emitWithAck("pull-many", { pulls }));
    if ("error" in told) throw new Error(told.error.code);
    for (const [at, collection] of SYNC_COLLECTIONS.entries()) {
      let answer = told.answers[at];
      while (keep(collection, answer))
        answer = v.parse(PullAck, await socket.timeout(ANSWER_MS).emitWithAck("pull", asked(collection)));
    }
  }

  function asked(collection: string) {
    return { collection, checkpoint: held.get(collection) ?? null, limit: PULL_LIMIT };
  }

  /** Answers whether there is more. */
  function keep(collection: string, answer: v.InferOutput<typeof PullAck> | undefined): boolean {
    if (!answer || "error" in answer) throw new Error(answer?.error.code ?? "no answer");
    held.set(collection, answer.checkpoint);
    return answer.hasMore;
  }
}
