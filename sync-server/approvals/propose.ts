import { type ClientSession, MongoServerError } from "mongodb";
import {
  PERMISSION_OF_PROPOSAL,
  type ProposalContent,
  type ProposalKind,
  type ProposalOutput,
} from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import { refuseOwn } from "./own.ts";
import type { Bound } from "./acts.ts";
import { type Context, isOurs, noteDecision, refuseFrozen, tellOperators } from "./context.ts";
import { readFourEyes } from "./four-eyes.ts";
import { holdersOf, refuseAbove, requireHolder } from "./holders.ts";
import { describeProposal } from "./list-proposals.ts";
import { insertProposal, type Proposal, proposalCollection, PROPOSALS } from "./store.ts";

/** What an operator asks for. */
export interface Wish {
  readonly content: ProposalContent;
  readonly operatorId: number;
  readonly reason: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** What nobody decided within this, beside the time it has to wait, was not wanted. */
const STANDS_MS = 7 * DAY_MS;
/** Of these nobody waits for a second one: they are how there comes to be one, or how a thief among two is stopped. */
const MAKES_A_SECOND: readonly ProposalKind[] = ["set-roles", "invite-operator"];
const DUPLICATE_KEY = 11_000;

/** Carries out what one operator may decide; proposes all else, and answers with the proposal. */
export async function carryOutOrPropose(context: Context, wish: Wish): Promise<ProposalOutput | null> {
  const act = context.bound(wish.content);
  const { operatorId, reason } = wish;
  const { database } = context.runtime;
  // Before anything is asked outside; and once more where it is decided.
  await database.transaction((session) => refuseAsker(context, session, act, wish));
  const carryOut = await act.prepare();
  const proposal = await database
    .transaction(async (session) => {
      const about = await refuseAsker(context, session, act, wish);
      const { kind } = wish.content;
      const why = await whyTwo(context, session, act, { kind, operatorId });
      if (why !== null) return propose(context, session, wish, { act, about, why });
      await carryOut(session, { operatorId, reason });
      return null;
    })
    .catch((error: unknown) => {
      if (isSecondOpen(error)) throw new AppError("proposal-open", { id: 0 }, { cause: error });
      throw error;
    });
  if (proposal) return describeProposal(proposal);
  await act.afterwards();
  return null;
}

/** Answers with whom it is about. Throws where who asks may not, or not of them. */
async function refuseAsker(
  context: Context,
  session: ClientSession,
  act: Bound,
  { content, operatorId }: Wish,
): Promise<readonly number[]> {
  const { database } = context.runtime;
  const about = await act.about(session);
  for (const userId of about) refuseOwn(operatorId, userId, act.ownCode);
  await refuseFrozen(context, session, operatorId);
  const permission = PERMISSION_OF_PROPOSAL[content.kind];
  const holder = await requireHolder(database, session, operatorId, permission);
  await refuseAbove(database, session, holder, { permission, about });
  return about;
}

/** Why it takes two: as it is set for acts of its kind, and by the act's own rule. Null where one operator's word is enough. */
async function whyTwo(
  { runtime }: Context,
  session: ClientSession,
  act: Bound,
  { kind, operatorId }: { readonly kind: ProposalKind; readonly operatorId: number },
): Promise<string | null> {
  const { [kind]: setting } = await readFourEyes(runtime, session);
  if (
    setting === "never" ||
    (MAKES_A_SECOND.includes(kind) && (await isAlone(runtime, session, act, { kind, operatorId })))
  )
    return null;
  const why = await act.whySecond(operatorId, session);
  return setting === "always" ? (why ?? "Acts like this always take two, as it is set.") : why;
}

/** Whether nobody could be the second: neither who asks nor whom it is about can. */
async function isAlone(
  { database }: Context["runtime"],
  session: ClientSession,
  act: Bound,
  { kind, operatorId }: { readonly kind: ProposalKind; readonly operatorId: number },
): Promise<boolean> {
  const about = await act.about(session);
  const holders = await holdersOf(database, session, PERMISSION_OF_PROPOSAL[kind]);
  return holders.every(({ id }) => id === operatorId || about.includes(id));
}

interface Reading {
  readonly act: Bound;
  readonly about: readonly number[];
  readonly why: string;
}

async function propose(
  context: Context,
  session: ClientSession,
  { content, operatorId, reason }: Wish,
  { act, about, why }: Reading,
): Promise<Proposal> {
  const { database, clock, config } = context.runtime;
  const { subject, says } = act;
  const open = await proposalCollection(database).findOne({ subject, isOpen: true }, { session });
  if (open && (await isOurs(context.runtime, open))) throw new AppError("proposal-open", { id: open.id });
  // Nobody could decide one that was written past the server: it stands in nobody's way.
  if (open) await proposalCollection(database).updateOne({ _id: open._id }, { $set: { isOpen: false } }, { session });
  const id = await database.nextIds(session, PROPOSALS, 1);
  const noted = { id, about, says, proposedBy: operatorId };
  const change = { before: null, after: { proposal: id, state: "proposed", content } };
  await noteDecision(context, session, noted, { operatorId, action: "propose", reason, why, change });
  const now = clock.now();
  const proposal = await insertProposal(database, session, {
    ...noted,
    subject,
    content,
    reason,
    why,
    proposedAt: now,
    expiresAt: new Date(now.getTime() + config.approvalMs + STANDS_MS),
  });
  await tellOperators(context, session, proposal);
  return proposal;
}

function isSecondOpen(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY && error.message.includes("one_open");
}
