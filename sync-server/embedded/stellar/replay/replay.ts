import { Differences } from "./differences.ts";
import { Player } from "./player.ts";
import type { PreparedLedger } from "./player.ts";
import { readRecording } from "./recording.ts";
import type { RecordedLedger, RecordedLine } from "./recording.ts";

/** How many ledgers a transaction may wait in stellar-core's queue before it is dropped. */
const LONGEST_WAIT = 4;
const WORDS_KEPT = 100;

/**
 * Applies a recording and compares results, changes, header totals, rejections and the final entries. Keeps a few
 * ledgers of the file in memory at a time, and words for the first `wordsKept` differences.
 * Throws, naming the file, where it cannot be read or is no recording.
 */
export async function replay(file: string, wordsKept: number = WORDS_KEPT): Promise<Differences> {
  const differences = new Differences(wordsKept);
  const session = new Session(file, differences);
  for await (const line of readRecording(file)) session.take(line);
  session.finish();
  return differences;
}

/** Where in its recording a replay is: before the first line, among the ledgers, or past the final state. */
class Session {
  readonly #file: string;
  readonly #differences: Differences;
  readonly #ahead: RecordedLedger[] = [];
  #player: Player | undefined;
  #lastSeen = 0;
  /** Set once this ledger broke down: what follows cannot be applied any more. */
  #isBroken = false;

  constructor(file: string, differences: Differences) {
    this.#file = file;
    this.#differences = differences;
  }

  take(line: RecordedLine): void {
    if (this.#differences.isComplete) throw this.#wrong("goes on after its final state");
    if (line.kind === "first") {
      if (this.#player) throw this.#wrong("has two initial states");
      this.#player = this.#named("the initial state", () => new Player(line.value, this.#differences));
      return;
    }
    if (!this.#player) throw this.#wrong("does not begin with its initial state");
    if (line.kind === "final") {
      this.#play(0);
      this.#compareFinal(this.#player, line.value);
      return;
    }
    const { ledgerSeq } = line.value;
    if (ledgerSeq <= this.#lastSeen) throw this.#wrong(`has ledger ${ledgerSeq} after ledger ${this.#lastSeen}`);
    this.#lastSeen = ledgerSeq;
    this.#ahead.push(line.value);
    this.#play(LONGEST_WAIT);
  }

  finish(): void {
    if (!this.#player) throw this.#wrong("is empty");
    this.#play(0);
  }

  /** Plays what has been read, but for the last `held` ledgers. */
  #play(held: number): void {
    while (this.#ahead.length > held) {
      const ledger = this.#ahead.shift();
      if (!ledger || !this.#player) return;
      const player = this.#player;
      if (this.#isBroken) this.#countUnapplied(ledger, "an earlier ledger broke down");
      else
        this.#playOne(
          player,
          this.#named(`ledger ${ledger.ledgerSeq}`, () => player.prepare(ledger)),
        );
    }
  }

  #playOne(player: Player, prepared: PreparedLedger): void {
    try {
      player.play(prepared, this.#ahead);
    } catch (error) {
      this.#isBroken = true;
      this.#countUnapplied(prepared.ledger, error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }

  #compareFinal(player: Player, final: Extract<RecordedLine, { kind: "final" }>["value"]): void {
    this.#differences.isComplete = true;
    this.#named("the final state", () => player.compareFinal(final));
  }

  #countUnapplied(ledger: RecordedLedger, reason: string): void {
    this.#differences.transactions += ledger.txs.length;
    for (const { hash } of ledger.txs) {
      this.#differences.note(
        "results",
        () => `transaction ${hash} (ledger ${ledger.ledgerSeq}) not applied: ${reason}`,
      );
    }
  }

  #named<T>(place: string, run: () => T): T {
    try {
      return run();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${this.#file}: ${place} cannot be read: ${reason}`, { cause: error });
    }
  }

  #wrong(what: string): Error {
    return new Error(`${this.#file} is no recording: it ${what}`);
  }
}
