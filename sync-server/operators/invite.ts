import type { ContentOf } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import { INVITATION_PAGE_PATH } from "#schemas/mailed-links.ts";
import { DEFAULT_LANGUAGE } from "#schemas/values/languages.ts";
import type { InvitationOutput, InvitationsOutput } from "#schemas/roles.ts";
import type { Role } from "#schemas/operators.ts";
import { type Act, holderWithin, noteAct, noteOperatorAction } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import { wordsFor } from "#server/platform/words/words-for.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";
import {
  findUserByEmail,
  findUserByEmailWithin,
  findUserWithin,
  givenEmail,
  readSecurityWithin,
  setStanding,
  type UserDocument,
} from "#server/users/index.ts";
import { tellOfRoles } from "./set-roles.ts";
import {
  describeInvitation,
  digestOf,
  insertInvitation,
  type Invitation,
  invitationCollection,
  isOurs,
  moveInvitation,
  tokenOf,
} from "./store.ts";

const PAGE = 100;

/** What asks whoever has a mailbox to become an operator. */
export function inviteAct(runtime: Runtime, mailer: Mailer): Act<ContentOf<"invite-operator">> {
  return {
    subject: ({ email }) => `invitation of ${email}`,
    about: async ({ email }, session) => {
      const user = await findUserByEmailWithin(runtime, session, email);
      return user ? [user.id] : [];
    },
    says: ({ email, roles }) => `${email} is invited to become ${roles.join(", ")}.`,
    whySecond: () => Promise.resolve("It makes somebody an operator."),
    prepare: ({ email, roles }) =>
      Promise.resolve(async (session, by) => {
        const { operatorId: invitedBy, reason } = by;
        const change = { before: null, after: { email, roles } };
        const details = `${email}: ${roles.join(", ")}`;
        await noteAct(runtime, session, by, { action: "invite-operator", userId: null, details, change });
        await insertInvitation(runtime, session, { email, roles, invitedBy, reason });
      }),
    afterwards: ({ email }) => mailInvitation(runtime, mailer, email),
  };
}

/** Where the mail server does not take it, operators see so, and may invite anew. */
async function mailInvitation(runtime: Runtime, mailer: Mailer, email: string): Promise<void> {
  const { database, clock, config, log } = runtime;
  const invitations = invitationCollection(runtime);
  const invitation = await invitations.findOne({ email, state: "open", mailedAt: null });
  if (!invitation || !(await isOurs(runtime, invitation))) return;
  const { id } = invitation;
  const user = await findUserByEmail(runtime, email);
  const { language, sentence } = user ? await wordsFor(runtime, user.id) : wordsIn(DEFAULT_LANGUAGE);
  const paragraphs = [
    user ? sentence("mail.hello", { username: user.username }) : sentence("mail.hello-all"),
    sentence("mail.invitation.open"),
    `${config.publicUrl}${INVITATION_PAGE_PATH}?token=${tokenOf(database, invitation)}`,
    sentence("mail.invitation.account"),
    sentence("mail.invitation.otherwise"),
  ];
  const text = `${paragraphs.join("\n\n")}\n`;
  try {
    await mailer.send({ to: email, subject: sentence("mail.invitation.subject"), text, language });
    await invitations.updateOne({ id }, { $set: { mailedAt: clock.now() } });
  } catch (error) {
    log.error({ err: error, invitation: id }, "an invitation could not be mailed");
  }
}

/** The newest invitations, none that was written past the server. */
export async function listInvitations(runtime: Runtime): Promise<InvitationsOutput> {
  const stored = await invitationCollection(runtime).find().sort({ id: -1 }).limit(PAGE).toArray();
  const now = runtime.clock.now();
  const invitations: InvitationOutput[] = [];
  for (const each of stored) if (await isOurs(runtime, each)) invitations.push(describeInvitation(each, now));
  return { invitations };
}

/** The invitation of an address that waits. Throws `invitation-unknown`. */
export async function readInvitation(runtime: Runtime, email: string): Promise<InvitationOutput> {
  const invitation = await invitationCollection(runtime).findOne({ email, state: "open" });
  if (!invitation) throw new AppError("invitation-unknown");
  return describeInvitation(invitation, runtime.clock.now());
}

/** Takes an invitation back that nobody has accepted. Throws `invitation-unknown`, `invitation-ended`. */
export async function withdrawInvitation(
  runtime: Runtime,
  id: number,
  { operatorId, reason }: { readonly operatorId: number; readonly reason: string },
): Promise<InvitationOutput> {
  const { database, clock } = runtime;
  return database.transaction(async (session) => {
    const invitation = await invitationCollection(runtime).findOne({ id }, { session });
    if (!invitation || !(await isOurs(runtime, invitation))) throw new AppError("invitation-unknown");
    const { email, state, roles } = invitation;
    const change = { before: { email, roles, state }, after: { email, roles, state: "withdrawn" } };
    const noted = { operatorId, action: "withdraw-invitation", userId: null, reason, details: email, change } as const;
    await noteOperatorAction(runtime, session, noted);
    if (state !== "open") throw new AppError("invitation-ended");
    return describeInvitation(await moveInvitation(runtime, session, invitation, { state: "withdrawn" }), clock.now());
  });
}

interface Acceptance {
  readonly userId: number;
  readonly token: string;
  /** Lets the session that accepts go on through the change, within its transaction. */
  readonly keep: (session: Parameters<typeof findUserWithin>[1], epoch: number) => Promise<void>;
}

/**
 * Makes a person what they were invited to be, once. Throws `invitation-invalid` for one that is unknown, used, withdrawn or too old, or
 * whose inviter may not invite any more, `invitation-of-another`, `invitation-operator`, `account-frozen`.
 */
export async function acceptInvitation(
  runtime: Runtime,
  { userId, token, keep }: Acceptance,
): Promise<{ readonly user: UserDocument; readonly roles: readonly Role[] }> {
  const { database, clock } = runtime;
  return database.transaction(async (session) => {
    const invitation = await invitationCollection(runtime).findOne({ token: digestOf(token) }, { session });
    if (!invitation || !(await isOpen(runtime, invitation))) throw new AppError("invitation-invalid");
    const { email, roles, invitedBy, reason, id } = invitation;
    const user = await findUserWithin(runtime, session, userId);
    if (!user || givenEmail(user) !== email) throw new AppError("invitation-of-another");
    if (await holderWithin(database, session, userId)) throw new AppError("invitation-operator");
    if ((await readSecurityWithin(runtime, session, userId)).isFrozen === true) throw new AppError("account-frozen");
    const change = { before: { userId, roles: [] }, after: { userId, roles } };
    const noted = { operatorId: invitedBy, action: "accept-invitation", userId, reason, change } as const;
    await noteOperatorAction(runtime, session, { ...noted, details: `invitation ${id}` }).catch((error: unknown) => {
      // Whoever is no super any more has invited nobody.
      if (error instanceof AppError) throw new AppError("invitation-invalid", {}, { cause: error });
      throw error;
    });
    await moveInvitation(runtime, session, invitation, { state: "accepted", acceptedBy: userId });
    const changed = await setStanding(runtime, session, userId, { roles, since: clock.now() });
    await keep(session, changed.sessionEpoch ?? 0);
    await tellOfRoles(runtime, session, userId, invitedBy);
    return { user: changed, roles };
  });
}

async function isOpen(runtime: Runtime, invitation: Invitation): Promise<boolean> {
  const { state, expiresAt } = invitation;
  return state === "open" && expiresAt > runtime.clock.now() && (await isOurs(runtime, invitation));
}
