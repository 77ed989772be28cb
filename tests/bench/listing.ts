import { setTimeout as delay } from "node:timers/promises";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { type Exchange, listIt, openExchange } from "#tests/listing/exchange.ts";
import { eventually, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";
import { busyness, quantile, type Result } from "./results.ts";

/** No two of them could be taken for each other. */
const LETTERS = "ACDEFGHJKMNP";
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 20;
/** The list is looked at by people, not by machines: "in seconds". */
const GOAL = { kind: "at most", value: 5 } as const;

/**
 * From a second operator's agreement until an asset is quoted, in the process that was asked and in another one beside it, on a network
 * without a demo.
 */
export async function measureListing(times: number): Promise<Result[]> {
  const exchange = await openExchange();
  try {
    const { app } = exchange;
    const [operator, second, person] = await Promise.all([aConfirmedAdmin(app), aConfirmedAdmin(app), aUser(app)]);
    await eventually(
      () => accountCollection(app.database).findOne({ userId: person.user.id, exists: true }),
      PATIENCE_MS,
    );
    const own: number[] = [];
    const other: number[] = [];
    for (const letter of LETTERS.slice(0, times)) {
      const key = await exchange.issue(`GOOD${letter}`, 10);
      const told = await listOne(exchange, { operator, second, person }, key);
      own.push(told.own / 1000);
      other.push(told.other / 1000);
    }
    const note = `${times} listings, the last beside ${times - 1} others, ledgers every second, ${busyness()}`;
    const rows = (name: string, values: readonly number[]): Result[] => [
      { name: `${name}, p50`, value: quantile(values, 0.5), unit: "s", note },
      { name: `${name}, p95`, value: quantile(values, 0.95), unit: "s", goal: GOAL, note },
    ];
    return [...rows("listing to first quote", own), ...rows("listing to first quote in another process", other)];
  } finally {
    await exchange.stop();
  }
}

interface People {
  readonly operator: TestUser;
  readonly second: TestUser;
  readonly person: TestUser;
}

async function listOne({ app, other }: Exchange, { operator, second, person }: People, key: string) {
  const proposed = await listIt(app, operator, null, key);
  const { id, digest } = proposed.body.proposal;
  const beganMs = performance.now();
  const agreed = await askAs(app, second, "POST", `/api/admin/proposals/${id}/approve`, { digest, reason: "known" });
  if (agreed.status !== 200) throw new Error(JSON.stringify(agreed.body));
  const [own, beside] = await Promise.all([app, other].map((each) => msUntilQuoted(each, person, key, beganMs)));
  return { own: own ?? Number.NaN, other: beside ?? Number.NaN };
}

async function msUntilQuoted(app: TestApp, person: TestUser, key: string, beganMs: number): Promise<number> {
  const query = new URLSearchParams({ direction: "send", send: "XLM", receive: key, amount: "10" });
  for (;;) {
    const { status, body } = await askAs(app, person, "GET", `/api/markets/quote?${query.toString()}`);
    const ms = performance.now() - beganMs;
    if (status === 200) return ms;
    if (ms > PATIENCE_MS) throw new Error(`${key} is not quoted: ${JSON.stringify(body)}`);
    await delay(LOOK_EVERY_MS);
  }
}
