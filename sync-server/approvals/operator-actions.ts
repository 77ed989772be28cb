import type { ClientSession, Document } from "mongodb";
import type { OperatorActionKind, OperatorActionsOutput } from "#schemas/security.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** What an operator did. Rows are only ever added. */
interface OperatorAction extends Document {
  readonly id: number;
  readonly operatorId: number;
  readonly action: OperatorActionKind;
  /** Whose account; null for what concerns everybody. */
  readonly userId: number | null;
  readonly reason: string;
  /** What was set, in words; absent where the action says it all. */
  readonly details?: string;
  readonly at: Date;
}

const OPERATOR_ACTIONS = "operator_actions";
const PAGE = 100;

/** Records the action in the transaction that carries it out. */
export async function noteOperatorAction(
  { database, clock, log }: Runtime,
  session: ClientSession,
  action: Pick<OperatorAction, "operatorId" | "action" | "userId" | "reason" | "details">,
): Promise<void> {
  const id = await database.nextIds(session, OPERATOR_ACTIONS, 1);
  await database
    .collection<OperatorAction>(OPERATOR_ACTIONS)
    .insertOne({ id, ...action, at: clock.now() }, { session });
  log.warn({ operatorId: action.operatorId, action: action.action, userId: action.userId }, "an operator acted");
}

/** On whose word an act is carried out: one operator's, or a second one's who approved what another proposed. */
export interface Authority {
  readonly operatorId: number;
  readonly reason: string;
  /** Absent where one operator's word was enough. */
  readonly proposal?: { readonly id: number; readonly proposedBy: number };
}

/** Records an act on the word of one operator or two, in the transaction that carries it out and before it does. */
export async function noteAct(
  runtime: Runtime,
  session: ClientSession,
  { operatorId, reason, proposal }: Authority,
  act: Pick<OperatorAction, "action" | "userId"> & { readonly details?: string },
): Promise<void> {
  const agreed = proposal && `proposal ${proposal.id} by operator ${proposal.proposedBy}`;
  const details = [act.details, agreed].filter((part) => part !== undefined && part !== "").join("; ");
  await noteOperatorAction(runtime, session, { ...act, operatorId, reason, details });
}

/** How long one look at a person stands for all that follow. */
const LOOK_MS = 60 * 60 * 1000;

/** Records that an operator looked at a person, once an hour: the pages of one look are many. */
export async function noteLook(runtime: Runtime, operatorId: number, userId: number): Promise<void> {
  const { database, clock } = runtime;
  const action = "view-person";
  const since = new Date(clock.now().getTime() - LOOK_MS);
  const actions = database.collection<OperatorAction>(OPERATOR_ACTIONS);
  const noted = await actions.findOne({ userId, action, operatorId, at: { $gt: since } }, { projection: { _id: 1 } });
  if (noted) return;
  await database.transaction((session) =>
    noteOperatorAction(runtime, session, { operatorId, action, userId, reason: "" }),
  );
}

/** A page of what operators wrote down of a person before the row of this number, newest first. */
export async function readNotes({ database }: Runtime, userId: number, before: number | undefined, limit: number) {
  const notes = await database
    .collection<OperatorAction>(OPERATOR_ACTIONS)
    .find({ userId, action: "note-person", ...(before !== undefined && { id: { $lt: before } }) })
    .sort({ id: -1 })
    .limit(limit)
    .toArray();
  return notes.map(({ id, operatorId, reason, at }) => ({ id, operatorId, text: reason, at: at.toISOString() }));
}

/** A page of actions before the one of this number, newest first; of one user where told. */
export async function readOperatorActions(
  { database }: Runtime,
  { userId, before }: { readonly userId?: number | undefined; readonly before?: number | undefined },
): Promise<OperatorActionsOutput> {
  const actions = await database
    .collection<OperatorAction>(OPERATOR_ACTIONS)
    .find({ ...(userId !== undefined && { userId }), ...(before !== undefined && { id: { $lt: before } }) })
    .sort({ id: -1 })
    .limit(PAGE)
    .toArray();
  return {
    actions: actions.map(({ id, operatorId, action, userId: whom, reason, details, at }) => ({
      id,
      operatorId,
      action,
      userId: whom,
      reason,
      details: details ?? "",
      at: at.toISOString(),
    })),
  };
}
