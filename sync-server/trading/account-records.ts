import type { ClientSession } from "mongodb";
import { delistedWithin } from "#server/listed-assets/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import type { OrderDocument } from "#server/orders/index.ts";
import { openOrders } from "./open-orders.ts";
import { type Reservations, reservationsOf } from "#server/platform/submissions/reservations.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { type PoolStanding, readStandings } from "#server/pool-standing/index.ts";

/** What our own records say, as one transaction sees them. */
export interface Records {
  readonly account: AccountDocument;
  readonly reserved: Reservations;
  /** Whether the account is being merged into another. */
  readonly isClosing: boolean;
  /** Operations of its own that ingestion has not folded yet. */
  readonly underWay: readonly Step[];
  /** Its open orders, the oldest first. */
  readonly open: readonly OrderDocument[];
  /** Keys of assets that were taken off the list. */
  readonly delisted: ReadonlySet<string>;
  /** What its owner's pools have in the book. */
  readonly pools: readonly PoolStanding[];
}

export async function readRecords(
  runtime: Runtime,
  session: ClientSession,
  account: AccountDocument,
): Promise<Records> {
  const { database } = runtime;
  const { _id: address, userId } = account;
  const reserved = await reservationsOf(database, session, address);
  const unfolded = await submissionCollection(database)
    .find({ account: address, isReserving: true }, { session, projection: { _id: 0, steps: 1 } })
    .toArray();
  const underWay = unfolded.flatMap(({ steps }) => steps);
  const open = await openOrders(database, session, userId);
  const isClosing = underWay.some(({ type }) => type === "account_merge");
  const delisted = await delistedWithin(runtime, session);
  const pools = await readStandings(database, session, userId);
  return { account, reserved, isClosing, underWay, open, delisted, pools };
}
