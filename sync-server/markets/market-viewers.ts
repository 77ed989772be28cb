import type { Socket } from "socket.io";
import { AppError } from "#schemas/errors.ts";
import {
  type BookLevelRow,
  type MarketDelta,
  type MarketSnapshot,
  MAX_WATCHED,
  type PairQuery,
} from "#schemas/market-data.ts";
import type { Outbox } from "#server/platform/sync/outbox.ts";

/** A pair as all who watch it in this process were told of it. */
export interface MarketBoard {
  snapshot(): MarketSnapshot;
  /** A change that holds nothing, for whoever was not sent something and has to ask. */
  hint(): MarketDelta;
  /** Whether the pair is followed no more. */
  readonly isOver: boolean;
  close(): void;
}

/** Where the markets are. */
export interface MarketFeed {
  /** Tells of a pair until the board is closed; null for a pair that is not followed. */
  open(pair: PairQuery, tell: (delta: MarketDelta) => void): Promise<MarketBoard | null>;
  /** A pair that is not followed, as it is at the moment. */
  look(pair: PairQuery, userId: number): Promise<MarketSnapshot>;
}

export interface MarketViewers {
  /** Tells a socket of a pair from now on. Throws `market-too-many`, and what the feed does. */
  watch(
    socket: Socket,
    userId: number,
    pair: PairQuery,
  ): Promise<{ readonly snapshot: MarketSnapshot; readonly bytes: number }>;
  unwatch(socket: Socket, pair: PairQuery): void;
  /** Forgets a socket that is gone. */
  leave(socket: Socket): void;
}

interface Watched {
  readonly board: Promise<MarketBoard | null>;
  viewers: number;
}

const LEVEL_BYTES = 40;
const TRADE_BYTES = 200;
const REST_BYTES = 1500;

/** Who watches which pairs. A pair is worked out once for all who watch it, and sent to them as one message. */
export function openMarketViewers(outbox: Outbox, feed: MarketFeed): MarketViewers {
  const boards = new Map<string, Watched>();
  const watching = new Map<string, Set<string>>();

  function enter(room: string, pair: PairQuery): Watched {
    const known = boards.get(room);
    if (known) {
      known.viewers += 1;
      return known;
    }
    const opened: Watched = { board: open(room, pair), viewers: 1 };
    boards.set(room, opened);
    return opened;
  }

  async function open(room: string, pair: PairQuery): Promise<MarketBoard | null> {
    const board: MarketBoard | null = await feed.open(pair, (delta) => {
      outbox.send(room, "market", delta, bytesOf(delta), { key: room, message: () => board?.hint() ?? delta });
    });
    return board;
  }

  function exit(room: string): void {
    const watched = boards.get(room);
    if (!watched) return;
    watched.viewers -= 1;
    if (watched.viewers > 0) return;
    boards.delete(room);
    // Whoever asked for one that could not be opened was told.
    watched.board.then((board) => board?.close()).catch(() => undefined);
  }

  function stopWatching(socketId: string, room: string): void {
    if (watching.get(socketId)?.delete(room) === true) exit(room);
  }

  /** The board to watch; null where there is none. Whatever goes wrong, nothing is left behind. */
  async function boardFor(socket: Socket, room: string, pair: PairQuery): Promise<MarketBoard | null> {
    const own = watching.get(socket.id) ?? new Set<string>();
    watching.set(socket.id, own);
    const isNew = !own.has(room);
    if (isNew && own.size >= MAX_WATCHED) throw new AppError("market-too-many", { most: MAX_WATCHED });
    own.add(room);
    const watched = isNew ? enter(room, pair) : boards.get(room);
    try {
      const board = (await watched?.board) ?? null;
      if (board !== null && !board.isOver) return board;
      void socket.leave(room);
      stopWatching(socket.id, room);
      return null;
    } catch (error) {
      stopWatching(socket.id, room);
      throw error;
    }
  }

  return {
    async watch(socket, userId, pair) {
      if (!socket.connected && socket.conn.readyState !== "open") throw new AppError("not-ready");
      const room = roomOf(pair);
      const board = await boardFor(socket, room, pair);
      if (board === null) return sized(await feed.look(pair, userId));
      // It may have left, or have said that it no longer wants to know, while the board was opened.
      if (watching.get(socket.id)?.has(room) === true) await socket.join(room);
      return sized(board.snapshot());
    },
    unwatch(socket, pair) {
      const room = roomOf(pair);
      void socket.leave(room);
      stopWatching(socket.id, room);
    },
    leave(socket) {
      for (const room of watching.get(socket.id) ?? []) exit(room);
      watching.delete(socket.id);
    },
  };
}

function sized(snapshot: MarketSnapshot) {
  return { snapshot, bytes: bytesOf(snapshot) };
}

/** About as many as there are: they are only counted to tell who does not read. */
function bytesOf({ bids, asks, trades }: { bids: BookLevelRow[]; asks: BookLevelRow[]; trades: unknown[] }): number {
  return REST_BYTES + (bids.length + asks.length) * LEVEL_BYTES + trades.length * TRADE_BYTES;
}

function roomOf({ base, quote }: PairQuery): string {
  return `market:${base}/${quote}`;
}
