import { createHash, randomBytes } from "node:crypto";
import { type ClientSession, type Collection, type Document, MongoServerError } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { Role } from "#schemas/operators.ts";
import { INVITATION_MS, type InvitationOutput } from "#schemas/roles.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { sealsOf } from "#server/platform/seals/row-seals.ts";
import { isRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";

/** What somebody was asked to become. */
export interface Invitation extends Document {
  readonly id: number;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly invitedBy: number;
  readonly reason: string;
  readonly invitedAt: Date;
  readonly expiresAt: Date;
  /** Makes the token of this one and no other. */
  readonly nonce: string;
  /** SHA-256 of the token, in hex. */
  readonly token: string;
  readonly state: "open" | "accepted" | "withdrawn" | "expired";
  readonly acceptedBy: number | null;
  /** When the mail server took it; null while it did not. */
  readonly mailedAt: Date | null;
  readonly seal?: string;
}

/** Whoever writes one past the server, or opens one anew, makes nobody an operator. */
const INVITATION_KIND: SealedKind<Invitation> = {
  collection: "operator_invitations",
  contentOf: ({ id, email, roles, invitedBy, reason, expiresAt, nonce, token, state, acceptedBy }) => {
    return { id, email, roles, invitedBy, reason, expiresAt, nonce, token, state, acceptedBy };
  },
};
const TOKEN = "operator invitation token";
const NONCE_BYTES = 16;
const DUPLICATE_KEY = 11_000;

export function invitationCollection({ database }: Pick<Runtime, "database">): Collection<Invitation> {
  return database.collection<Invitation>(INVITATION_KIND.collection);
}

/** What opens an invitation. Nobody can make it of what is stored without the sealing key, and it is stored nowhere. */
export function tokenOf(database: Database, invitation: Pick<Invitation, "id" | "email" | "nonce">): string {
  const { id, email, nonce } = invitation;
  return sealsOf(database).seal(TOKEN, { id, email, nonce });
}

export function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Keeps an invitation. Throws `invitation-open` where one to this address waits. */
export async function insertInvitation(
  { database, clock }: Runtime,
  session: ClientSession,
  { email, roles, invitedBy, reason }: Pick<Invitation, "email" | "roles" | "invitedBy" | "reason">,
): Promise<void> {
  const now = clock.now();
  const invitations = invitationCollection({ database });
  const former = await invitations.findOne({ email, state: "open" }, { session });
  if (former && former.expiresAt <= now) await moveInvitation({ database }, session, former, { state: "expired" });
  else if (former) throw new AppError("invitation-open");
  const id = await database.nextIds(session, INVITATION_KIND.collection, 1);
  const named = { id, email, nonce: randomBytes(NONCE_BYTES).toString("base64url") };
  const expiresAt = new Date(now.getTime() + INVITATION_MS);
  const invitation: Invitation = {
    ...named,
    roles,
    invitedBy,
    reason,
    invitedAt: now,
    expiresAt,
    token: digestOf(tokenOf(database, named)),
    state: "open",
    acceptedBy: null,
    mailedAt: null,
  };
  const seal = sealRow(database, INVITATION_KIND, invitation);
  await invitations.insertOne({ ...invitation, seal }, { session }).catch((error: unknown) => {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY)
      throw new AppError("invitation-open", {}, { cause: error });
    throw error;
  });
}

/** Moves an invitation on, if it still is as it was read. Throws `invitation-ended` where somebody else was quicker. */
export async function moveInvitation(
  { database }: Pick<Runtime, "database">,
  session: ClientSession,
  seen: Invitation,
  change: Partial<Pick<Invitation, "state" | "acceptedBy">>,
): Promise<Invitation> {
  const seal = sealRow(database, INVITATION_KIND, { ...seen, ...change });
  const moved = await invitationCollection({ database }).findOneAndUpdate(
    { id: seen.id, state: seen.state },
    { $set: { ...change, seal } },
    { session, returnDocument: "after" },
  );
  if (!moved) throw new AppError("invitation-ended");
  return moved;
}

/** Whether the server wrote it like this; where it did not, operators are told, and nobody becomes anything by it. */
export async function isOurs(runtime: Runtime, invitation: Invitation): Promise<boolean> {
  if (isRowSealed(runtime.database, INVITATION_KIND, invitation)) return true;
  const { id } = invitation;
  await tellForged(runtime, `invitation ${id}`, { invitation: id });
  return false;
}

/** As operators see it. */
export function describeInvitation(invitation: Invitation, now: Date): InvitationOutput {
  const { id, email, roles, state, invitedBy, reason, invitedAt, expiresAt, acceptedBy, mailedAt } = invitation;
  return {
    id,
    email,
    roles: [...roles],
    state: state === "open" && expiresAt <= now ? "expired" : state,
    isMailed: mailedAt !== null,
    invitedBy,
    reason,
    invitedAt: invitedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    acceptedBy,
  };
}

export const operatorIndexes: Migration = {
  number: 82,
  name: "operators and invitations to become one",
  run: async (database) => {
    const isAdmin = { isAdmin: true };
    await database.collection("users").createIndex({ isAdmin: 1 }, { partialFilterExpression: isAdmin });
    await invitationCollection({ database }).createIndexes([
      { key: { id: 1 }, unique: true },
      { key: { token: 1 }, unique: true },
      { key: { email: 1 }, unique: true, partialFilterExpression: { state: "open" }, name: "one_open" },
    ]);
  },
};
