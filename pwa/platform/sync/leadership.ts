import type { TabChannel } from "#pwa/platform/rxdb/tab-channel.ts";

/** One tab of a database replicates it; the others take over when it falls silent, closed or frozen. */
export interface Leadership {
  isLeader(): boolean;
  /** Whether no other tab can have taken over since this one was last heard. */
  holdsLease(): boolean;
  /** Lets the other tabs hear this one. */
  beat(): void;
  stop(): void;
}

export interface LeadershipOptions {
  readonly channel: TabChannel;
  /** Tells this tab from the others. */
  readonly tabId: string;
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly beatMs?: number;
  /** Silence after which another tab takes over. */
  readonly takeoverMs?: number;
  /** Whether no other tab has the database open: then nobody leads, and nobody is listened for. */
  readonly isAlone?: Promise<boolean>;
  lead(): void;
  follow(): void;
}

interface Beat {
  readonly tabId: string;
  readonly term: number;
}

const BEAT_MS = 1000;
const TAKEOVER_MS = 5000;
/** How long a new tab listens for a leader before it leads. */
const LISTEN_MS = 250;

/** Contends for the leadership until stopped. Of two leaders the one of the later term stays; the other follows. */
export function contendLeadership(options: LeadershipOptions): Leadership {
  const { channel, tabId, now, beatMs = BEAT_MS, takeoverMs = TAKEOVER_MS } = options;
  let isLeader = false;
  let isStopped = false;
  let term = 0;
  let lastBeatAtMs = 0;
  let lastHeardAtMs = Number.NEGATIVE_INFINITY;

  function beat(): void {
    lastBeatAtMs = now();
    channel.send("beat", { tabId, term } satisfies Beat);
  }

  function lead(): void {
    isLeader = true;
    // Later than that of any leader this tab has not heard of, too: all tabs of a device share its clock.
    term = Math.max(term + 1, now());
    beat();
    options.lead();
  }

  function yieldTo(leader: Beat): void {
    term = leader.term;
    lastHeardAtMs = now();
    if (!isLeader) return;
    isLeader = false;
    options.follow();
  }

  function hear(other: Beat): void {
    const isAhead = other.term > term || (other.term === term && (!isLeader || other.tabId < tabId));
    if (isAhead) yieldTo(other);
    // A tab that was frozen and still believes it leads must hear of us.
    else if (isLeader) beat();
  }

  function tick(): void {
    if (isLeader) beat();
    else if (now() - lastHeardAtMs > takeoverMs) lead();
  }

  async function leadIfAlone(): Promise<void> {
    if ((await options.isAlone) === true && !isStopped && !isLeader) tick();
  }

  const stops = [
    channel.listen("beat", (payload) => {
      if (isBeat(payload)) hear(payload);
    }),
    channel.listen("hello", () => {
      if (isLeader) beat();
    }),
    channel.listen("bye", () => {
      lastHeardAtMs = Number.NEGATIVE_INFINITY;
    }),
  ];
  channel.send("hello");
  void leadIfAlone();
  const timers = [setTimeout(tick, LISTEN_MS), setInterval(tick, beatMs)];
  return {
    isLeader: () => isLeader,
    holdsLease: () => isLeader && now() - lastBeatAtMs < takeoverMs,
    beat,
    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      for (const stop of stops) stop();
      if (isLeader) channel.send("bye");
      isLeader = false;
    },
  };
}

function isBeat(payload: unknown): payload is Beat {
  return (
    typeof payload === "object" &&
    payload !== null &&
    "tabId" in payload &&
    typeof payload.tabId === "string" &&
    "term" in payload &&
    typeof payload.term === "number"
  );
}
