import type { Role } from "#schemas/operators.ts";
import type { TestApp } from "./app.ts";
import { anAdmin, type TestUser } from "./builders.ts";
import { withReason } from "./reasons.ts";
import type { Database } from "#server/platform/db/database.ts";
import { standingSet } from "#server/platform/operators/standing.ts";
import { createSecurity } from "#server/users/index.ts";

type Method = "GET" | "POST" | "PUT";

/** Asks as this person, and answers with the status and the body. */
export async function askAs(
  app: TestApp,
  { cookie }: Pick<TestUser, "cookie">,
  method: Method,
  url: string,
  payload?: object,
) {
  const response = await app.server.inject({ method, url, headers: { cookie }, ...withReason(method, url, payload) });
  return { status: response.statusCode, body: response.json() };
}

/** An operator, a super unless told, who has just shown the password. */
export async function aConfirmedAdmin(app: TestApp, roles: readonly Role[] = ["super"]): Promise<TestUser> {
  const admin = await anAdmin(app, roles);
  await askAs(app, admin, "POST", "/api/confirm-identity", { password: admin.password });
  return admin;
}

/**
 * Asks for what needs two operators, and has another one agree. Answers like the first, or with the approved proposal: `body` is
 * then that of the approval.
 */
export async function askTwo(
  app: TestApp,
  first: Pick<TestUser, "cookie">,
  second: Pick<TestUser, "cookie">,
  [method, url, payload]: readonly [method: Method, url: string, payload?: object],
) {
  const asked = await askAs(app, first, method, url, payload);
  const { proposal } = asked.body;
  if (!proposal) return asked;
  return askAs(app, second, "POST", `/api/admin/proposals/${proposal.id}/approve`, {
    digest: proposal.digest,
    reason: "as proposed",
  });
}

/** An operator who is nothing besides, for tests without an app. */
export async function addOperator(database: Database, id: number, roles: readonly Role[] = ["super"]): Promise<void> {
  const set = standingSet(database, id, { roles, since: new Date(0) });
  await database.collection("users").updateOne({ id }, { $set: set }, { upsert: true });
  if (await database.collection<{ _id: number }>("user_security").findOne({ _id: id })) return;
  await database.transaction((session) => createSecurity({ database }, session, id));
}
