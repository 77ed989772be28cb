import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "#server/embedded/stellar/clock.ts";
import type { Friendbot } from "#server/embedded/stellar/friendbot.ts";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import { poolIdOf } from "#server/embedded/stellar/ledger/assets.ts";
import type { Network } from "#server/embedded/stellar/network.ts";
import { LEDGER_FILE } from "#server/embedded/stellar/store.ts";
import { DEMO_ASSETS, LISTED_CODES, NATIVE, PAIRS } from "./assets.ts";
import type { Code } from "./assets.ts";
import { assetIn } from "./cast.ts";
import { LiveMarket } from "./live.ts";
import { makeHistory, sweepWorkshop } from "./make-history.ts";
import { Market } from "./market.ts";

/** What a network with a demo market is told. */
export interface DemoOptions {
  /** The same seed makes the same history. */
  readonly seed: string;
  /** The issuers' home domain, at most 32 bytes; empty for none. */
  readonly domain: string;
  /** How many days of history a new ledger begins with. */
  readonly days: number;
}

export interface Demo {
  /** The answer of `GET /demo`. */
  describe(): object;
  start(): void;
  stop(): void;
}

const PROGRESS_MS = 5000;

interface NewLedger {
  readonly directory: string;
  readonly passphrase: string;
  readonly protocol: number;
  readonly clock: Clock;
}

/** Makes the market's history where there is no ledger yet; one that is there goes on as it is. */
export async function prepareDemo(
  demo: DemoOptions | undefined,
  ledger: NewLedger,
  tell: (sentence: string) => void,
): Promise<void> {
  const { directory, passphrase, protocol, clock } = ledger;
  sweepWorkshop(directory);
  if (!demo || demo.days === 0 || existsSync(join(directory, LEDGER_FILE))) return;
  const { seed, domain, days } = demo;
  const began = performance.now();
  let lastMs = began;
  tell(`makes a market's history of ${days} ${days === 1 ? "day" : "days"}, which takes some seconds`);
  const onProgress = (daysMade: number) => {
    if (performance.now() - lastMs < PROGRESS_MS) return;
    lastMs = performance.now();
    tell(`has made ${Math.floor(daysMade)} of ${days} days of the market's history`);
  };
  await makeHistory({ directory, passphrase, protocol, seed, domain, days, until: Number(clock.now()), onProgress });
  tell(`has made the market's history in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/** The market of a network, which begins to move once it is started. */
export function openDemo({ seed, domain }: DemoOptions, network: Network, friendbot: Friendbot): Demo {
  const market = new Market({ networkId: network.chain.networkId, seed, domain });
  const live = new LiveMarket(market, network, friendbot);
  return {
    describe: () => ({ isOpen: live.isOpen, ...listing(market) }),
    start: () => live.start(),
    stop: () => live.stop(),
  };
}

function listing({ cast, domain }: Market): object {
  const named = (code: Code) => (code === NATIVE ? { code } : { code, issuer: cast.issuers[code].address });
  return {
    homeDomain: domain,
    assets: LISTED_CODES.map((code) => ({ ...DEMO_ASSETS[code], issuer: cast.issuers[code].address })),
    pairs: PAIRS.map(({ base, counter }) => ({
      base: named(base),
      counter: named(counter),
      pool: hex(poolIdOf(assetIn(cast, base), assetIn(cast, counter))),
    })),
  };
}
