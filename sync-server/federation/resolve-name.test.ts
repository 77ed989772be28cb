import { Keypair } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { OutsideError, type ReadBounds } from "#server/platform/outside/read-public.ts";
import type { StellarToml } from "#server/platform/outside/stellar-toml.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { openGuard } from "#server/wallet/index.ts";
import { planPayment } from "#server/wallet/plan-payment.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { openFederation } from "./resolve-name.ts";

const ana = Keypair.random().publicKey();
const SERVER = "https://names.example.org/ask?kept=1";
let app: TestApp;
let ben: TestUser;
let asked: { readonly url: string; readonly bounds: ReadBounds }[] = [];
let answer: () => string;
let toml: Partial<StellarToml> = {};

beforeAll(async () => {
  app = await startTestApp();
  ben = await aUser(app);
  await eventually(() => accountCollection(app.database).findOne({ userId: ben.user.id, exists: true }));
});
afterAll(() => app.stop());

function federation() {
  const read = async (url: string, bounds: ReadBounds) => {
    asked.push({ url, bounds });
    return answer();
  };
  const whole = { passphrase: null, organisation: null, federationServer: SERVER, assets: [], ...toml };
  return openFederation(app.runtime, async () => whole, read);
}

async function resolve(name = "ana*example.org", says: unknown = { account_id: ana }) {
  asked = [];
  answer = () => (typeof says === "string" ? says : JSON.stringify(says));
  return federation()
    .resolve(1, name)
    .catch((error: unknown) => (error instanceof AppError ? error.code : String(error)));
}

test("the domain's own server is asked, within bounds", async () => {
  expect(await resolve("ana+x*Example.ORG")).toEqual({ address: ana, memo: null });
  expect(asked).toEqual([
    {
      url: "https://names.example.org/ask?kept=1&q=ana%2Bx*example.org&type=name",
      bounds: { maxBytes: 65_536, timeoutMs: 5000 },
    },
  ]);
});

const HASH = Buffer.alloc(32, 7);
test.each([
  [
    { memo_type: "text", memo: "ana" },
    { type: "text", text: "ana" },
  ],
  [
    { memo_type: "id", memo: "18446744073709551615" },
    { type: "id", text: "18446744073709551615" },
  ],
  [
    { memo_type: "id", memo: 77 },
    { type: "id", text: "77" },
  ],
  [
    { memo_type: "hash", memo: HASH.toString("base64") },
    { type: "hash", text: HASH.toString("hex") },
  ],
  [{ memo_type: "text", memo: "" }, null],
  [{ memo: null }, null],
])("its memo is taken over: %j", async (fields, memo) => {
  expect(await resolve("ana*example.org", { account_id: ana, ...fields })).toEqual({ address: ana, memo });
});

test.each([
  ["no JSON", "<html>"],
  ["no address", { account_id: "GABC" }],
  ["a secret key", { account_id: Keypair.random().secret() }],
  ["another kind of memo", { account_id: ana, memo_type: "return", memo: "x" }],
  ["a memo without a kind", { account_id: ana, memo: "x" }],
  ["a memo with marks that turn it around", { account_id: ana, memo_type: "text", memo: "77\u202E12" }],
  ["a memo too long", { account_id: ana, memo_type: "text", memo: "x".repeat(29) }],
  ["a number beyond what JSON holds exactly", { account_id: ana, memo_type: "id", memo: 2 ** 60 }],
  ["half a hash", { account_id: ana, memo_type: "hash", memo: HASH.subarray(1).toString("base64") }],
])("an answer with %s is not used", async (_name, says) => {
  expect(await resolve("ana*example.org", says)).toBe("domain-unreadable");
});

test.each([
  ["*example.org", "address-malformed"],
  ["a*b*example.org", "address-malformed"],
  ["a\u202Eb*example.org", "address-malformed"],
  ["ana*127.0.0.1", "domain-malformed"],
  ["ana*localhost", "domain-malformed"],
  ["ana*example.org:8443", "domain-malformed"],
  ["ana*example.org/path", "domain-malformed"],
])("%s is asked of nobody", async (name, code) => {
  expect(await resolve(name)).toBe(code);
  expect(asked).toEqual([]);
});

test("who is not there is unknown; what failed is told as such", async () => {
  asked = [];
  const failing = (status: number) => {
    answer = () => {
      throw new OutsideError("status", status);
    };
    return federation().resolve(1, "ana*example.org");
  };
  await expect(failing(404)).rejects.toMatchObject({ code: "recipient-unknown" });
  await expect(failing(500)).rejects.toThrow("example.org answered 500.");
  toml = { federationServer: null };
  expect(await resolve()).toBe("domain-unreadable");
  toml = { passphrase: "another network" };
  expect(await resolve()).toBe("domain-elsewhere");
  toml = { passphrase: app.config.stellar.passphrase };
  expect(await resolve()).toMatchObject({ address: ana });
  toml = {};
});

test("nobody has us ask without end", async () => {
  answer = () => JSON.stringify({ account_id: ana });
  const names = federation();
  const ask = (userId: number) => names.resolve(userId, "ana*example.org");
  for (let question = 0; question < 60; question += 1) await ask(7);
  await expect(ask(7)).rejects.toMatchObject({ code: "rate-limited" });
  await expect(ask(8)).resolves.toMatchObject({ address: ana });
});

test("the memo that a name asks for goes with the payment, and no other", async () => {
  const account_id = ben.user.walletAddress;
  answer = () => JSON.stringify({ account_id, memo_type: "id", memo: "77" });
  const cara = await aUser(app);
  await eventually(() => accountCollection(app.database).findOne({ userId: cara.user.id, exists: true }));
  const plan = (fields: object) =>
    planPayment(
      {
        runtime: app.runtime,
        network: openRpcNetwork(app.config.stellar),
        federation: federation(),
        guard: openGuard(app.runtime),
      },
      cara.user.id,
      { to: "ben*example.org", assetCode: NATIVE.assetCode, amount: "1", ...fields },
    );
  expect(await plan({})).toMatchObject({
    to: account_id,
    recipient: { username: ben.user.username, exists: true },
    memo: { type: "id", text: "77" },
    isMemoFixed: true,
    refusals: [],
  });
  expect((await plan({ memo: "77", memoType: "id" })).refusals).toEqual([]);
  expect((await plan({ memo: "77" })).refusals).toMatchObject([{ code: "memo-fixed" }]);
  expect((await plan({ memo: "12" })).refusals[0]?.message).toContain("memo 77 and no other");
});
