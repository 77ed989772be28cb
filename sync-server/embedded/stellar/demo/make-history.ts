import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Chain } from "#server/embedded/stellar/chain.ts";
import { networkIdOf } from "#server/embedded/stellar/ledger/transaction.ts";
import { LEDGER_FILE, Store } from "#server/embedded/stellar/store.ts";
import { rootOf } from "./cast.ts";
import type { Actor } from "./cast.ts";
import { Market } from "./market.ts";
import type { Depth } from "./market.ts";
import { transactionsOf } from "./plan.ts";
import type { Plan } from "./plan.ts";
import { randomFrom } from "./random.ts";
import { BANK_STROOPS, FULL_DEPTH, saveStanding } from "./standing.ts";

export interface HistoryOptions {
  /** Where the ledger is to lie. */
  readonly directory: string;
  readonly passphrase: string;
  readonly protocol: number;
  readonly seed: string;
  readonly domain: string;
  readonly days: number;
  /** When the history ends, in seconds since 1970. */
  readonly until: number;
  /** Told now and then how many of the days are made. */
  readonly onProgress: (daysMade: number) => void;
}

const DAY_SECONDS = 86_400;
/** Below the ledger's folder. */
const WORKSHOP = "making";
/** From this age on (seconds), ledgers lie so far apart (seconds). */
const PACES: readonly (readonly [number, number])[] = [
  [30 * DAY_SECONDS, 7200],
  [8 * DAY_SECONDS, 3600],
  [DAY_SECONDS, 1800],
  [3 * 3600, 600],
  [0, 60],
];
const PAST_DEPTH: Depth = { levels: 2, keepsAll: false };
const FOUNDING_SECONDS = 5;
const LONGEST_FOUNDING_SECONDS = 100;
/** As many ledgers are made before others get a turn. */
const LEDGERS_AT_ONCE = 20;

/**
 * Makes a ledger that has seen a market of some days, in a folder of its own, and moves it into `directory` once it is
 * whole: whatever ends the process before, there is no ledger at all, and the next start begins again.
 */
export async function makeHistory(options: HistoryOptions): Promise<void> {
  const { directory, passphrase } = options;
  sweepWorkshop(directory);
  const workshop = join(directory, WORKSHOP);
  const store = new Store(workshop);
  try {
    // Nothing need be on the disk before all of it is: until then the next start begins again.
    store.database.exec("PRAGMA synchronous = OFF");
    store.setSetting("passphrase", passphrase);
    await fill(store, options);
    store.database.exec("PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    store.close();
  }
  // A log left over from another ledger would be read into this one.
  for (const suffix of ["-wal", "-shm"]) rmSync(join(directory, LEDGER_FILE + suffix), { force: true });
  renameSync(join(workshop, LEDGER_FILE), join(directory, LEDGER_FILE));
  sweepWorkshop(directory);
}

/** Removes what an interrupted making has left behind. */
export function sweepWorkshop(directory: string): void {
  rmSync(join(directory, WORKSHOP), { recursive: true, force: true });
}

async function fill(store: Store, options: HistoryOptions): Promise<void> {
  const { passphrase, protocol, days, until, seed } = options;
  const networkId = networkIdOf(passphrase);
  let time = until - days * DAY_SECONDS;
  const chain = new Chain(store, { now: () => BigInt(time), shift: () => undefined }, { passphrase, protocol });
  const market = new Market({ networkId, ...options });
  let standing = market.opening(time);
  const advance = (depth: Depth): boolean => {
    const move = market.move(chain.state, standing, time, depth);
    standing = move.standing;
    if (move.transactions.length > 0) chain.close(move.transactions);
    return move.isOpen;
  };
  const root = rootOf(networkId);
  const plan = { actor: root, bodies: [bankGrant(market.cast.bank)] };
  chain.close(transactionsOf([root], [plan], chain.state, networkId, time));
  const latest = time + LONGEST_FOUNDING_SECONDS;
  while (!advance(FULL_DEPTH)) {
    time += FOUNDING_SECONDS;
    if (time > latest) throw new Error("the demo market could not be founded");
  }
  for (const [index, moment] of moments(time, until, seed).entries()) {
    time = moment;
    advance(PAST_DEPTH);
    if (index % LEDGERS_AT_ONCE !== 0) continue;
    options.onProgress(days - (until - time) / DAY_SECONDS);
    await nextTurn();
  }
  time = until;
  advance(FULL_DEPTH);
  saveStanding(store, standing);
}

function bankGrant(bank: Actor): Plan["bodies"][number] {
  return { type: 0, createAccountOp: { destination: bank.id, startingBalance: BANK_STROOPS } };
}

/** When ledgers close, from the first time to the last: seldom long ago, often of late, and never quite on the hour. */
function moments(from: number, until: number, seed: string): number[] {
  const random = randomFrom(`${seed}: moments`);
  const found: number[] = [];
  let slot = from;
  for (;;) {
    const age = until - slot;
    const [, pace] = PACES.find(([least]) => age > least) ?? [0, 0];
    if (pace === 0) return found;
    const moment = slot + 1 + random.whole(pace - 1);
    slot += pace;
    if (moment < until) found.push(moment);
  }
}
