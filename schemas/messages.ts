import { MarketDelta, WatchMessage } from "./market-data.ts";
import { OverviewChange, WatchOverviewAck, WatchOverviewMessage } from "./overview.ts";
import { OpenRowAck, OpenRowMessage } from "./queues.ts";
import {
  ChangesMessage,
  ClosingMessage,
  Handshake,
  PullAck,
  PullManyAck,
  PullManyMessage,
  PullMessage,
  PushAck,
  PushMessage,
  UnwatchAck,
  WatchAck,
} from "./protocol.ts";

/** Every message that crosses the socket, for the fingerprint. */
export const MESSAGES = {
  Handshake,
  PullMessage,
  PullAck,
  PullManyMessage,
  PullManyAck,
  PushMessage,
  PushAck,
  ChangesMessage,
  ClosingMessage,
  WatchMessage,
  WatchAck,
  UnwatchAck,
  MarketDelta,
  WatchOverviewMessage,
  WatchOverviewAck,
  OverviewChange,
  OpenRowMessage,
  OpenRowAck,
} as const;
