/** What differs between a recording and this ledger. */
export class Differences {
  transactions = 0;
  rejections = 0;
  results = 0;
  entries = 0;
  /** The first differences in words, in the order they were found. */
  readonly words: string[] = [];
  /** Whether the recording ended with its final state, so that all of that was compared, too. */
  isComplete = false;
  readonly #wordsKept: number;

  constructor(wordsKept: number) {
    this.#wordsKept = wordsKept;
  }

  /** Counts a difference; `describe` is asked only where its words are kept. */
  note(kind: "results" | "entries", describe: () => string): void {
    this[kind] += 1;
    if (this.words.length < this.#wordsKept) this.words.push(describe());
  }
}
