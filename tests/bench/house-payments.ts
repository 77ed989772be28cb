import { payFromHouse } from "#server/platform/house/pay.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";
import { openPlainClient } from "./plain-client.ts";
import { ratioOf, type Result } from "./results.ts";
import { untilConfirmed } from "./submissions.ts";

const CLOSE_INTERVAL_MS = 1000;
const UNIT = 10_000_000n;
const TIMEOUT_MS = 10 * 60 * 1000;

/**
 * House payments per second through so many channel accounts, from the request until the database has them confirmed,
 * beside a plain client with as many accounts on the same network. `each` is what each account carries in a round.
 */
export async function measureHousePayments(channels: number, each: number, rounds: number): Promise<Result[]> {
  const app = await startTestApp({ closeIntervalMs: CLOSE_INTERVAL_MS, house: { channels } });
  try {
    await eventually(async () => (await openChannels(app)) === channels, TIMEOUT_MS);
    const { user } = await aUser(app);
    const to = user.walletAddress ?? "";
    await eventually(() => accountCollection(app.database).findOne({ _id: to, exists: true }), 60_000);
    const client = await openPlainClient(app.stellar, channels);
    const own: number[] = [];
    const other: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      other.push(await client.pay(each));
      own.push(await pay(app, to, round, channels * each));
    }
    const name = `house payments through ${channels} ${channels === 1 ? "channel" : "channels"}`;
    return [ratioOf({ name, unit: "/s", own, other, counterpart: "of a plain SDK client" })];
  } finally {
    await app.stop();
  }
}

function openChannels(app: TestApp): Promise<number> {
  return accountCollection(app.database).countDocuments({ role: "channel", exists: true });
}

async function pay({ runtime, database }: TestApp, to: string, round: number, payments: number): Promise<number> {
  const from = performance.now();
  await database.transaction(async (session) => {
    for (let made = 0; made < payments; made += 1) {
      const key = `bench-${round}-${made}`;
      const what = { from: "treasury", to, asset: NATIVE, amount: UNIT, memo: "", key, kind: "house" } as const;
      await payFromHouse(runtime, session, { ...what, knownSince: null, fee: 100n });
    }
  });
  await untilConfirmed(database, new RegExp(`^bench-${round}-`), payments);
  return (payments * 1000) / (performance.now() - from);
}
