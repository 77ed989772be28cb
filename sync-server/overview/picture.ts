import type { OverviewChange, OverviewOutput, OverviewPart, OverviewParts } from "#schemas/overview.ts";
import type { Clock } from "#server/platform/http/runtime.ts";

/** How each part is read. */
export type PartReaders = { readonly [Part in OverviewPart]: () => Promise<OverviewParts[Part]> };

/** The service is read first: whether a day is counted for good depends on it. */
const ALL: readonly OverviewPart[] = ["service", "waiting", "submissions", "days", "house", "rewrap"];

/** What a process knows of everything that operators see at a glance: read once for all who look. */
export class Picture {
  readonly #read: PartReaders;
  readonly #clock: Clock;
  #parts: OverviewParts | null = null;
  #at = new Date(0);
  #sequence = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(read: PartReaders, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  /** As it was last read; null before it was. */
  get latest(): OverviewOutput | null {
    return this.#parts && { sequence: this.#sequence, at: this.#at.toISOString(), ...this.#parts };
  }

  /** When it was last read whole or in part, in ms since the epoch. */
  get atMs(): number {
    return this.#at.getTime();
  }

  /** Reads all of it anew. */
  async readAll(): Promise<OverviewOutput> {
    await this.refresh(ALL);
    if (!this.latest) throw new Error("the overview was not read");
    return this.latest;
  }

  /** Reads these parts anew, one call after the other; answers with what of them changed, null where nothing did. */
  refresh(parts: readonly OverviewPart[]): Promise<OverviewChange | null> {
    const next = this.#turn.then(() => this.#refresh(parts));
    this.#turn = next.catch(() => undefined);
    return next;
  }

  async #refresh(wanted: readonly OverviewPart[]): Promise<OverviewChange | null> {
    const isFirst = this.#parts === null;
    const changed: Partial<OverviewParts> = {};
    for (const part of isFirst ? ALL : wanted) await this.#readInto(changed, part);
    this.#at = this.#clock.now();
    if (Object.keys(changed).length === 0) return null;
    this.#parts = { ...this.#parts, ...changed } as OverviewParts;
    this.#sequence += 1;
    return { previous: this.#sequence - 1, sequence: this.#sequence, at: this.#at.toISOString(), ...changed };
  }

  async #readInto<Part extends OverviewPart>(changed: Partial<OverviewParts>, part: Part): Promise<void> {
    const read = await this.#read[part]();
    if (JSON.stringify(read) !== JSON.stringify(this.#parts?.[part])) changed[part] = read;
  }
}
