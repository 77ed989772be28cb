import { MarketDelta, WatchMessage } from "./market-data.ts";
import { OverviewChange, WatchOverviewAck, WatchOverviewMessage } from "./overview.ts";
import { OpenRowAck, OpenRowMessage } from "./queues.ts";
import {
  ChangesMessage,
  Handshake,
  PullAck,
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
  PushMessage,
  PushAck,
  ChangesMessage,
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
