import { PRICE_ALERT_FIELDS } from "#schemas/price-alerts.ts";
import { WATCHED_FIELDS } from "#schemas/watchlist.ts";
import type { ChangesMessage, SyncCollection } from "#schemas/protocol.ts";
import { LinkError } from "#pwa/platform/api/http-error.ts";
import { type Link, type LinkEvents, type OpenLink } from "./link.ts";

type Row = Record<string, unknown> & { uid: string; _deleted: boolean };

/** How the link behaves; a test changes it as it goes. */
export interface Weather {
  isUp: boolean;
  /** Between 0 and 1: the next draw decides what is lost, late or doubled. */
  random(): number;
  /** Share of messages whose answer is lost; half of those still arrive. */
  loss: number;
  maxDelayMs: number;
}

export const FAIR_WEATHER: Weather = { isUp: true, random: () => 0.5, loss: 0, maxDelayMs: 0 };

const WRITABLE: Readonly<Record<string, readonly string[]>> = {
  contacts: ["name", "stellarAddress", "uniqueUserId", "memo", "editedAt", "_deleted"],
  settings: ["theme", "language", "notificationsEnabled", "editedAt", "_deleted"],
  price_alerts: [...PRICE_ALERT_FIELDS, "editedAt", "_deleted"],
  watchlist: [...WATCHED_FIELDS, "editedAt", "_deleted"],
  notifications: ["isRead", "isHidden", "editedAt", "_deleted"],
};

/** One user's documents on a server in memory that keeps the rules of the protocol, behind links that may be bad. */
export class FakeServer {
  readonly #documents = new Map<string, { row: Row; revision: number }>();
  readonly #listeners = new Set<(message: ChangesMessage) => void>();
  #revision = 0;
  /** How often it was set back to a backup. */
  #epoch = 0;
  pulls = 0;
  /** What an answer holds at most, whatever its limit. */
  rowsAtOnce = Number.POSITIVE_INFINITY;
  /** Uids of rows that are never written. */
  readonly refusedUids = new Set<string>();
  /** Documents of a collection that may stand. */
  mostRows = Number.POSITIVE_INFINITY;
  /** The rows that devices have pushed, whatever became of them. */
  readonly pushed: Row[] = [];
  /** Called with every pull. */
  onPull: ((collection: string, checkpoint: string | null) => void) | null = null;
  /** Called when a push was written and before it is answered. */
  afterPush: (() => Promise<void>) | null = null;

  rows(collection: SyncCollection): Row[] {
    return [...this.#documents]
      .filter(([key]) => key.startsWith(`${collection}/`))
      .map(([, { row }]) => row)
      .sort((one, other) => (one.uid < other.uid ? -1 : 1));
  }

  /** Backs up; what this answers with sets it back to then. */
  backUp(): () => void {
    const copy = structuredClone([...this.#documents]);
    return () => {
      this.#documents.clear();
      for (const [key, stored] of copy) this.#documents.set(key, stored);
      this.#epoch += 1;
    };
  }

  #checkpoint(revision: number): string {
    return this.#epoch === 0 ? `r${revision}` : `r${revision}-${this.#epoch}`;
  }

  /** Writes as another device or the server itself would. */
  write(collection: SyncCollection, row: Row): void {
    const previous = this.#revision;
    this.#revision += 1;
    const key = `${collection}/${row.uid}`;
    const id = Number(this.#documents.get(key)?.row["id"] ?? this.#documents.size + 1);
    this.#documents.set(key, { row: { ...row, id }, revision: this.#revision });
    const message: ChangesMessage = {
      collection,
      documents: [{ ...row, id }],
      previous: this.#lastOf(collection, previous),
      checkpoint: this.#checkpoint(this.#revision),
    };
    for (const listener of this.#listeners) listener(message);
  }

  #standing(collection: SyncCollection): number {
    return this.rows(collection).filter((row) => !row._deleted).length;
  }

  #lastOf(collection: SyncCollection, upTo: number): string | null {
    const revisions = [...this.#documents]
      .filter(([key, { revision }]) => key.startsWith(`${collection}/`) && revision <= upTo)
      .map(([, { revision }]) => revision);
    return revisions.length === 0 ? null : this.#checkpoint(Math.max(...revisions));
  }

  pull(collection: string, checkpoint: string | null, limit: number) {
    this.pulls += 1;
    this.onPull?.(collection, checkpoint);
    const [revision = "0", epoch = "0"] = (checkpoint ?? this.#checkpoint(0)).slice(1).split("-");
    if (Number(epoch) !== this.#epoch) throw new LinkError("sync-restored", "The server was set back.");
    const after = Number(revision);
    const later = [...this.#documents]
      .filter(([key, { revision }]) => key.startsWith(`${collection}/`) && revision > after)
      .map(([, stored]) => stored)
      .sort((one, other) => one.revision - other.revision);
    const found = later.slice(0, Math.min(limit, this.rowsAtOnce));
    return {
      documents: found.map(({ row }) => row),
      checkpoint: found.length > 0 ? this.#checkpoint(found.at(-1)?.revision ?? 0) : checkpoint,
      hasMore: found.length < later.length,
    };
  }

  push(collection: SyncCollection, rows: readonly { assumedMasterState?: unknown; newDocumentState: unknown }[]) {
    const conflicts: Row[] = [];
    const refused: { uid: string; code: string }[] = [];
    for (const { assumedMasterState, newDocumentState } of rows) {
      const wanted = structuredClone(newDocumentState) as Row;
      this.pushed.push(wanted);
      if (this.refusedUids.has(wanted.uid)) {
        refused.push({ uid: wanted.uid, code: "input-invalid" });
        continue;
      }
      const master = this.#documents.get(`${collection}/${wanted.uid}`)?.row;
      if (master && writablePart(collection, master) === writablePart(collection, wanted)) {
        if (master["id"] !== wanted["id"]) conflicts.push(master);
        continue;
      }
      const isAssumed =
        !master ||
        (assumedMasterState !== null &&
          assumedMasterState !== undefined &&
          writablePart(collection, master) === writablePart(collection, assumedMasterState));
      if (!master && !wanted._deleted && this.#standing(collection) >= this.mostRows) {
        refused.push({ uid: wanted.uid, code: "contacts-full" });
        continue;
      }
      if (isAssumed) this.write(collection, wanted);
      else conflicts.push(master);
    }
    return { conflicts, refused };
  }

  /** A link of one device to this server. */
  link(weather: Weather): OpenLink {
    return (events) => new FakeLink(this, weather, events);
  }

  listen(listener: (message: ChangesMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

class FakeLink implements Link {
  readonly #server: FakeServer;
  readonly #weather: Weather;
  readonly #events: LinkEvents;
  readonly #stop: () => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #waiting: (() => void)[] = [];
  #wasUp = false;
  #isClosed = false;

  constructor(server: FakeServer, weather: Weather, events: LinkEvents) {
    this.#server = server;
    this.#weather = weather;
    this.#events = events;
    this.#stop = server.listen((message) => void this.#deliver(message));
    this.#timer = setInterval(() => this.#look(), 2);
  }

  #look(): void {
    const isNew = this.#weather.isUp !== this.#wasUp;
    this.#wasUp = this.#weather.isUp;
    if (isNew && !this.#wasUp) return this.#events.disconnected();
    if (isNew) this.#events.connected();
    // Also after a moment too short to be seen: who asked within it would wait for ever.
    if (!this.isConnected()) return;
    for (const settle of this.#waiting) settle();
    this.#waiting = [];
  }

  async #deliver(message: ChangesMessage): Promise<void> {
    const copy = structuredClone(message);
    const isLost = this.#weather.random() < this.#weather.loss;
    const isDoubled = this.#weather.random() < this.#weather.loss;
    await this.#delay();
    if (isLost || !this.isConnected()) return;
    this.#events.changes(copy);
    if (isDoubled) this.#events.changes(copy);
  }

  async #delay(): Promise<void> {
    if (this.#weather.maxDelayMs === 0) return;
    const ms = this.#weather.random() * this.#weather.maxDelayMs;
    await new Promise((resolve) => setTimeout(resolve, ms));
  }

  async #call<T>(work: () => T): Promise<T> {
    const draw = this.#weather.random();
    await this.#delay();
    if (!this.isConnected() || draw < this.#weather.loss / 2) throw new LinkError("no-answer", "lost on the way");
    const answer = structuredClone(work());
    if (draw > 1 - this.#weather.loss / 4) work();
    await this.#delay();
    if (!this.isConnected() || draw < this.#weather.loss) throw new LinkError("no-answer", "the answer was lost");
    return answer;
  }

  isConnected(): boolean {
    return this.#wasUp && this.#weather.isUp && !this.#isClosed;
  }

  whenConnected = (): Promise<void> =>
    this.isConnected() ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));

  pull: Link["pull"] = ({ collection, checkpoint, limit }) =>
    this.#call(() => this.#server.pull(collection, checkpoint, limit));

  push: Link["push"] = async ({ collection, rows }) => {
    const answer = await this.#call(() => this.#server.push(collection as SyncCollection, rows));
    await this.#server.afterPush?.();
    return answer;
  };

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#stop();
  }
}

function writablePart(collection: SyncCollection, row: unknown): string {
  const fields = Object.entries(row ?? {}).filter(([field]) => WRITABLE[collection]?.includes(field));
  return JSON.stringify(
    fields.sort().map(([field, value]) => [field, field === "editedAt" ? Object.entries(value).sort() : value]),
  );
}
