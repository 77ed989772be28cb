import * as v from "valibot";
import type { Permission } from "./operators.ts";
import { ErrorAck } from "./protocol.ts";
import { Instant } from "./values/fields.ts";

/** Lists of the console in which each row waits for one operator to decide it: who sees which of them is open, and who opens one for themself. */
export const QUEUES = {
  deposits: { read: "deposits.read", decide: "deposits.decide" },
  proposals: { read: "proposals.read", decide: "proposals.decide" },
  payments: { read: "payments.read", decide: "payments.decide" },
  suspense: { read: "books.read", decide: "books.decide" },
  reports: { read: "support.read", decide: "support.answer" },
  identities: { read: "identities.read", decide: "identities.decide" },
} as const satisfies Readonly<Record<string, { readonly read: Permission; readonly decide: Permission }>>;
export type Queue = keyof typeof QUEUES;

const QueueName = v.picklist(Object.keys(QUEUES).filter((name): name is Queue => name in QUEUES));

/** How long whoever opened a row has it while they do nothing. */
export const TAKEN_MS = 5 * 60_000;

/** A row that somebody has open. */
const Taken = v.strictObject({
  /** The row's number in its queue. */
  id: v.number(),
  userId: v.number(),
  name: v.string(),
  since: Instant,
  /** Given back then, unless whoever has it does something with it. */
  until: Instant,
});
export type Taken = v.InferOutput<typeof Taken>;

const RowNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/**
 * The queue that an operator looks at, and the row of it that they have open; whatever else they had open on this socket is given back.
 * From the answer on they are told who has which of its rows.
 */
export const OpenRowMessage = v.strictObject({ queue: QueueName, open: v.nullable(RowNumber) });
export type OpenRowMessage = v.InferOutput<typeof OpenRowMessage>;

/** Every row of a queue that somebody has open. */
export const TakenRows = v.strictObject({ queue: QueueName, taken: v.array(Taken) });
export type TakenRows = v.InferOutput<typeof TakenRows>;

/** The answer to an operator who opens a row of a queue. */
export const OpenRowAck = v.union([TakenRows, ErrorAck]);
