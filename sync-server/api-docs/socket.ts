import type * as v from "valibot";
import type { ErrorCode } from "#schemas/errors.ts";
import { IDENTITY_CHANGED } from "#schemas/identity.ts";
import { MarketDelta, WatchMessage } from "#schemas/market-data.ts";
import { OverviewChange, WatchOverviewAck, WatchOverviewMessage } from "#schemas/overview.ts";
import {
  ChangesMessage,
  ClosingMessage,
  PullAck,
  PullManyAck,
  PullManyMessage,
  PullMessage,
  PushAck,
  PushMessage,
  UnwatchAck,
  WatchAck,
} from "#schemas/protocol.ts";
import { OpenRowAck, OpenRowMessage, TakenRows } from "#schemas/queues.ts";

/** What readers are told of a message of the socket. */
export interface MessageDoc {
  readonly group: string;
  readonly summary: string;
  readonly access: "anyone" | "user" | "admin";
  /** What it carries; null for nothing. */
  readonly message: v.GenericSchema | null;
  /** What whoever sends it is answered; null of those that the server sends. */
  readonly answer: v.GenericSchema | null;
  /** Parts of its examples that are not to be made by the names of their fields. */
  readonly own?: { readonly message?: unknown; readonly answer?: unknown };
  readonly errors: readonly ErrorCode[];
}

export const SYNC = "Rows";
export const ROOMS = "Markets";
export const DESK = "Operators";

/** What each group of messages is about. */
export const SOCKET_GROUPS: Readonly<Record<string, string>> = {
  [SYNC]: "A device's copy of a person's rows: what it pulls, what it pushes, and what it is told of changes.",
  [ROOMS]: "Live books: whoever watches a pair is in its room.",
  [DESK]: "What operators look at together.",
  Collections: "Every replicated collection: its rows, and which of their fields devices write.",
};

/** What any message may be refused with. */
export const COMMON_REFUSALS: readonly ErrorCode[] = [
  "sync-message-malformed",
  "sync-too-many",
  "not-ready",
  "server-error",
];
/** What the handshake may be refused with, as the `data` of the connection's error. */
export const HANDSHAKE_REFUSALS: readonly ErrorCode[] = [
  "sync-message-malformed",
  "client-outdated",
  "sync-too-many",
  "not-ready",
];

const CONTACT = {
  uid: "c-9f86d081884c7d65",
  id: 4711,
  name: "Bob",
  address: "GBGQW54YLCRUAJKCMR74YZUWV6CCNSDQKSYKJ4NZIY7VQ6IE5ZWRFERX",
  email: null,
  description: "Flat mate",
  memo: "",
  memoType: "text",
  createdAt: "2026-03-14T09:26:53.000Z",
  editedAt: { name: 1_773_480_413_000, address: 1_773_480_413_000 },
  _deleted: false,
};
const PULLED = { documents: [CONTACT], checkpoint: "r1f6", hasMore: false };
const PUSHED = {
  collection: "contacts",
  rows: [{ assumedMasterState: null, newDocumentState: { ...CONTACT, id: 0 } }],
};
const CHANGED = { collection: "contacts", documents: [CONTACT], previous: "r1f5", checkpoint: "r1f6" };

/** Every message that a client may send, by its name. */
export const ASKED: Readonly<Record<string, MessageDoc>> = {
  pull: {
    group: SYNC,
    summary: "The rows of a collection that changed after a checkpoint, the oldest change first",
    access: "anyone",
    message: PullMessage,
    answer: PullAck,
    own: { message: { collection: "contacts", checkpoint: null, limit: 1000 }, answer: PULLED },
    errors: ["sync-collection-unknown", "session-required"],
  },
  "pull-many": {
    group: SYNC,
    summary: "Pulls of several collections at once: what has not changed is answered by one look at them all",
    access: "anyone",
    message: PullManyMessage,
    answer: PullManyAck,
    own: {
      message: { pulls: [{ collection: "contacts", checkpoint: null, limit: 1000 }] },
      answer: { answers: [PULLED] },
    },
    errors: [],
  },
  push: {
    group: SYNC,
    summary:
      "Writes what a device edited: rows that changed meanwhile come back as conflicts, to be merged and pushed again",
    access: "user",
    message: PushMessage,
    answer: PushAck,
    own: { message: PUSHED, answer: { conflicts: [CONTACT], refused: [] } },
    errors: ["sync-collection-unknown", "sync-collection-read-only", "session-required"],
  },
  watch: {
    group: ROOMS,
    summary:
      "A pair as it is, and from then on its changes as `market`, for as long as the socket is open or until `unwatch`",
    access: "user",
    message: WatchMessage,
    answer: WatchAck,
    errors: ["session-required", "market-too-many", "market-unreachable"],
  },
  unwatch: {
    group: ROOMS,
    summary: "No more changes of a pair",
    access: "user",
    message: WatchMessage,
    answer: UnwatchAck,
    errors: [],
  },
  "watch-overview": {
    group: DESK,
    summary: "What operators see at a glance, and from then on its changes as `overview`",
    access: "admin",
    message: WatchOverviewMessage,
    answer: WatchOverviewAck,
    errors: ["session-required", "admin-required"],
  },
  "open-row": {
    group: DESK,
    summary: "Takes a row of a queue to decide it, or none, and tells who has which; changes come as `taken`",
    access: "admin",
    message: OpenRowMessage,
    answer: OpenRowAck,
    errors: ["session-required", "role-required"],
  },
};

/** Every message that the server sends by itself, by its name. */
export const TOLD: Readonly<Record<string, MessageDoc>> = {
  changes: {
    group: SYNC,
    summary: "Rows that changed; whoever's checkpoint is not `previous` has missed some, and pulls",
    access: "anyone",
    message: ChangesMessage,
    answer: null,
    own: { message: CHANGED },
    errors: [],
  },
  closing: {
    group: SYNC,
    summary:
      "The server is about to close the socket: come back within so many milliseconds, at a moment taken at random",
    access: "anyone",
    message: ClosingMessage,
    answer: null,
    own: { message: { withinMs: 2000 } },
    errors: [],
  },
  "session-ended": {
    group: SYNC,
    summary: "The session has ended, here or elsewhere; the server closes the socket behind it",
    access: "user",
    message: null,
    answer: null,
    errors: [],
  },
  [IDENTITY_CHANGED]: {
    group: SYNC,
    summary: "Something of one's identity check has changed: it is asked for anew",
    access: "user",
    message: null,
    answer: null,
    errors: [],
  },
  market: {
    group: ROOMS,
    summary: "What changed in a pair that is watched; whoever's sequence is not `previous` says `watch` again",
    access: "user",
    message: MarketDelta,
    answer: null,
    errors: [],
  },
  overview: {
    group: DESK,
    summary: "What changed of the overview; whoever's sequence is not `previous` says `watch-overview` again",
    access: "admin",
    message: OverviewChange,
    answer: null,
    errors: [],
  },
  taken: {
    group: DESK,
    summary: "Who has which row of a queue open",
    access: "admin",
    message: TakenRows,
    answer: null,
    errors: [],
  },
};
