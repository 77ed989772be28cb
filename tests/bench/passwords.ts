import { argon2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { hashPassword } from "#server/users/index.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { ratioOf, type Result } from "./results.ts";

const derive = promisify(argon2);
/** The server's own parameters (users/passwords.ts). */
const TERMS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
/** People who sign in, over and over, each once at a time. */
const PEOPLE = 4;
const PASSWORD = "correct horse";
const ROUND_MS = 2000;

/** Passwords hashed per second beside argon2id alone, and sign-ins per second beside the hashes that each of them needs. */
export async function measurePasswords(rounds: number): Promise<Result[]> {
  const app = await startTestApp({ closeIntervalMs: 0 });
  try {
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => aUser(app)));
    const [bare, hashes, logins]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await perSecond([bareHash, bareHash]));
      hashes.push(await perSecond([serverHash, serverHash]));
      logins.push(await perSecond(people.map((person) => () => logIn(app, person))));
    }
    return [
      ratioOf({
        name: "passwords hashed by the server",
        unit: "/s",
        own: hashes,
        other: bare,
        counterpart: "of argon2id alone, two at once",
      }),
      ratioOf({
        name: "POST /api/login",
        unit: "/s",
        own: logins,
        other: hashes,
        counterpart: "passwords hashed",
      }),
    ];
  } finally {
    await app.stop();
  }
}

function bareHash(): Promise<unknown> {
  return derive("argon2id", { ...TERMS, message: PASSWORD, nonce: randomBytes(16) });
}

function serverHash(): Promise<unknown> {
  return hashPassword({ lane: "bench", isKnown: true }, PASSWORD);
}

async function logIn({ server }: TestApp, { user, password }: TestUser): Promise<void> {
  const payload = { username: user.username, password };
  const { statusCode, body } = await server.inject({ method: "POST", url: "/api/login", payload });
  if (statusCode !== 200) throw new Error(`the sign-in was refused: ${body}`);
}

/** How often a second the works are done, each over and over beside the others. */
async function perSecond(works: readonly (() => Promise<unknown>)[]): Promise<number> {
  const from = performance.now();
  let done = 0;
  const repeat = async (work: () => Promise<unknown>) => {
    while (performance.now() - from < ROUND_MS) {
      await work();
      done += 1;
    }
  };
  await Promise.all(works.map(repeat));
  return (done * 1000) / (performance.now() - from);
}
