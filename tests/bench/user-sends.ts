import { randomUUID } from "node:crypto";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { openPlainClient } from "./plain-client.ts";
import { ratioOf, type Result } from "./results.ts";
import { untilConfirmed } from "./submissions.ts";
import { protect } from "#tests/support/seals.ts";

const CLOSE_INTERVAL_MS = 1000;
const REGISTERED_AT_ONCE = 5;
const TIMEOUT_MS = 10 * 60 * 1000;

/**
 * People's payments per second, each from an account of their own, from the request until the database has them confirmed,
 * beside a plain client with as many accounts on the same network. `each` is what everyone sends in a round.
 */
export async function measureUserSends(people: number, each: number, rounds: number): Promise<Result[]> {
  const app = await startTestApp({ closeIntervalMs: CLOSE_INTERVAL_MS });
  try {
    const users = await register(app, people);
    const client = await openPlainClient(app.stellar, people);
    const [other, plain, guarded]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      other.push(await client.pay(each));
      await askForPasswords(app, false);
      plain.push(await send(app, users, each, `plain-${round}`));
      await askForPasswords(app, true);
      guarded.push(await send(app, users, each, `guarded-${round}`));
    }
    const counterpart = "of a plain SDK client";
    return [
      ratioOf({ name: `sends of ${people} people`, unit: "/s", own: plain, other, counterpart }),
      ratioOf({
        name: `sends of ${people} people, each with the password`,
        unit: "/s",
        own: guarded,
        other,
        counterpart,
      }),
    ];
  } finally {
    await app.stop();
  }
}

async function register(app: TestApp, people: number): Promise<TestUser[]> {
  const users: TestUser[] = [];
  while (users.length < people) {
    const size = Math.min(REGISTERED_AT_ONCE, people - users.length);
    users.push(...(await Promise.all(Array.from({ length: size }, () => aUser(app)))));
  }
  const funded = { role: "wallet", exists: true } as const;
  await eventually(async () => (await accountCollection(app.database).countDocuments(funded)) === people, TIMEOUT_MS);
  return users;
}

async function askForPasswords({ runtime }: TestApp, requirePasswordForSend: boolean): Promise<void> {
  for await (const { _id } of runtime.database
    .collection<{ _id: number }>("user_security")
    .find({}, { projection: { _id: 1 } }))
    await protect(runtime, _id, { requirePasswordForSend });
}

async function send(app: TestApp, users: readonly TestUser[], each: number, key: string): Promise<number> {
  const from = performance.now();
  await Promise.all(
    users.map(async (user, index) => {
      const to = users[(index + 1) % users.length]?.user.walletAddress ?? "";
      for (let sent = 0; sent < each; sent += 1) await sendOnce(app, user, to, key);
    }),
  );
  const payments = users.length * each;
  await untilConfirmed(app.database, new RegExp(`^${key}-`), payments);
  return (payments * 1000) / (performance.now() - from);
}

async function sendOnce({ server }: TestApp, { cookie, password }: TestUser, to: string, key: string): Promise<void> {
  const idempotencyKey = `${key}-${randomUUID()}`;
  const response = await server.inject({
    method: "POST",
    url: "/api/wallet/send",
    headers: { cookie },
    payload: { to, assetCode: "XLM", amount: "1", idempotencyKey, password },
  });
  if (response.statusCode >= 300) throw new Error(`a payment was refused: ${response.body}`);
}
