import type { ReactNode } from "react";
import type { Asked } from "./ask.ts";

/** What waits for a person in one tab. */
export interface Queue {
  readonly asked: Asked<unknown>;
  /** Since when each waits. */
  readonly waiting: readonly string[];
  /** Whether the server has more than it told. */
  readonly hasMore: boolean;
}

/** Reads a tab's queue, and draws what is made of it. */
export interface WaitingProps {
  readonly render: (queue: Queue) => ReactNode;
}
