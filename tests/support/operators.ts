import type { TestApp } from "./app.ts";
import { anAdmin, type TestUser } from "./builders.ts";

type Method = "GET" | "POST" | "PUT";

/** Asks as this person, and answers with the status and the body. */
export async function askAs(
  app: TestApp,
  { cookie }: Pick<TestUser, "cookie">,
  method: Method,
  url: string,
  payload?: object,
) {
  const response = await app.server.inject({ method, url, headers: { cookie }, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

/** An operator who has just shown the password. */
export async function aConfirmedAdmin(app: TestApp): Promise<TestUser> {
  const admin = await anAdmin(app);
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
  return askAs(app, second, "POST", `/api/admin/proposals/${proposal.id}/approve`, { digest: proposal.digest });
}
