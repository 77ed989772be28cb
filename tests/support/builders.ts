import { randomBytes } from "node:crypto";
import * as v from "valibot";
import type { RegisterInput } from "#schemas/auth.ts";
import type { Role } from "#schemas/operators.ts";
import { UserOutput } from "#schemas/users.ts";
import { standingSet } from "#server/platform/operators/standing.ts";
import { cookieOf, type TestApp } from "./app.ts";
import { setOperatorPolicy } from "./seals.ts";

export interface TestUser {
  readonly user: UserOutput;
  readonly password: string;
  /** For the cookie header. */
  readonly cookie: string;
}

/** A valid registration that nobody else has made. */
export function aRegistration(fields: Partial<RegisterInput> = {}): RegisterInput {
  const name = `user-${randomBytes(5).toString("hex")}`;
  return { username: name, email: `${name}@example.org`, password: "correct horse", ...fields };
}

/** Registers a user through the API and signs in. */
export async function aUser({ server }: TestApp, fields: Partial<RegisterInput> = {}): Promise<TestUser> {
  const input = aRegistration(fields);
  const response = await server.inject({ method: "POST", url: "/api/register", payload: input });
  if (response.statusCode !== 201) throw new Error(`the registration was refused: ${response.body}`);
  return { user: v.parse(UserOutput, response.json()), password: input.password, cookie: cookieOf(response) };
}

/** Registers a user, makes it an operator in the database, a super unless told, and signs in. It has been one for long. */
export async function anAdmin(app: TestApp, roles: readonly Role[] = ["super"]): Promise<TestUser> {
  const { user, password } = await aUser(app);
  await app.database
    .collection("users")
    .updateOne({ id: user.id }, { $set: standingSet(app.database, user.id, { roles, since: new Date(0) }) });
  const payload = { username: user.username, password };
  const response = await app.server.inject({ method: "POST", url: "/api/admin/login", payload });
  return { user: { ...user, isAdmin: true }, password, cookie: cookieOf(response) };
}

/** Has what protects less take effect at once, as the operators may say. */
export function letNothingWait({ database }: Pick<TestApp, "database">): Promise<void> {
  return setOperatorPolicy(database, { weakeningHours: 0 });
}
