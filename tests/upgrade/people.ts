import { putReplicated } from "#server/platform/db/replicated.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { eventually, startTestApp, type TestApp, type TestAppOptions } from "#tests/support/app.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";
import { testVault } from "#tests/support/vault.ts";

/** What opens the kept databases: there is nothing in them that is worth anything. */
export const KEPT_VAULT = testVault(Buffer.alloc(32, "upgrade"));
export const ANA = { username: "ana", email: "ana@example.org", password: "a battery of horses" };
export const BEN = { username: "ben", email: "ben@example.org", password: "a stable of staples" };
const FRIEND = { name: "Ben", stellarAddress: "ben*example.org", uniqueUserId: "", memo: "" };

/** An app over a vault that is known, without prices and channels. */
export function startKeptApp(options: TestAppOptions = {}): Promise<TestApp> {
  return startTestApp({ vault: KEPT_VAULT, readsPrices: false, ...options });
}

async function call(app: TestApp, { cookie }: TestUser, url: string, payload: object) {
  const response = await app.server.inject({ method: "POST", url, headers: { cookie }, payload });
  if (response.statusCode >= 300) throw new Error(`${url} was refused: ${response.body}`);
  return response.json();
}

/** Two people and an operator do a little of what people do; it ends when the ledger has it all. */
export async function liveALittle(app: TestApp): Promise<void> {
  const ana = await aUser(app, ANA);
  const ben = await aUser(app, BEN);
  await anAdmin(app);
  for (const { user } of [ana, ben])
    await eventually(() => accountCollection(app.database).findOne({ userId: user.id, exists: true }));
  const contact = { uid: "contact-of-ana", fields: { ...FRIEND, editedAt: {} } };
  await app.database.transaction((session) => putReplicated(app.database, session, "contacts", ana.user.id, [contact]));
  const payment = { to: ben.user.walletAddress, assetCode: "XLM", amount: "12.5", idempotencyKey: "0123456789abcdef" };
  await call(app, ana, "/api/wallet/send", { ...payment, password: ANA.password });
  await eventually(() =>
    app.database.collection("transactions").findOne({ userId: ben.user.id, amount: "12.5000000" }),
  );
  await eventually(() => app.database.collection("submissions").findOne({ state: "confirmed" }));
}
