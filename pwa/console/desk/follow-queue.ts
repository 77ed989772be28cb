import type { OpenQueueLink, QueueLink } from "#pwa/platform/sync/queue-link.ts";
import { type Queue, type Taken, TAKEN_MS, type TakenRows } from "#schemas/queues.ts";

/** How often what is done with an open row says that it is still open. */
export const STILL_OPEN_MS = 60_000;
/** Whoever did nothing for so long does not get a row that another one gives back. */
export const AWAY_MS = TAKEN_MS - STILL_OPEN_MS;
const ASK_AGAIN_MS = 2000;

interface Options {
  readonly queue: Queue;
  readonly fetchLink: () => Promise<OpenQueueLink>;
  readonly nowMs: () => number;
  readonly show: (taken: readonly Taken[]) => void;
}

export interface Following {
  /** This row is open from now on, or none. */
  open(id: number | null): void;
  /** Somebody is there, and does something. */
  touched(): void;
  leave(): void;
}

/** Follows who has which row of a queue open, and says what is open here until it is left. */
export function followQueue({ queue, fetchLink, nowMs, show }: Options): Following {
  let link: QueueLink | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let open: number | null = null;
  let taken: readonly Taken[] = [];
  let isConnected = false;
  let isLeft = false;
  let askedMs = 0;
  let touchedMs = nowMs();
  let questions = 0;

  function told({ queue: of, taken: now }: TakenRows): void {
    if (isLeft || of !== queue) return;
    taken = now;
    show(now);
  }

  async function ask(): Promise<void> {
    clearTimeout(timer);
    if (!isConnected || isLeft) return;
    questions += 1;
    const question = questions;
    askedMs = nowMs();
    try {
      const answer = await link?.open({ queue, open });
      if (answer && question === questions) told(answer);
    } catch {
      // Why is told by what asks for the list itself; this comes back when it can.
      if (question === questions && !isLeft) timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
    }
  }

  function isFree(): boolean {
    return open !== null && !taken.some(({ id }) => id === open);
  }

  async function connect(): Promise<void> {
    try {
      const openLink = await fetchLink();
      if (isLeft) return;
      link = openLink({
        connected: () => {
          isConnected = true;
          void ask();
        },
        disconnected: () => {
          isConnected = false;
          questions += 1;
          clearTimeout(timer);
          told({ queue, taken: [] });
        },
        taken: (rows) => {
          told(rows);
          // Another one gave it back, and somebody looks at it here.
          if (isFree() && nowMs() - touchedMs < AWAY_MS) void ask();
        },
      });
    } catch {
      if (!isLeft) timer = setTimeout(() => void connect(), ASK_AGAIN_MS);
    }
  }

  void connect();
  return {
    open(id) {
      if (id === open) return;
      open = id;
      touchedMs = nowMs();
      void ask();
    },
    touched() {
      touchedMs = nowMs();
      if (open !== null && (isFree() || touchedMs - askedMs >= STILL_OPEN_MS) && touchedMs - askedMs >= ASK_AGAIN_MS)
        void ask();
    },
    leave() {
      isLeft = true;
      questions += 1;
      clearTimeout(timer);
      link?.close();
    },
  };
}
