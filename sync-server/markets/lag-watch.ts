import type { StellarNetwork } from "#server/platform/network/network.ts";
import type { Follower } from "./follower.ts";

/** Ledgers that an index may be behind the network before no price of it is promised. */
export const MAX_LAG_LEDGERS = 3;
const LOOK_MS = 1000;
/** As long as ledgers come in within this, in ms, nobody needs to be asked how many there are: longer than one takes as a rule. */
const QUIET_MS = 6500;
/** A network that answers nobody is taken to close ledgers as usual. */
const USUAL_INTERVAL_MS = 5000;

export interface LagWatch {
  /** How many ledgers this process's memory is behind the newest that it knows of. */
  lag(): number;
  stop(): void;
}

/**
 * Watches how far the memory is behind the network: by what the own process hears from its nodes anyway, and while no ledger
 * comes in, by asking. `onLook` is called with every look.
 */
export function watchLag(
  network: Pick<StellarNetwork, "head" | "nodes">,
  follower: Pick<Follower, "memory">,
  onLook: () => void,
  quietMs = QUIET_MS,
): LagWatch {
  let seen = { ledger: 0, atMs: performance.now() };
  let told = 0;
  let isAway = false;
  let isAsking = false;

  function look(): void {
    const ledger = follower.memory?.ledger ?? 0;
    if (ledger !== seen.ledger) seen = { ledger, atMs: performance.now() };
    if (follower.memory && performance.now() - seen.atMs > quietMs && !isAsking) void ask();
    onLook();
  }

  async function ask(): Promise<void> {
    isAsking = true;
    try {
      told = Math.max(told, (await network.head()).sequence);
      isAway = false;
    } catch {
      isAway = true;
    }
    isAsking = false;
  }

  const timer = setInterval(look, LOOK_MS).unref();
  return {
    lag() {
      const { memory } = follower;
      if (!memory) return 0;
      const newest = Math.max(told, ...network.nodes().map(({ latestLedger }) => latestLedger));
      const missed = memory.ledger === seen.ledger && isAway ? (performance.now() - seen.atMs) / USUAL_INTERVAL_MS : 0;
      return Math.max(0, newest - memory.ledger, Math.floor(missed));
    },
    stop: () => clearInterval(timer),
  };
}
