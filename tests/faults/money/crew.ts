import { eventually } from "#tests/support/app.ts";
import type { Role } from "#schemas/operators.ts";
import type { Database } from "#server/platform/db/database.ts";
import { OPERATOR, PASSWORD } from "./credentials.ts";
import { aPerson, ask, request } from "./people.ts";
import type { Random } from "./random.ts";
import type { Stack } from "./stack.ts";

/** Somebody who decides. */
export interface Operator {
  readonly id: number;
  readonly name: string;
  /** What they were made; the last of a crew becomes something else all the time. */
  readonly roles: readonly Role[];
  /** Of their session, which ends where their roles change. */
  cookie: string;
  /** When they last signed in, by this process's clock. */
  signedInMs: number;
}

/** Everybody who decides: two supers first, one whose roles change last. */
export interface Crew {
  readonly first: Operator;
  readonly second: Operator;
  readonly fickle: Operator;
  readonly all: readonly Operator[];
}

/** However busy the machine is. */
const SETUP_MS = 240_000;
const REST_MS = 60_000;

/** Makes operators of people, as supers do. Nothing is in trouble yet. */
export async function hireCrew(stack: Stack, database: Database, random: Random): Promise<Crew> {
  const first = await firstSuper(stack, database, random);
  // As long as there is one super, one alone says who the others are.
  const finance = await hire(stack, random, first, ["finance"]);
  const support = await hire(stack, random, first, ["reviewer", "support"]);
  const fickle = await hire(stack, random, first, ["editor"]);
  const second = await hire(stack, random, first, ["super"]);
  return { first, second, fickle, all: [first, second, finance, support, fickle] };
}

/** The super that there is from the beginning, signed in. */
export async function firstSuper(stack: Stack, database: Database, random: Random): Promise<Operator> {
  const found = await eventually(() => database.collection("users").findOne({ username: OPERATOR }), SETUP_MS);
  const first: Operator = { id: Number(found["id"]), name: OPERATOR, roles: ["super"], cookie: "", signedInMs: 0 };
  await signIn(stack, random, first);
  return first;
}

/** Makes an operator of somebody new, signed in. */
export async function hire(stack: Stack, random: Random, by: Operator, roles: readonly Role[]): Promise<Operator> {
  const { id, name } = await aPerson(stack, random);
  const asked = { path: `/api/admin/operators/${id}/roles`, cookie: by.cookie, method: "PUT" as const };
  const body = { roles, reason: "hired" };
  await eventually(async () => {
    const answer = await request(stack, random, { ...asked, body });
    return answer?.status === 200 || answer?.body["code"] === "roles-same";
  }, SETUP_MS);
  const operator: Operator = { id, name, roles, cookie: "", signedInMs: 0 };
  await signIn(stack, random, operator);
  return operator;
}

/** Signs an operator in, confirmed for the next ten minutes. */
export async function signIn(stack: Stack, random: Random, operator: Operator): Promise<void> {
  await eventually(async () => {
    await comeBack(stack, random, operator, 0);
    return operator.cookie !== "";
  }, SETUP_MS);
}

/** Has somebody sign in again whose session ended; nobody may do so all the time. */
export async function comeBack(stack: Stack, random: Random, operator: Operator, restMs = REST_MS): Promise<void> {
  const now = performance.now();
  if (now - operator.signedInMs < restMs) return;
  operator.signedInMs = now;
  const input = { username: operator.name, password: PASSWORD };
  const answer = await ask(stack, random, "/api/login", "", input);
  if (answer?.status !== 200) return;
  operator.cookie = answer.cookie;
  await confirm(stack, random, operator);
}

/** Says once more who they are. */
export async function confirm(stack: Stack, random: Random, { cookie }: Operator): Promise<void> {
  await ask(stack, random, "/api/confirm-identity", cookie, { password: PASSWORD });
}
