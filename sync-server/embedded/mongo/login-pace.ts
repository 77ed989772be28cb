/** What each wrong password costs all who log in. */
const COST_MS = 100;
/** So much may be owed before anybody waits: twenty mistakes. */
const FREE_MS = 2000;

/**
 * Bounds how fast a password can be guessed, over however many connections: ten a second. The right one costs nothing, so
 * that a server whose clients all come back at once keeps nobody waiting.
 */
export class LoginPace {
  readonly #now: () => number;
  #owedMs = 0;
  #countedAt: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#countedAt = now();
  }

  /** Counts an attempt before it is looked at; answers how long it has to wait for that. */
  begin(): number {
    const now = this.#now();
    // A clock that was set back pays nothing off, and asks for nothing more.
    this.#owedMs = Math.max(0, this.#owedMs - Math.max(0, now - this.#countedAt)) + COST_MS;
    this.#countedAt = now;
    return Math.max(0, this.#owedMs - FREE_MS);
  }

  /** Takes back an attempt that was right, or was never looked at. */
  forgive(): void {
    this.#owedMs = Math.max(0, this.#owedMs - COST_MS);
  }
}
