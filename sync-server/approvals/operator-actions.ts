import type { ClientSession, Document } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { type OperatorActionKind, type OperatorActionsOutput, PERMISSION_OF_ACTION } from "#schemas/security.ts";
import { notePending } from "#server/platform/audit/pending.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { SessionUser } from "#server/platform/http/session-user.ts";
import { readSecurityWithin } from "#server/users/index.ts";
import { refuseAbove, requireHolder } from "./holders.ts";

/** What an act changes: as it was, and as it is with it. Null where there was nothing, or is nothing any more. Never a secret. */
export interface Change {
  readonly before: object | null;
  readonly after: object | null;
}

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
  /** The {@link Change}, as JSON; absent in those from before it was kept. */
  readonly change?: string;
  readonly at: Date;
}

type Noted = Pick<OperatorAction, "operatorId" | "action" | "userId" | "reason" | "details"> & {
  readonly change: Change;
};

const OPERATOR_ACTIONS = "operator_actions";
/** What a frozen operator still does: to say no lets nothing happen, and to look takes nothing along. */
const SAYS_NO_OR_LOOKS: readonly OperatorActionKind[] = [
  "reject-proposal",
  "withdraw-proposal",
  "reject-deposit",
  "refuse-submission",
  "freeze",
  "view-person",
  "view-log",
];
const PAGE = 100;

/**
 * Records the action in the transaction that carries it out: among what operators did, and in the audit chain. Nothing is done by who
 * may not by then, whatever they were when they asked. Throws `admin-required`, `role-required`, `operator-frozen`, and `operator-above`
 * where somebody who is no super does something to an operator's account.
 */
export async function noteOperatorAction(
  runtime: Runtime,
  session: ClientSession,
  { change, ...action }: Noted,
): Promise<void> {
  const { database, clock, log } = runtime;
  await refuseUnentitled(runtime, session, action);
  const id = await database.nextIds(session, OPERATOR_ACTIONS, 1);
  const at = clock.now();
  const told = JSON.stringify(change);
  await database
    .collection<OperatorAction>(OPERATOR_ACTIONS)
    .insertOne({ id, ...action, change: told, at }, { session });
  const { operatorId, userId, reason, details = "" } = action;
  const event = {
    action: "operate" as const,
    address: userId === null ? "" : `user ${userId}`,
    purpose: action.action,
    payloadHash: "",
    requestedBy: `operator ${operatorId}`,
    reason: [reason, details].filter((part) => part !== "").join("; "),
    change: told,
  };
  await notePending(database, session, event, at);
  log.warn({ operatorId, action: action.action, userId }, "an operator acted");
}

async function refuseUnentitled(
  runtime: Runtime,
  session: ClientSession,
  { operatorId, action, userId }: Pick<OperatorAction, "operatorId" | "action" | "userId">,
): Promise<void> {
  const { database } = runtime;
  const permission = PERMISSION_OF_ACTION[action];
  const holder = await requireHolder(database, session, operatorId, permission);
  const changesNothing = permission.endsWith(".read");
  if (!SAYS_NO_OR_LOOKS.includes(action)) {
    const { isFrozen } = await readSecurityWithin(runtime, session, operatorId);
    if (isFrozen === true) throw new AppError("operator-frozen");
  }
  if (userId !== null && !changesNothing) await refuseAbove(database, session, holder, { permission, about: [userId] });
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
  act: Pick<Noted, "action" | "userId" | "change"> & { readonly details?: string },
): Promise<void> {
  const agreed = proposal && `proposal ${proposal.id} by operator ${proposal.proposedBy}`;
  const details = [act.details, agreed].filter((part) => part !== undefined && part !== "").join("; ");
  await noteOperatorAction(runtime, session, { ...act, operatorId, reason, details });
}

/** How long one look at a person stands for all that follow. */
const LOOK_MS = 60 * 60 * 1000;

type Viewer = Pick<SessionUser, "userId" | "key">;

/** Records that an operator looked at a person, as {@link noteLookOnce} does. */
export function noteLook(runtime: Runtime, viewer: Viewer, userId: number): Promise<void> {
  return noteLookOnce(runtime, viewer, { action: "view-person", userId, what: "" });
}

/**
 * Records that an operator looked at something, once an hour for the same: the pages of one look are many. A look by an API key is one
 * of its own, and names the key.
 */
export async function noteLookOnce(
  runtime: Runtime,
  { userId: operatorId, key }: Viewer,
  { action, userId, what }: { action: "view-person" | "view-log"; userId: number | null; what: string },
): Promise<void> {
  const { database, clock } = runtime;
  const details = [what, key ? `by API key ${key.id}` : ""].filter((part) => part !== "").join(", ");
  const since = new Date(clock.now().getTime() - LOOK_MS);
  const actions = database.collection<OperatorAction>(OPERATOR_ACTIONS);
  const noted = await actions.findOne(
    { userId, action, operatorId, details: details === "" ? { $exists: false } : details, at: { $gt: since } },
    { projection: { _id: 1 } },
  );
  if (noted) return;
  // To look changes nothing.
  const change = { before: { user: userId }, after: { user: userId } };
  const look = { operatorId, action, userId, reason: "", ...(details !== "" && { details }), change };
  await database.transaction((session) => noteOperatorAction(runtime, session, look));
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

interface ActionsAsked {
  readonly userId?: number | undefined;
  readonly before?: number | undefined;
  /** Both times belong to it. */
  readonly within?: { readonly from: Date; readonly to: Date };
}

/** A page of actions before the one of this number, newest first; of one user, or of a time, where told. */
export async function readOperatorActions(
  { database }: Runtime,
  { userId, before, within }: ActionsAsked,
): Promise<OperatorActionsOutput> {
  const actions = await database
    .collection<OperatorAction>(OPERATOR_ACTIONS)
    .find({
      ...(userId !== undefined && { userId }),
      ...(before !== undefined && { id: { $lt: before } }),
      ...(within && { at: { $gte: within.from, $lte: within.to } }),
    })
    .sort({ id: -1 })
    .limit(PAGE)
    .toArray();
  return {
    actions: actions.map(({ id, operatorId, action, userId: whom, reason, details, change, at }) => ({
      id,
      operatorId,
      action,
      userId: whom,
      reason,
      details: details ?? "",
      change: change ?? null,
      at: at.toISOString(),
    })),
  };
}
