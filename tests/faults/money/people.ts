import { randomBytes } from "node:crypto";
import { eventually } from "#tests/support/app.ts";
import { OPERATOR, PASSWORD } from "./credentials.ts";
import { oneOf, type Random } from "./random.ts";
import type { Stack } from "./stack.ts";

const REQUEST_TIMEOUT_MS = 15_000;

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly cookie: string;
  readonly address: string;
}

/** What a server answered; null when it did not, or said that it could not. */
export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly cookie: string;
}

/** Asks one of the servers once. */
export async function ask(
  { serverUrls, publicUrl }: Stack,
  random: Random,
  path: string,
  cookie: string,
  body?: object,
): Promise<Answer | null> {
  try {
    const response = await fetch(`${oneOf(random, serverUrls)}${path}`, {
      method: body ? "POST" : "GET",
      headers: { origin: publicUrl, cookie, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (response.status >= 500 || response.status === 429) return null;
    const read: unknown = await response.json();
    const set = response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
    return { status: response.status, body: { ...Object(read) }, cookie: set.join("; ") };
  } catch {
    return null;
  }
}

/** Registers a person, whose account the network's faucet opens. */
export async function aPerson(stack: Stack, random: Random): Promise<Person> {
  const name = `person-${randomBytes(6).toString("hex")}`;
  const input = { username: name, email: `${name}@example.org`, password: PASSWORD };
  const answer = await eventually(() => ask(stack, random, "/api/register", "", input), 60_000);
  if (answer.status !== 201) throw new Error(`a registration was refused: ${JSON.stringify(answer.body)}`);
  const person = {
    id: Number(answer.body["id"]),
    name,
    cookie: answer.cookie,
    address: String(answer.body["walletAddress"]),
  };
  await eventually(async () => {
    const wallet = await ask(stack, random, "/api/wallet", person.cookie);
    return Array.isArray(wallet?.body["balances"]) && wallet.body["balances"].length > 0;
  }, 60_000);
  return person;
}

/** Makes somebody a second operator on the word of the first, and signs them in. */
export async function aSecondOperator(stack: Stack, random: Random, first: Person): Promise<Person> {
  const { id, name } = await aPerson(stack, random);
  const body = JSON.stringify({ roles: ["super"], reason: "two are needed" });
  const headers = { origin: stack.publicUrl, cookie: first.cookie, "content-type": "application/json" };
  const url = `${stack.serverUrls[0] ?? ""}/api/admin/operators/${id}/roles`;
  await eventually(async () => {
    const made = await fetch(url, { method: "PUT", headers, body }).catch(() => null);
    return made !== null && (made.ok || made.status === 409);
  }, 60_000);
  return anOperator(stack, random, name);
}

/** Signs the operator in, confirmed for the next ten minutes. */
export async function anOperator(stack: Stack, random: Random, username = OPERATOR): Promise<Person> {
  const input = { username, password: PASSWORD };
  const answer = await eventually(() => ask(stack, random, "/api/admin/login", "", input), 60_000);
  const operator = { id: 0, name: OPERATOR, cookie: answer.cookie, address: "" };
  await eventually(() => ask(stack, random, "/api/confirm-identity", operator.cookie, { password: PASSWORD }));
  return operator;
}
