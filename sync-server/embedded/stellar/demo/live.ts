import type { Friendbot } from "#server/embedded/stellar/friendbot.ts";
import type { Network } from "#server/embedded/stellar/network.ts";
import { formatAmount } from "#schemas/values/money.ts";
import type { Market, Standing } from "./market.ts";
import { BANK_STROOPS, FULL_DEPTH, loadStanding, saveStanding } from "./standing.ts";

/** Seconds of the network's time between two moves of an open market. */
const MOVE_SECONDS = 10;

/** Keeps the market going in a running network. Whatever goes wrong here is said once, and never stops a ledger. */
export class LiveMarket {
  readonly #market: Market;
  readonly #network: Network;
  readonly #friendbot: Friendbot;
  #standing: Standing;
  #isOpen = false;
  #isMoving = false;
  #isStopped = false;
  #lastProblem = "";
  readonly #onClosed = () => {
    if (this.#isMoving) return;
    this.#isMoving = true;
    // After the ledger's other listeners, and outside of its closing.
    setImmediate(() => void this.#moveSafely());
  };

  constructor(market: Market, network: Network, friendbot: Friendbot) {
    this.#market = market;
    this.#network = network;
    this.#friendbot = friendbot;
    this.#standing = loadStanding(network.chain.store) ?? market.opening(network.chain.last.closedAt);
  }

  /** Whether accounts, books and pools are there. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  start(): void {
    this.#network.chain.events.on("closed", this.#onClosed);
    this.#onClosed();
  }

  stop(): void {
    this.#isStopped = true;
    this.#network.chain.events.off("closed", this.#onClosed);
  }

  async #moveSafely(): Promise<void> {
    if (this.#isStopped) return;
    try {
      await this.#move();
      this.#lastProblem = "";
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== this.#lastProblem) console.error("the demo market did not move:", error);
      this.#lastProblem = problem;
    } finally {
      this.#isMoving = false;
    }
  }

  async #move(): Promise<void> {
    const { chain, queue } = this.#network;
    const { cast } = this.#market;
    if (!chain.state.peekAccount(cast.bank.id)) {
      await this.#friendbot.fund(cast.bank.address, formatAmount(BANK_STROOPS));
      return;
    }
    const time = chain.last.closedAt;
    const isEarly = this.#isOpen && time - this.#standing.time < MOVE_SECONDS;
    if (isEarly || cast.all.some(({ id }) => queue.isWaiting(id.ed25519))) return;
    const move = this.#market.move(chain.state, this.#standing, time, FULL_DEPTH);
    for (const transaction of move.transactions) this.#network.submit(transaction);
    this.#standing = move.standing;
    this.#isOpen = move.isOpen;
    saveStanding(chain.store, move.standing);
  }
}
