import type { ChangeStream } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { beginStream } from "#server/platform/db/begin-stream.ts";
import { type MarketPair, pairKey } from "#server/platform/network/markets.ts";
import { loadMemory, readLedgersAfter } from "./load-memory.ts";
import type { MarketMemory } from "./market-memory.ts";
import { readState, type StateDocument, stateCollection } from "./market-store.ts";
import { type Heir, isOf } from "./recorder.ts";
import type { MarketLedger } from "./stored-changes.ts";

/** The pairs, as they are kept, that changed; null where any may have. An empty list says that time went on. */
export type Changed = readonly MarketPair[] | null;

const RETRY_MS = 1000;

/**
 * Keeps the markets in this process's memory, whichever process records them: the own one hands over what it recorded, that
 * of others is read from the database, where a change stream says that there is something. What cannot be gone on from is
 * read anew as a whole.
 */
export class Follower implements Heir {
  readonly #runtime: Pick<Runtime, "database" | "log">;
  readonly #listeners = new Set<(changed: Changed) => void>();
  #phase: StateDocument["phase"] | "unknown" = "unknown";
  #memory: MarketMemory | null = null;
  #isStopped = false;
  #isDirty = false;
  #looking: Promise<void> | null = null;
  #stream: ChangeStream<StateDocument> | null = null;
  #life: Promise<void> = Promise.resolve();

  constructor(runtime: Pick<Runtime, "database" | "log">) {
    this.#runtime = runtime;
  }

  /** Begins to follow; settles once a first look was taken, or failed to be. */
  start(): Promise<void> {
    const looked = Promise.withResolvers<undefined>();
    this.#life = this.#watch(() => looked.resolve(undefined));
    return looked.promise;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#stream?.close();
    await this.#life;
  }

  /** `unknown` before the first look. */
  get phase(): StateDocument["phase"] | "unknown" {
    return this.#phase;
  }

  /** What is known; null until an index was read in, and while one is built. */
  get memory(): MarketMemory | null {
    return this.#phase === "live" ? this.#memory : null;
  }

  /** Calls back after each change; answers with the way to end that. */
  onChange(listener: (changed: Changed) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  knows({ generation, sequence, listed }: StateDocument): ((id: string) => boolean) | null {
    const memory = this.memory;
    const isThere = memory?.generation === generation && memory.sequence === sequence && isOf(memory, listed);
    return isThere ? (id) => memory.index.has(id) : null;
  }

  handOver(before: StateDocument, after: StateDocument, ledgers: readonly MarketLedger[]): void {
    const memory = this.memory;
    const goesOn = memory?.generation === before.generation && memory.sequence === before.sequence;
    if (memory && goesOn && isOf(memory, after.listed) && after.phase === "live")
      this.#applyOrReload(memory, ledgers, after);
    else if (after.phase === "live" || before.phase !== after.phase) this.catchUp();
  }

  catchUp(): void {
    void this.#lookAgain();
  }

  /** Looks at the database as soon as possible, one look after the other, and once for all who ask meanwhile. */
  #lookAgain(): Promise<void> {
    this.#isDirty = true;
    this.#looking ??= this.#lookWhileDirty().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #lookWhileDirty(): Promise<void> {
    while (this.#isDirty && !this.#isStopped) {
      this.#isDirty = false;
      await this.#look().catch(async (error: unknown) => {
        if (this.#isStopped) return;
        this.#runtime.log.warn({ err: error }, "the markets could not be read from the database; trying again");
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        this.#isDirty = true;
      });
    }
  }

  async #look(): Promise<void> {
    const { database } = this.#runtime;
    const state = await readState(database);
    if (state?.phase !== "live") return this.#wait(state);
    const memory = this.#memory;
    if (memory?.generation === state.generation && isOf(memory, state.listed)) {
      const from = { generation: memory.generation, sequence: memory.sequence };
      const ledgers = await readLedgersAfter(database, from, state.sequence);
      // Meanwhile the own process may have handed over some of it.
      if (ledgers) return this.#applyOrReload(memory, ledgers, state);
    }
    const loaded = await loadMemory(database);
    if (!loaded.memory) return this.#wait(loaded.state);
    this.#memory = loaded.memory;
    this.#phase = "live";
    this.#tell(null);
  }

  #wait(state: StateDocument | null): void {
    const phase = state?.phase ?? "building";
    if (phase === this.#phase) return;
    this.#phase = phase;
    this.#tell(null);
  }

  /** What does not fit what is known says that this is wrong: it is read anew. */
  #applyOrReload(memory: MarketMemory, ledgers: readonly MarketLedger[], state: StateDocument): void {
    try {
      this.#apply(memory, ledgers, state);
    } catch (error) {
      this.#runtime.log.error({ err: error }, "a change of the markets does not fit; reading them anew");
      this.#memory = null;
      this.catchUp();
    }
  }

  #apply(memory: MarketMemory, ledgers: readonly MarketLedger[], state: StateDocument): void {
    const wasLive = this.#phase === "live";
    const before = memory.ledger;
    const changed = new Map<string, MarketPair>();
    for (const each of ledgers)
      if (each.sequence > memory.sequence) for (const pair of memory.apply(each)) changed.set(pairKey(pair), pair);
    if (memory.sequence === state.sequence) memory.advance(state.ledger, state.closedAt);
    this.#phase = "live";
    if (memory.ledger > before || !wasLive) this.#tell(wasLive ? [...changed.values()] : null);
  }

  #tell(changed: Changed): void {
    for (const listener of this.#listeners) {
      try {
        listener(changed);
      } catch (error) {
        // One that fails keeps neither the others nor the recorder from going on.
        this.#runtime.log.error({ err: error }, "a change of the markets was not told");
      }
    }
  }

  async #watch(onLooked: () => void): Promise<void> {
    while (!this.#isStopped) {
      try {
        this.#stream = stateCollection(this.#runtime.database).watch<StateDocument>([], {
          fullDocument: "updateLookup",
          maxAwaitTimeMS: this.#runtime.database.awaitMs,
        });
        const events = await beginStream(this.#stream);
        await this.#lookAgain().finally(onLooked);
        for await (const event of events) if ("fullDocument" in event) this.#note(event.fullDocument ?? null);
      } catch (error) {
        if (this.#isStopped) return;
        this.#runtime.log.warn({ err: error }, "the change stream of the markets ended; opening it again");
        onLooked();
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  #note(state: StateDocument | null): void {
    const memory = this.memory;
    const isSame = state?.phase === "live" && memory?.generation === state.generation && isOf(memory, state.listed);
    if (!isSame || memory.sequence < state.sequence) return this.catchUp();
    if (memory.sequence === state.sequence && memory.ledger < state.ledger) this.#applyOrReload(memory, [], state);
  }
}
