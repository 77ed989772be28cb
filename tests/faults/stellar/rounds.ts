import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { eventually } from "#tests/support/app.ts";
import { Inconsistency, LedgerCheck } from "./ledger-check.ts";
import { Listener } from "./listener.ts";
import { Load, PASSPHRASE } from "./load.ts";
import { startNetwork } from "./network-process.ts";
import type { NetworkProcess } from "./network-process.ts";
import { integerFrom, randomFrom } from "./random.ts";
import type { Random } from "./random.ts";

const TIMEOUT_MS = 30_000;
/** Each round lets the load run for up to so long before the kill. */
const LONGEST_ROUND_MS = 300;

export interface Outcome {
  readonly kills: number;
  readonly ledgers: number;
  readonly transactions: number;
  /** Transactions that were accepted and then lost with the process; each was taken and applied when sent again. */
  readonly resent: number;
  /** Kills in which at least one accepted transaction was lost. */
  readonly killsWithLoss: number;
}

/** Kills the network under load again and again; throws at the first thing that is not as it should be. */
export async function killInRounds(rounds: number, seed: number, tell: (line: string) => void): Promise<Outcome> {
  const directory = await mkdtemp(join(tmpdir(), "astrolabe-stellar-faults-"));
  const game = new Game(directory, randomFrom(seed));
  try {
    await game.begin();
    for (let round = 1; round <= rounds; round += 1) {
      await game.playRound();
      if (round % 10 === 0) tell(`${round} kills: ${JSON.stringify(game.outcome(round))}`);
    }
    await game.finish();
    return game.outcome(rounds);
  } finally {
    await game.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

const Newest = v.object({ _embedded: v.object({ records: v.tuple([v.object({ hash: v.string() })]) }) });

async function newestTransaction(url: string): Promise<string> {
  const response = await fetch(`${url}/transactions?order=desc&limit=1&include_failed=true`);
  return v.parse(Newest, await response.json())._embedded.records[0].hash;
}

class Game {
  readonly #directory: string;
  readonly #random: Random;
  readonly #check = new LedgerCheck(PASSPHRASE);
  readonly #listener = new Listener();
  readonly #load: Load;
  #network: NetworkProcess | undefined;
  #listening: Promise<void> = Promise.resolve();
  #resent = 0;
  #killsWithLoss = 0;

  constructor(directory: string, random: Random) {
    this.#directory = directory;
    this.#random = random;
    this.#load = new Load(random);
  }

  async begin(): Promise<void> {
    const { client } = await this.#start();
    await this.#load.setUp(client);
  }

  async playRound(): Promise<void> {
    const network = this.#running();
    const before = this.#load.accepted;
    const sending = this.#load.send(network.client);
    await eventually(() => this.#load.accepted > before, TIMEOUT_MS);
    await sleep(integerFrom(this.#random, 0, LONGEST_ROUND_MS));
    await network.kill();
    this.#network = undefined;
    await Promise.all([sending, this.#listening]);
    this.#check.run(this.#directory);
    await this.#resend(await this.#start());
  }

  /** What was promised and lost is accepted as it was, and applied. */
  async #resend({ client }: NetworkProcess): Promise<void> {
    const applied = new Set(this.#check.hashes);
    if (applied.size !== this.#check.hashes.length) throw new Inconsistency("a transaction was applied twice");
    const again = await this.#load.resend(client, (hash) => applied.has(hash));
    if (again.length === 0) return;
    this.#resent += again.length;
    this.#killsWithLoss += 1;
    for (const hash of again) {
      const { status } = await client.pollTransaction(hash, { attempts: 500, sleepStrategy: () => 20 });
      if (status === "NOT_FOUND") throw new Inconsistency(`${hash} was accepted again, but not applied`);
      this.#load.open.delete(hash);
    }
  }

  /** Stops the network once more; the listener must have had every transaction once, in order. */
  async finish(): Promise<void> {
    const network = this.#running();
    const newest = await newestTransaction(network.url);
    await eventually(() => this.#listener.seen.at(-1) === newest, TIMEOUT_MS);
    await network.kill();
    this.#network = undefined;
    await this.#listening;
    this.#check.run(this.#directory);
    const { hashes } = this.#check;
    const { seen } = this.#listener;
    const wrong = hashes.findIndex((hash, index) => hash !== seen[index]);
    if (wrong >= 0 || seen.length !== hashes.length) {
      throw new Inconsistency(
        `the stream brought ${seen.length} of ${hashes.length} transactions; first wrong: ${wrong}`,
      );
    }
  }

  async stop(): Promise<void> {
    await this.#network?.kill();
  }

  outcome(kills: number): Outcome {
    return {
      kills,
      ledgers: this.#check.ledgers,
      transactions: this.#check.hashes.length,
      resent: this.#resent,
      killsWithLoss: this.#killsWithLoss,
    };
  }

  async #start(): Promise<NetworkProcess> {
    this.#network = await startNetwork(this.#directory);
    this.#listening = this.#listener.follow(this.#network.url);
    return this.#network;
  }

  #running(): NetworkProcess {
    if (!this.#network) throw new Error("the network is not running");
    return this.#network;
  }
}
