import { Asset, Claimant, Keypair, Operation, Transaction } from "@stellar/stellar-sdk";
import { expect } from "vitest";
import type { ENDPOINTS } from "#schemas/endpoints.ts";
import type { Signable } from "#schemas/multisig.ts";
import { claimableCollection } from "#server/claimables/claimables.ts";
import { eventually, type TestApp } from "./app.ts";
import { anAdmin } from "./builders.ts";
import { anOutsider } from "./outsider.ts";

export type EndpointName = keyof typeof ENDPOINTS;
export interface Person {
  cookie: string;
  readonly username: string;
  readonly email: string;
  password: string;
}
export interface Request {
  /** In the order in which they stand in the path. */
  readonly params?: string | readonly string[];
  readonly query?: string;
  readonly body?: object;
  /** The session that asks, where it is not the person's own. */
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks an endpoint as a person and keeps everything that came back. */
export type Drive = (
  name: EndpointName,
  person: Person | null,
  request?: Request,
) => Promise<{ readonly body: ReturnType<typeof JSON.parse>; readonly status: number; readonly cookie: string }>;

export interface Scene {
  readonly app: TestApp;
  readonly drive: Drive;
}

export async function moveMoney(
  { app, drive }: Scene,
  alice: Person,
  bob: Person,
  operator: Person,
  nextCode: () => string,
): Promise<void> {
  await drive("confirmIdentity", operator, { body: { password: operator.password } });
  const policy = { isKycRequired: false, coolOffHours: 0, dailyLimit: null, approveAbove: null, weakeningHours: 0 };
  const agree = await secondOperator({ app, drive });
  await agree(await drive("setOperatorPolicy", operator, { body: { ...policy, reason: "agreed" } }));
  await drive("setLimits", alice, {
    body: { transactionLimit: "100", dailyLimit: null, requirePasswordForSend: true },
  });
  const bounds = { minFee: null, maxFee: null, assetCode: "XLM", active: false, reason: "agreed" };
  const fee = { operationType: "send", feeType: "flat", feeValue: "0.1", ...bounds };
  const rule = (await drive("createFeeRule", operator, { body: fee })).body;
  await agree(await drive("changeFeeRule", operator, { params: String(rule.id), body: { ...fee, active: true } }));
  const payment = { to: bob.username, assetCode: "XLM", amount: "2" };
  await drive("walletCheck", alice, { body: payment });
  const send = { ...payment, idempotencyKey: "scan-0123456789abcdef" };
  await drive("walletSend", alice, { body: send });
  await drive("walletSend", alice, { body: { ...send, password: "not this" } });
  const sent = await drive("walletSend", alice, { body: { ...send, password: alice.password, code: nextCode() } });
  expect(sent.status, JSON.stringify(sent.body)).toBe(202);
  await drive("openSubmissions", alice);
  const params = String(sent.body.submission.id);
  await eventually(
    async () => (await drive("walletSubmission", alice, { params })).body.submission.state === "confirmed",
    30_000,
  );
  await claimMoney({ app, drive }, alice);
  const settings = { recipient: "$astrolabe", xlmRate: "8", secondAbove: null };
  await agree(await drive("setDepositSettings", operator, { body: { settings, reason: "agreed" } }));
  const deposit = { amount: "5", cashAppUsername: "$alice", cashAppTransactionId: "ABCD1234" };
  const { id } = (await drive("declareDeposit", alice, { body: deposit })).body;
  await drive("depositQueue", operator);
  await drive("rejectDeposit", operator, { params: String(id), body: { reason: "not found" } });
}

/** Another operator, who looks at what the first one proposed and agrees. */
export async function secondOperator({ app, drive }: Scene) {
  const { user, password, cookie } = await anAdmin(app);
  const second: Person = { username: user.username, email: user.email, password, cookie };
  await drive("confirmIdentity", second, { body: { password } });
  return async ({ body }: { readonly body: ReturnType<typeof JSON.parse> }): Promise<void> => {
    await drive("proposals", second);
    const { id, digest } = body.proposal;
    const approved = await drive("approveProposal", second, { params: String(id), body: { digest, reason: "seen" } });
    expect(approved.status, JSON.stringify(approved.body)).toBe(200);
  };
}

export async function holdAssets({ app, drive }: Scene, alice: Person, bob: Person): Promise<void> {
  const asset = { assetCode: "EUR", issuer: (await drive("wallet", bob)).body.address };
  await drive("listedAssets", null);
  await drive("featuredTokens", null);
  await drive("kycStatus", alice);
  await drive("prices", alice);
  await drive("priceHistory", alice, { query: "?asset=XLM&range=7d" });
  await drive("lookUpAsset", alice, { query: `?code=EUR&issuer=${asset.issuer}` });
  await drive("lookUpAsset", alice, { query: "?domain=localhost" });
  for (const name of ["addTrustline", "removeTrustline"] as const) {
    await drive("checkTrustline", alice, { body: { ...asset, change: name === "addTrustline" ? "add" : "remove" } });
    const body = { ...asset, networkFee: "0.1", idempotencyKey: `scan-${name}-0123456789` };
    const { id } = (await drive(name, alice, { body })).body.submission;
    await eventually(() => app.database.collection("submissions").findOne({ id, isReserving: false }), 30_000);
    await drive("heldAssets", alice);
    await drive("holdings", alice);
  }
}

/** Claims what somebody who is none of us set aside. */
async function claimMoney({ app, drive }: Scene, alice: Person): Promise<void> {
  const outsider = await anOutsider(app.stellar);
  const { address } = (await drive("wallet", alice)).body;
  const claimants = [new Claimant(address)];
  const hash = await outsider.apply(
    Operation.createClaimableBalance({ asset: Asset.native(), amount: "3", claimants }),
  );
  const { balanceId } = await eventually(() => claimableCollection(app.database).findOne({ hash }), 30_000);
  await drive("claimCheck", alice, { body: { balanceId } });
  for (const isHidden of [true, false]) await drive("hideClaim", alice, { body: { balanceId, isHidden } });
  const claim = { balanceId, networkFee: "0.1", idempotencyKey: "scan-claim-0123456789" };
  await drive("claimBalance", alice, { body: claim });
  await eventually(() => claimableCollection(app.database).findOne({ hash, state: "claimed" }), 30_000);
  await drive("claimBalance", alice, { body: { ...claim, idempotencyKey: "scan-claim-9876543210" } });
}

/** Has the ledger ask for a key of one's own, signs a payment with it and gives another one up. */
export async function useOwnKey({ app, drive }: Scene, person: Person, to: Person): Promise<void> {
  const own = Keypair.random();
  const signed = (xdr: string) => {
    const transaction = new Transaction(xdr, app.stellar.passphrase);
    transaction.sign(own);
    return { signedXdr: transaction.toXDR() };
  };
  const isOver = (id: number) =>
    eventually(() => app.database.collection("submissions").findOne({ id, isReserving: false }), 30_000);
  const waiting = (id: number) =>
    eventually(async () => {
      const all: Signable[] = (await drive("multisig", person)).body.waiting;
      return all.find((one) => one.id === id)?.toSign;
    }, 30_000);
  const submissionOf = async (name: EndpointName, body: object): Promise<number> => {
    const answer = await drive(name, person, { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    return answer.body.submission.id;
  };
  await drive("confirmIdentity", person, { body: { password: person.password } });
  await drive("checkMultisig", person, { body: { turn: "on" } });
  const challenge = (await drive("challengeMultisigKey", person, { body: { key: own.publicKey() } })).body;
  const on = { ...signed(challenge.xdr), networkFee: "0.1", idempotencyKey: "scan-own-key-on-0123456789" };
  await isOver(await submissionOf("turnMultisigOn", on));
  const payment = { to: to.username, assetCode: "XLM", amount: "1", password: person.password };
  const unwanted = await submissionOf("walletSend", { ...payment, idempotencyKey: "scan-unwanted-0123456789" });
  await waiting(unwanted);
  await drive("giveUpSubmission", person, { params: String(unwanted) });
  const off = { networkFee: "0.1", idempotencyKey: "scan-own-key-off-0123456789" };
  const last = await submissionOf("turnMultisigOff", off);
  const { xdr } = await waiting(last);
  await drive("returnSignature", person, { params: String(last), body: signed(xdr) });
  await isOver(last);
}
