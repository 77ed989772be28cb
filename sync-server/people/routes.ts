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

  route(app, ENDPOINTS.person, async ({ session, params }) => {
    const user = await known(runtime, params.userId);
    await noteLook(runtime, session.userId, user.id);
    return describePerson(runtime, user);
  });

  const looks = createAttemptLimit(runtime, "person-wallet", LEDGER_LOOKS, LEDGER_LOOKS_MS);
  route(app, ENDPOINTS.personWallet, async ({ session, params }) => {
    const { id } = await known(runtime, params.userId);
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

function registerParts(app: FastifyInstance, runtime: Runtime): void {
  const { database } = runtime;
  const partOf = async (userId: number, before: number | undefined) => ({
    userId: (await known(runtime, userId)).id,
    before,
  });
  route(app, ENDPOINTS.personMovements, async ({ params, query }) =>
    readHistory(database, await partOf(params.userId, query.before)),
  );
  route(app, ENDPOINTS.personSubmissions, async ({ params, query }) =>
    readSubmissions(database, await partOf(params.userId, query.before)),
  );
  route(app, ENDPOINTS.personDeposits, async ({ params, query }) =>
    readDeposits(database, await partOf(params.userId, query.before)),
  );
  route(app, ENDPOINTS.personSignIns, async ({ params, query }) =>
    readSignIns(database, await partOf(params.userId, query.before)),
  );
  route(app, ENDPOINTS.personEvents, async ({ params, query }) =>
    readEvents(database, await partOf(params.userId, query.before)),
  );
  route(app, ENDPOINTS.personSessions, async ({ params }) => {
    const { id } = await known(runtime, params.userId);
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
  route(app, ENDPOINTS.personNotes, async ({ params, query }) => {
    const { id } = await known(runtime, params.userId);
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
