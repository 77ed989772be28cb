import { AppError } from "#schemas/errors.ts";

/** What one socket, and one user over all their sockets at one process, may ask for at once. */
export interface Limits {
  /** Messages at once, and how many more each second: a first sync of 100,000 rows takes about 400. */
  readonly burst: number;
  readonly perSecond: number;
  /** Messages being worked on. */
  readonly pending: number;
  /** Bytes handed over for sending that the network has not taken. */
  readonly unsentBytes: number;
}

/** A device that begins asks for every collection at once, and may do so twice before the first answers come. */
export const SOCKET_LIMITS: Limits = { burst: 120, perSecond: 30, pending: 64, unsentBytes: 1024 * 1024 };
export const USER_LIMITS: Limits = { burst: 360, perSecond: 90, pending: 192, unsentBytes: 4 * 1024 * 1024 };
export const SOCKETS_PER_USER = 32;

/** The limits of one socket. */
export interface SocketAllowance {
  /** Counts a message in and answers with the way to count it out. Throws `sync-too-many`. */
  begin(): () => void;
  sending(bytes: number): void;
  /** Whether the device, or its user's devices together, leave unread more than is kept for them. */
  isBehind(): boolean;
  close(): void;
}

export interface Allowances {
  /** `isDrained`: whether all that was handed to the socket has left. Throws `sync-too-many` for one socket too many. */
  admit(userId: number | null, isDrained: () => boolean): SocketAllowance;
}

/** Counts one party's use of its limits. */
class Usage {
  readonly #limits: Limits;
  #left: number;
  #countedAtMs: number;
  pending = 0;
  unsentBytes = 0;

  constructor(limits: Limits, nowMs: number) {
    this.#limits = limits;
    this.#left = limits.burst;
    this.#countedAtMs = nowMs;
  }

  mayBegin(nowMs: number): boolean {
    const passedSeconds = Math.max(0, nowMs - this.#countedAtMs) / 1000;
    this.#left = Math.min(this.#limits.burst, this.#left + passedSeconds * this.#limits.perSecond);
    this.#countedAtMs = nowMs;
    return this.#left >= 1 && this.pending < this.#limits.pending && !this.isBehind();
  }

  begin(): void {
    this.#left -= 1;
    this.pending += 1;
  }

  isBehind(): boolean {
    return this.unsentBytes > this.#limits.unsentBytes;
  }
}

interface Party {
  readonly usage: Usage;
  readonly sockets: Set<Allowance>;
}

class Allowance implements SocketAllowance {
  readonly #nowMs: () => number;
  readonly #isDrained: () => boolean;
  readonly #party: Party | null;
  readonly #leave: () => void;
  /** Most sockets are idle most of the time. */
  #usage: Usage | null = null;

  constructor(nowMs: () => number, isDrained: () => boolean, party: Party | null, leave: () => void) {
    this.#nowMs = nowMs;
    this.#isDrained = isDrained;
    this.#party = party;
    this.#leave = leave;
    party?.sockets.add(this);
  }

  begin(): () => void {
    const nowMs = this.#nowMs();
    this.#usage ??= new Usage(SOCKET_LIMITS, nowMs);
    this.#countSent();
    const usages = this.#party === null ? [this.#usage] : [this.#usage, this.#party.usage];
    if (!usages.every((usage) => usage.mayBegin(nowMs))) throw new AppError("sync-too-many");
    for (const usage of usages) usage.begin();
    return () => {
      for (const usage of usages) usage.pending -= 1;
    };
  }

  sending(bytes: number): void {
    this.settle();
    this.#usage ??= new Usage(SOCKET_LIMITS, this.#nowMs());
    this.#usage.unsentBytes += bytes;
    if (this.#party !== null) this.#party.usage.unsentBytes += bytes;
  }

  isBehind(): boolean {
    this.#countSent();
    return (this.#usage?.isBehind() ?? false) || (this.#party?.usage.isBehind() ?? false);
  }

  /** Takes off what has left. */
  settle(): void {
    if (this.#usage !== null && this.#usage.unsentBytes > 0 && this.#isDrained()) this.#forgetUnsent();
  }

  /** The user's sum is only looked at closely when it stands in the way. */
  #countSent(): void {
    this.settle();
    if (this.#party?.usage.isBehind() === true) for (const socket of this.#party.sockets) socket.settle();
  }

  #forgetUnsent(): void {
    const bytes = this.#usage?.unsentBytes ?? 0;
    if (this.#usage !== null) this.#usage.unsentBytes = 0;
    if (this.#party !== null) this.#party.usage.unsentBytes -= bytes;
  }

  close(): void {
    if (this.#party?.sockets.delete(this) === false) return;
    this.#forgetUnsent();
    this.#leave();
  }
}

/** How long a user without a socket is remembered: by then their limits are whole again. */
const REMEMBERED_MS = (USER_LIMITS.burst / USER_LIMITS.perSecond) * 1000;

/** The limits of a process's sockets. Sockets of nobody have their own limits only. */
export function createAllowances(nowMs: () => number): Allowances {
  const parties = new Map<number, Party>();
  /** When users closed their last socket, the earliest first. */
  const leftAtMs = new Map<number, number>();

  /** Not at once: closing all sockets and opening them again must not give a user their burst anew. */
  function forgetGone(): void {
    for (const [userId, atMs] of leftAtMs) {
      if (Math.abs(nowMs() - atMs) < REMEMBERED_MS) return;
      leftAtMs.delete(userId);
      parties.delete(userId);
    }
  }

  return {
    admit(userId, isDrained) {
      forgetGone();
      if (userId === null) return new Allowance(nowMs, isDrained, null, () => undefined);
      const party = parties.get(userId) ?? { usage: new Usage(USER_LIMITS, nowMs()), sockets: new Set() };
      if (party.sockets.size >= SOCKETS_PER_USER) throw new AppError("sync-too-many");
      parties.set(userId, party);
      leftAtMs.delete(userId);
      return new Allowance(nowMs, isDrained, party, () => {
        if (party.sockets.size === 0) leftAtMs.set(userId, nowMs());
      });
    },
  };
}
