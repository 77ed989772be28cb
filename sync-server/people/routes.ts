import type { FastifyInstance } from "fastify";
import { describeDevice } from "#schemas/describe-device.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { PEOPLE_PAGE, type PeopleFilters } from "#schemas/people.ts";
import { noteLook, noteOperatorAction, readNotes, refuseOwn } from "#server/approvals/index.ts";
import { readWalletSides } from "#server/health/index.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { SessionUser } from "#server/platform/http/session-user.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { findUserById, type UserDocument } from "#server/users/index.ts";
import { readHistory } from "#server/wallet/index.ts";
import { compareWallet, readShown } from "./compare-wallet.ts";
import { describePeople, readNames } from "./describe-people.ts";
import { describePerson } from "./describe-person.ts";
import { exportPeople } from "./export-people.ts";
import { findPeople } from "./find-people.ts";
import { readDeposits, readEvents, readSignIns, readSubmissions } from "./person-parts.ts";

/** Looks at the ledger that one operator takes. */
const LEDGER_LOOKS = 120;
const LEDGER_LOOKS_MS = 5 * 60 * 1000;

/** Serves operators the people: a list to find them by, and of each what there is. */
export function registerPeopleRoutes(app: FastifyInstance, runtime: Runtime, network: StellarNetwork): void {
  registerList(app, runtime);
  registerParts(app, runtime);
  registerNotes(app, runtime);

  route(app, ENDPOINTS.person, async ({ session, params }) =>
    describePerson(runtime, await lookedAt(runtime, session, params.userId)),
  );

  const looks = createAttemptLimit(runtime, "person-wallet", LEDGER_LOOKS, LEDGER_LOOKS_MS);
  route(app, ENDPOINTS.personWallet, async ({ session, params }) => {
    const { id } = await lookedAt(runtime, session, params.userId);
    await looks.take(String(session.userId));
    const sides = readWalletSides(runtime, network, id);
    return compareWallet(await sides, await readShown(runtime.database, id));
  });
}

function registerList(app: FastifyInstance, runtime: Runtime): void {
  route(app, ENDPOINTS.people, async ({ query }) => {
    const { people, next, search } = await findPeople(runtime, query, query.after ?? null, PEOPLE_PAGE);
    const foundBy = search && (await search.foundBy(people));
    return { people: await describePeople(runtime, people, foundBy), next };
  });

  route(app, ENDPOINTS.peopleNames, async ({ query }) => ({ names: await readNames(runtime, query.ids) }));

  route(app, ENDPOINTS.exportPeople, async ({ session, query, reply }) => {
    const { reason, ...filters } = query;
    const details = describeFilters(filters);
    // To take something along changes nothing.
    const noted = { operatorId: session.userId, action: "export-people", userId: null, reason, details } as const;
    const row = { ...noted, change: { before: null, after: null } };
    await runtime.database.transaction((within) => noteOperatorAction(runtime, within, row));
    const day = runtime.clock.now().toISOString().slice(0, 10);
    reply.header("content-disposition", `attachment; filename="people-${day}.csv"`);
    return exportPeople(runtime, filters);
  });
}

/** What a call of a part of a person says. */
interface PartCall {
  readonly session: SessionUser;
  readonly params: { readonly userId: number };
  readonly query: { readonly before?: number | undefined };
}

function registerParts(app: FastifyInstance, runtime: Runtime): void {
  const { database } = runtime;
  const partOf = async ({ session, params, query }: PartCall) => ({
    userId: (await lookedAt(runtime, session, params.userId)).id,
    before: query.before,
  });
  route(app, ENDPOINTS.personMovements, async (call) => readHistory(database, await partOf(call)));
  route(app, ENDPOINTS.personSubmissions, async (call) => readSubmissions(database, await partOf(call)));
  route(app, ENDPOINTS.personDeposits, async (call) => readDeposits(database, await partOf(call)));
  route(app, ENDPOINTS.personSignIns, async (call) => readSignIns(database, await partOf(call)));
  route(app, ENDPOINTS.personEvents, async (call) => readEvents(database, await partOf(call)));
  route(app, ENDPOINTS.personSessions, async ({ session, params }) => {
    const { id } = await lookedAt(runtime, session, params.userId);
    const sessions = await app.sessions.list(id);
    return {
      sessions: sessions.map(({ userAgent, ipAddress, startedAt }) => ({
        device: describeDevice(userAgent),
        ipAddress,
        startedAt: startedAt.toISOString(),
      })),
    };
  });
}

function registerNotes(app: FastifyInstance, runtime: Runtime): void {
  route(app, ENDPOINTS.personNotes, async ({ session, params, query }) => {
    const { id } = await lookedAt(runtime, session, params.userId);
    const found = await readNotes(runtime, id, query.before, PEOPLE_PAGE + 1);
    const notes = found.slice(0, PEOPLE_PAGE);
    return { notes, next: found.length > PEOPLE_PAGE ? (notes.at(-1)?.id ?? null) : null };
  });

  route(app, ENDPOINTS.addPersonNote, async ({ session, params, input }) => {
    const { id: userId } = await known(runtime, params.userId);
    refuseOwn(session.userId, userId);
    const { reason } = input;
    const change = { before: null, after: { note: reason } };
    const row = { operatorId: session.userId, action: "note-person", userId, reason, change } as const;
    await runtime.database.transaction((within) => noteOperatorAction(runtime, within, row));
    return { message: "The note is kept." };
  });
}

/** Somebody at whom an operator looks, or a program of theirs: whichever part of them is asked for first, it is noted. */
async function lookedAt(runtime: Runtime, session: SessionUser, userId: number): Promise<UserDocument> {
  const user = await known(runtime, userId);
  await noteLook(runtime, session, user.id);
  return user;
}

/** Throws `user-unknown`. */
async function known(runtime: Runtime, userId: number): Promise<UserDocument> {
  const user = await findUserById(runtime, userId);
  if (!user) throw new AppError("user-unknown");
  return user;
}

function describeFilters(filters: PeopleFilters): string {
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}
