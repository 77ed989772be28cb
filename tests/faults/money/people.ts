import { randomBytes } from "node:crypto";
import { eventually } from "#tests/support/app.ts";
import { PASSWORD } from "./credentials.ts";
import { oneOf, type Random } from "./random.ts";
import type { Stack } from "./stack.ts";

const REQUEST_TIMEOUT_MS = 15_000;
/** However busy the machine is. */
const SETUP_MS = 240_000;

export interface Person {
  readonly id: number;
  readonly name: string;
  /** Of their session; another one once that has ended. */
  cookie: string;
  readonly address: string;
}

/** What a server answered; null when it did not, or said that it could not. */
export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly cookie: string;
}

/** What is asked of a server: to read without a body, and to change with one, unless it says how. */
export interface Asked {
  readonly path: string;
  readonly cookie: string;
  readonly body?: object;
  readonly method?: "GET" | "POST" | "PUT";
  /** How long an answer is waited for. */
  readonly withinMs?: number;
}

/** Asks one of the servers once. */
export function ask(stack: Stack, random: Random, path: string, cookie: string, body?: object): Promise<Answer | null> {
  return request(stack, random, { path, cookie, ...(body && { body }) });
}

/** The same, in whatever way is wanted. */
export async function request(
  { serverUrls, publicUrl }: Stack,
  random: Random,
  { path, cookie, body, method = body ? "POST" : "GET", withinMs = REQUEST_TIMEOUT_MS }: Asked,
): Promise<Answer | null> {
  try {
    const response = await fetch(`${oneOf(random, serverUrls)}${path}`, {
      method,
      headers: { origin: publicUrl, cookie, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(withinMs),
    });
    if (response.status >= 500 || response.status === 429) return null;
    const read: unknown = await response.json();
    const set = response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
    return { status: response.status, body: { ...Object(read) }, cookie: set.join("; ") };
  } catch {
    return null;
  }
}

/** Registers a person, whose account the network's faucet opens; `referral` is the cookie of whose link brought them. */
export async function aPerson(stack: Stack, random: Random, referral = ""): Promise<Person> {
  const name = `person-${randomBytes(6).toString("hex")}`;
  const input = { username: name, email: `${name}@example.org`, password: PASSWORD };
  // Nothing is in trouble yet: whoever is not answered would find their own name taken.
  const asked = { path: "/api/register", cookie: referral, body: input, withinMs: SETUP_MS };
  const answer = await eventually(() => request(stack, random, asked), SETUP_MS);
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
  }, SETUP_MS);
  return person;
}
