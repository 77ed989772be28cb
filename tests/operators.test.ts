import { AFFILIATE_TERMS, endRuns, openProgramme, plantReward } from "#tests/support/affiliate-scenes.ts";
import { plantPool } from "#tests/support/market-scenes.ts";
import { plantLanded, plantRestored } from "#tests/support/restored.ts";
import { listAt } from "#tests/support/spending.ts";
import { Binary } from "mongodb";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Endpoint, ENDPOINTS } from "#schemas/endpoints.ts";
import { LOCK_OUT_TYPED } from "#schemas/security.ts";
import { openIssue } from "#server/platform/issues/issues.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { SUSPENSE_KIND, suspenseCollection, type SuspenseItem } from "#server/platform/ingest/suspense-items.ts";
import { houseAccount } from "#server/platform/house/accounts.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { NOTHING_LISTED, readStoredListing, writeStoredListing } from "#server/listed-assets/index.ts";
import type { DepositDocument } from "#server/deposits/store.ts";
import { drawMedia } from "#server/content/media/draw-media.ts";
import { mediaOf } from "#server/content/media/store.ts";
import { aPage } from "#server/content/pages.fixture.ts";
import { DEVICE_FACTS } from "#server/support/facts.fixture.ts";
import { aCheck } from "#server/kyc/check.fixture.ts";
import { openFiles, openSecrets } from "#server/platform/vault/open-vault.ts";
import { aPng } from "#server/support/picture.fixture.ts";
import { nameDigest } from "#server/users/names.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { walkAudit } from "#server/platform/vault/audit-walk.ts";
import { standingSet } from "#server/platform/operators/standing.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { sealNames, setDeposit, protect } from "#tests/support/seals.ts";
import { anOperatorKeyWish } from "#tests/support/api-keys.ts";
import { ContentDesk } from "#tests/support/content-desk.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";

type Name = keyof typeof ENDPOINTS;
interface Request {
  readonly params?: number | string;
  readonly body?: object;
}

const SETTINGS = { recipient: "$astrolabe", xlmRate: "8", secondAbove: "100" };
const METHOD = {
  ...SETTINGS,
  displayName: "Bank transfer",
  instructions: "",
  handleLabel: "Your name",
  idLabel: "Reference",
  order: 1,
};
const POLICY = { isKycRequired: true, coolOffHours: 48, dailyLimit: "100", approveAbove: "10" };
const FEE = {
  operationType: "send",
  feeType: "flat",
  feeValue: "1",
  minFee: null,
  maxFee: null,
  assetCode: "XLM",
  active: false,
  reason: "agreed",
};
const WHY = { reason: "asked by phone" };
const A_TASK = { issueId: null, title: "Call the bank", description: "", priority: "low", ...WHY };
/** Writes nothing of an operator's: the same comparison is made every few minutes, and says what it finds; a view changes only what is shown, a notice whom it reaches. */
const LOOKS_ONLY: readonly Name[] = [
  "reconcile",
  "saveView",
  "removeView",
  "setOperatorNotices",
  "runCheck",
  "testWebhook",
];
/** Writes what nobody is shown: what becomes of it is noted when it is published, restored or thrown away. */
const DRAFTING: readonly Name[] = ["writeContent", "leaveContent", "saveDraft", "previewContent", "addMedia"];
/** Takes an asset of somebody's on the network: `tests/listing/other-network.test.ts`. */
const ELSEWHERE: readonly Name[] = ["listAsset"];
const A_WEBHOOK = { url: "https://hooks.example.org/x", leastSeverity: "error", ...WHY };
let app: TestApp;
let operator: TestUser;
let other: TestUser;
let third: TestUser;
let ana: TestUser;
let made = 0;

beforeAll(async () => {
  app = await startTestApp({ house: { channels: 1 } });
  [operator, other, third] = [await aConfirmedAdmin(app), await aConfirmedAdmin(app), await aConfirmedAdmin(app)];
  ana = await aUser(app);
  for (const { user } of [operator, ana])
    await eventually(() => accountCollection(app.database).findOne({ userId: user.id, exists: true }), 30_000);
  await eventually(() => accountCollection(app.database).findOne({ role: "channel", exists: true }), 30_000);
  await proposed("setDepositSettings", { body: { settings: SETTINGS, ...WHY } }).then(approve);
}, 120_000);
afterAll(() => app.stop());

/** Nothing of one act stands in the way of the next. */
afterEach(async () => {
  for (const { id } of (await drive("proposals", {}, third)).body.proposals)
    await drive("rejectProposal", { params: id, body: { reason: "the next one" } }, third);
  for (const { _id } of await app.database
    .collection<{ _id: number }>("user_security")
    .find({ isFrozen: true })
    .toArray())
    await protect(app.runtime, _id, { isFrozen: false });
});

function drive(name: Name, { params = 1, body }: Request, by: TestUser = operator) {
  const { method, path }: Endpoint = ENDPOINTS[name];
  if (method === "DELETE") throw new Error(`${name} takes something away, which no operator does`);
  return askAs(app, by, method, path.replace(/:\w+/, String(params)), body);
}

async function proposed(name: Name, request: Request, by = operator) {
  const { body } = await drive(name, request, by);
  expect(body.proposal, JSON.stringify(body)).toBeTruthy();
  return body.proposal;
}

function approve({ id, digest }: { readonly id: number; readonly digest: string }, by = other) {
  return drive("approveProposal", { params: id, body: { digest, ...WHY } }, by);
}

async function aWaiting(state: "held" | "ambiguous", from: TestUser): Promise<number> {
  made += 1;
  const [source, to] = [from.user.walletAddress ?? "", other.user.walletAddress ?? ""];
  const money = { assetCode: "XLM", issuer: "" };
  const { id } = await app.database.transaction((session) =>
    insertSubmission(
      app.runtime,
      session,
      {
        userId: from.user.id,
        idempotencyKey: `walk-${String(made).padStart(16, "0")}`,
        fingerprint: "",
        kind: "send",
        account: source,
        steps: [{ type: "payment", source, to: from === ana ? source : to, ...money, amount: "1" }],
        memo: "",
        holds: [{ ...money, amount: "101" }],
        fee: "100",
        feePayer: null,
        viaChannel: false,
      },
      "held",
    ),
  );
  await submissionCollection(app.database).updateOne({ id }, { $set: { state } });
  return id;
}

async function aDeposit(by: TestUser, status: DepositDocument["status"] = "pending"): Promise<number> {
  made += 1;
  const body = { amount: "1", cashAppUsername: "$maria", cashAppTransactionId: `WALK${made}` };
  const { id } = (await drive("declareDeposit", { body }, by)).body;
  if (status !== "pending")
    await setDeposit(app.database, id, { status, xlmRate: "8", xlmCredited: "8.0000000", isAccepted: true });
  return id;
}

async function anItem(from: TestUser): Promise<number> {
  made += 1;
  const account = (await houseAccount(app.database, "treasury", null))?._id ?? "";
  const item = {
    id: made,
    operationId: String(made),
    account,
    assetCode: "XLM",
    issuer: "",
    amount: "10000000",
    from: from.user.walletAddress ?? "",
    to: account,
    memo: "",
    ledger: 1,
    hash: "",
    arrivedAt: new Date(),
    state: "open" as const,
    userId: null,
    decidedBy: null,
    decidedAt: null,
    submissionId: null,
    attempts: 0,
    isSettled: false,
    version: 1,
  };
  const seal = sealRow(app.database, SUSPENSE_KIND, item);
  await suspenseCollection(app.database).insertOne({ ...item, seal } as unknown as SuspenseItem);
  return made;
}

/** A word that means this person and another, as was possible once. */
async function aSharedName(by: TestUser): Promise<string> {
  const name = `shared-${(made += 1)}`;
  const { user } = await aUser(app, { username: name });
  await app.database
    .collection("names")
    .updateOne({ _id: nameDigest(name) as never }, { $set: { userIds: [user.id, by.user.id] }, $unset: { seal: "" } });
  await sealNames(app.database);
  return name;
}

async function aReport(by: TestUser): Promise<number> {
  made += 1;
  const idempotencyKey = `walk-report-${String(made).padStart(8, "0")}`;
  const body = { idempotencyKey, note: "look", facts: DEVICE_FACTS, picture: aPng().toString("base64") };
  // A person sends few of them a day.
  await app.database.collection("attempt_windows").deleteMany({});
  const answer = await drive("sendReport", { body }, by);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

/** What somebody sent of who they are, as if for the first time. */
async function anIdentity({ user }: TestUser): Promise<number> {
  await app.database.collection("kyc_verifications").deleteMany({ userId: user.id });
  const deps = { runtime: app.runtime, files: openFiles(app.runtime), secrets: openSecrets(app.runtime) };
  return (await aCheck(deps, { userId: user.id })).id;
}

async function anIssue(): Promise<number> {
  made += 1;
  const finding = {
    type: "network",
    checkId: "an-operators",
    title: "T",
    description: "D",
    severity: "error",
  } as const;
  await openIssue(app.runtime, { ...finding, subject: String(made), metadata: {} });
  const issue = await app.database.collection("system_issues").findOne({ subject: String(made) }, { sort: { id: -1 } });
  return Number(issue?.["id"]);
}

function aWindow(): object {
  const now = app.clock.now().getTime();
  const [from, until] = [now, now + 60 * 60 * 1000].map((ms) => new Date(ms).toISOString());
  return { checkIds: [], from, until, ...WHY };
}

async function aDifference(): Promise<object> {
  const [checkId, title] = ["reconciliation", "Our records of XLM differ from the ledger"];
  const metadata = { fingerprint: "f", differences: [] };
  await openIssue(app.runtime, {
    type: "reconciliation",
    checkId,
    subject: "XLM",
    title,
    description: title,
    severity: "critical",
    metadata,
  });
  return { assetCode: "XLM", issuer: "", evidence: WHY.reason };
}

async function aProposal(about: TestUser): Promise<{ readonly id: number; readonly digest: string }> {
  const request = { params: about.user.id, body: { isFrozen: true, reason: "odd" } };
  await drive("freezeUser", request, third);
  return proposed("freezeUser", { ...request, body: { isFrozen: false, reason: "a mistake" } }, other);
}

/** An invitation that two agreed to; of some address. */
async function anInvitation(): Promise<number> {
  made += 1;
  const body = { email: `invited-${made}@example.org`, roles: ["auditor"], ...WHY };
  await proposed("inviteOperator", { body }, third).then((proposal) => approve(proposal));
  return (await drive("operatorInvitations", {})).body.invitations[0].id;
}

/** An asset that is listed, and the list that has it. */
async function aListed(): Promise<{ readonly key: string; readonly version: number }> {
  made += 1;
  const [assetCode, issuer] = [`LIST${made}`, other.user.walletAddress ?? ""];
  const told = { name: assetCode, description: "", conditions: "", website: null, picture: null };
  const shown = { displayDecimals: 7, order: made, isFeatured: false, isOwn: false };
  const version = await app.database.transaction(async (session) => {
    const before = (await readStoredListing(app.runtime, session)) ?? NOTHING_LISTED;
    const asset = { assetCode, issuer, ...told, ...shown, state: "listed", since: new Date(0).toISOString() } as const;
    const next = { ...before, assets: [...before.assets, asset], version: before.version + 1 };
    await writeStoredListing(app.runtime, session, next);
    return next.version;
  });
  return { key: `${assetCode}-${issuer}`, version };
}

/** A key that somebody has. */
async function aKeyOf(about: TestUser): Promise<{ readonly id: string }> {
  await askAs(app, about, "POST", "/api/confirm-identity", { password: about.password });
  const wish = { name: "Bot", scopes: ["read"], days: 1, addresses: [], pays: null };
  const made = await askAs(app, about, "POST", "/api/api-keys", wish);
  return made.body.keys[0];
}

/** A key of the vault whose lock no key that is named has made. */
async function lockOneWithFormer(): Promise<void> {
  const set = { keyVersion: "key-0000000000000000" };
  await app.database
    .collection<{ _id: string }>("vault_keys")
    .updateOne({ _id: other.user.walletAddress ?? "" }, { $set: set });
}

async function aDraft() {
  made += 1;
  const key = `written-${made}`;
  const { body } = await new ContentDesk(app, operator).save(key, aPage(key));
  return { kind: "page", key, revision: body.revision };
}

async function aPublished() {
  made += 1;
  const key = `published-${made}`;
  const version = await new ContentDesk(app, operator).publish(key, aPage(key));
  return { kind: "page", key, version };
}

async function aMedia(): Promise<string> {
  made += 1;
  const create = { width: 16 + made, height: 16, channels: 3, background: "#336699" } as const;
  const { mediaId, webp, ...size } = await drawMedia(await sharp({ create }).png().toBuffer());
  const told = { name: "a.png", alt: "A square", bytes: webp.length, addedAt: new Date(), addedBy: null };
  await mediaOf(app.database).insertOne({ _id: mediaId, ...size, ...told, webp: new Binary(webp) });
  return mediaId;
}

const STAKING = {
  assetCode: "XLM",
  issuer: "",
  name: "XLM for 30 days",
  description: "",
  imageUrl: "",
  rewardRate: "5",
  minStakeAmount: "1",
  lockupPeriod: 30,
  earlyWithdrawalFee: "1",
  active: false,
  featured: false,
  displayOrder: 0,
};

/** What an operator can do, each to somebody else: how it is asked for, and what its row says of why. */
const ACTS: Readonly<Partial<Record<Name, (about: TestUser) => Promise<Request>>>> = {
  setOperatorPolicy: async () => ({ body: { ...POLICY, typed: LOCK_OUT_TYPED, ...WHY } }),
  freezeUser: async ({ user }) => ({ params: user.id, body: { isFrozen: true, ...WHY } }),
  rotateKey: async ({ user }) => ({ params: user.id, body: WHY }),
  approveSubmission: async (about) => ({ params: await aWaiting("held", about), body: WHY }),
  refuseSubmission: async (about) => ({ params: await aWaiting("held", about), body: WHY }),
  resolveSubmission: async (about) => ({
    params: await aWaiting("ambiguous", about),
    body: { outcome: "failed", evidence: WHY.reason },
  }),
  createFeeRule: async () => ({ body: { ...FEE, ...WHY } }),
  changeFeeRule: async () => ({ params: 1, body: { ...FEE, feeValue: "0.5", ...WHY } }),
  setAffiliateTerms: () =>
    Promise.resolve({ body: { ...AFFILIATE_TERMS, active: false, minPayout: String((made += 1)), ...WHY } }),
  payAffiliates: async (about) => {
    await openProgramme(app.runtime);
    await endRuns(app.runtime);
    await plantReward(app.runtime, { userId: about.user.id, referredUserId: (made += 1) });
    await listAt(app.database, NATIVE, { usd: "0.25", xlm: "1" }, app.clock.now());
    return { body: WHY };
  },
  dismissAffiliateSignal: async (about) => {
    await openProgramme(app.runtime);
    const planted = { userId: about.user.id, referredUserId: (made += 1), isSignalled: true };
    return { params: (await plantReward(app.runtime, planted)).signalId, body: WHY };
  },
  reverseAffiliateReward: async (about) => {
    await openProgramme(app.runtime);
    const planted = { userId: about.user.id, referredUserId: (made += 1) };
    return { params: (await plantReward(app.runtime, planted)).rewardId, body: WHY };
  },
  stopMarketPool: async ({ user }) => ({ params: (await plantPool(app.runtime, user.id)).id, body: WHY }),
  releaseMarketPool: async ({ user }) => ({
    params: (await plantPool(app.runtime, user.id, { isHeld: true, stop: "operator" })).id,
    body: WHY,
  }),
  stopAllMarketPools: () => Promise.resolve({ body: WHY }),
  createStakingOffer: () => Promise.resolve({ body: { ...STAKING, ...WHY } }),
  changeStakingOffer: async () => ({
    params: (await drive("createStakingOffer", { body: { ...STAKING, ...WHY } })).body.id,
    body: { ...STAKING, featured: true, ...WHY },
  }),
  approveDeposit: async (about) => ({ params: await aDeposit(about), body: { rate: "current", ...WHY } }),
  rejectDeposit: async (about) => ({ params: await aDeposit(about), body: WHY }),
  retryDeposit: async (about) => ({ params: await aDeposit(about, "failed"), body: WHY }),
  setDepositSettings: async () => ({ body: { settings: { ...SETTINGS, minAmount: "0.5" }, ...WHY } }),
  setDepositMethod: async () => ({ params: "bank", body: { settings: METHOD, ...WHY } }),
  acceptDifference: async () => ({ body: await aDifference() }),
  claimSuspense: async (about) => ({ params: await anItem(about), body: { userId: about.user.id, ...WHY } }),
  returnSuspense: async (about) => ({ params: await anItem(about), body: WHY }),
  moveHouseMoney: async () => {
    made += 1;
    const idempotencyKey = `walk-transfer-${String(made).padStart(8, "0")}`;
    const money = { assetCode: "XLM", issuer: "", amount: "1" };
    return { body: { from: "treasury", to: "rewards", ...money, idempotencyKey, ...WHY } };
  },
  confirmRestore: async () => {
    const restoredAt = await plantRestored(app, "confirming");
    return { body: { restoredAt, ...WHY } };
  },
  knowRestoredPayment: async () => ({ body: { hash: await plantLanded(app), ...WHY } }),
  setHouseBudget: async () => {
    made += 1;
    const [asset, daily] = [{ assetCode: "XLM", issuer: "" }, String(1_000_000_000 - made)];
    const { accounts } = (await drive("treasury", {})).body;
    const former = accounts.find(({ purpose }: { purpose: string }) => purpose === "rewards").budgets[0]?.daily ?? null;
    return { body: { purpose: "rewards", ...asset, daily, former, ...WHY } };
  },
  rewrapVault: async () => {
    await lockOneWithFormer();
    return { body: WHY };
  },
  answerReport: async (about) => ({ params: await aReport(about), body: WHY }),
  closeReport: async (about) => ({ params: await aReport(about), body: WHY }),
  supportPicture: async (about) => ({ params: await aReport(about), body: WHY }),
  approveIdentity: async (about) => ({ params: await anIdentity(about), body: { version: 1, ...WHY } }),
  askIdentityAgain: async (about) => {
    const asked = [{ part: "front", reason: "glare", note: "" }];
    return { params: await anIdentity(about), body: { version: 1, asked, ...WHY } };
  },
  rejectIdentity: async (about) => {
    const body = { version: 1, cause: "altered", note: "", ...WHY };
    return { params: await anIdentity(about), body };
  },
  changeListedAsset: async () => {
    const { key, version } = await aListed();
    const told = { name: "Another name", description: "", conditions: "", website: null, order: 1, isFeatured: false };
    return { params: key, body: { ...told, picture: { kind: "keep" }, version, ...WHY } };
  },
  setPairs: async () => ({ body: { pairs: [], version: (await aListed()).version, ...WHY } }),
  setDollar: async () => {
    const { key, version } = await aListed();
    return { body: { asset: key, version, ...WHY } };
  },
  delistAsset: async () => {
    const { key, version } = await aListed();
    return { params: key, body: { version, ...WHY } };
  },
  setInterface: async () => {
    const { settings } = (await drive("interfaceSettings", {})).body;
    const former = { key: "hiddenFeatures", value: settings.hiddenFeatures };
    const setting = { key: "hiddenFeatures", value: former.value.length > 0 ? [] : ["staking"] };
    return { body: { setting, former, ...WHY } };
  },
  publishContent: async () => ({ body: { ...(await aDraft()), ...WHY } }),
  scheduleContent: async () => {
    const at = new Date(app.clock.now().getTime() + 60 * 60 * 1000).toISOString();
    return { body: { ...(await aDraft()), at, ...WHY } };
  },
  discardDraft: async () => ({ body: { ...(await aDraft()), ...WHY } }),
  restoreContent: async () => {
    const { kind, key, version } = await aPublished();
    return { body: { kind, key, version, revision: 0, ...WHY } };
  },
  unpublishContent: async () => ({ body: { ...(await aPublished()), ...WHY } }),
  removeMedia: async () => ({ params: await aMedia(), body: WHY }),
  setPersonLimits: async ({ user }) => ({
    params: user.id,
    body: { transactionLimit: "7", dailyLimit: "70", ...WHY },
  }),
  makeOperatorKey: () => Promise.resolve({ body: anOperatorKeyWish({ scopes: ["fees.read"], ...WHY }) }),
  revokeAnyApiKey: async (about) => ({ params: (await aKeyOf(about)).id, body: WHY }),
  addTask: () => Promise.resolve({ body: A_TASK }),
  setTask: async () => {
    const { tasks } = (await drive("addTask", { body: A_TASK })).body;
    const { id, status, assignedTo } = tasks.at(-1);
    return { params: id, body: { status: "in_progress", former: { status, assignedTo }, ...WHY } };
  },
  acknowledgeIssue: async () => ({ params: await anIssue(), body: WHY }),
  assignIssue: async () => ({ params: await anIssue(), body: { assignedTo: other.user.id, ...WHY } }),
  snoozeIssue: async () => {
    const until = new Date(app.clock.now().getTime() + 60 * 60 * 1000).toISOString();
    return { params: await anIssue(), body: { until, ...WHY } };
  },
  closeIssue: async () => ({ params: await anIssue(), body: WHY }),
  mergeIssue: async () => ({ params: await anIssue(), body: { into: await anIssue(), ...WHY } }),
  unmergeIssue: async () => {
    const id = await anIssue();
    await drive("mergeIssue", { params: id, body: { into: await anIssue(), ...WHY } });
    return { params: id, body: WHY };
  },
  addWindow: () => Promise.resolve({ body: aWindow() }),
  endWindow: async () => {
    const { windows } = (await drive("addWindow", { body: aWindow() })).body;
    return { params: windows[0].id, body: WHY };
  },
  setWebhook: () => Promise.resolve({ body: A_WEBHOOK }),
  removeWebhook: async () => {
    await drive("setWebhook", { body: A_WEBHOOK });
    return { body: WHY };
  },
  addPersonNote: async ({ user }) => ({ params: user.id, body: WHY }),
  settleName: async (about) => ({ params: about.user.id, body: { name: await aSharedName(about), ...WHY } }),
  // From here on she is signed in nowhere.
  endUserSessions: async ({ user }) => ({ params: user.id, body: WHY }),
  resetSecondFactor: async ({ user }) => ({ params: user.id, body: WHY }),
  setRoles: async ({ user }) => ({ params: user.id, body: { roles: ["support"], ...WHY } }),
  removeOperator: async ({ user }) => {
    const set = standingSet(app.database, user.id, { roles: ["auditor"], since: new Date(0) });
    if (user.id === ana.user.id) await app.database.collection("users").updateOne({ id: user.id }, { $set: set });
    return { params: user.id, body: WHY };
  },
  inviteOperator: async ({ user }) => ({ body: { email: user.email, roles: ["auditor"], ...WHY } }),
  withdrawInvitation: async () => ({ params: await anInvitation(), body: WHY }),
  setFourEyes: async () => ({ body: { settings: { "set-fee": "always" }, ...WHY } }),
  approveProposal: async (about) => {
    const { id, digest } = await aProposal(about);
    return { params: id, body: { digest, ...WHY } };
  },
  rejectProposal: async (about) => ({ params: (await aProposal(about)).id, body: WHY }),
  withdrawProposal: async () => {
    const harsh = { ...POLICY, typed: LOCK_OUT_TYPED, coolOffHours: 0 };
    return { params: (await proposed("setOperatorPolicy", { body: { ...harsh, ...WHY } })).id, body: WHY };
  },
};
/** About everybody, or about what one proposed oneself. */
const ABOUT_NOBODY: readonly Name[] = [
  "inviteOperator",
  "withdrawInvitation",
  "makeOperatorKey",
  "setFourEyes",
  "setOperatorPolicy",
  "createFeeRule",
  "changeFeeRule",
  "createStakingOffer",
  "changeStakingOffer",
  "setAffiliateTerms",
  "payAffiliates",
  "stopAllMarketPools",
  "setDepositSettings",
  "setDepositMethod",
  "acceptDifference",
  "moveHouseMoney",
  "setHouseBudget",
  "confirmRestore",
  "knowRestoredPayment",
  "withdrawProposal",
  "changeListedAsset",
  "setPairs",
  "setDollar",
  "delistAsset",
  "setInterface",
  "publishContent",
  "scheduleContent",
  "discardDraft",
  "restoreContent",
  "unpublishContent",
  "removeMedia",
  "rewrapVault",
  "addTask",
  "setTask",
  "acknowledgeIssue",
  "assignIssue",
  "snoozeIssue",
  "closeIssue",
  "mergeIssue",
  "unmergeIssue",
  "addWindow",
  "endWindow",
  "setWebhook",
  "removeWebhook",
];
const EVERY: readonly (readonly [Name, NonNullable<(typeof ACTS)[Name]>])[] = Object.entries(ACTS).map(
  ([name, act]) => [name as Name, act] as const,
);

test("everything that operators can change is thought of here", () => {
  const changing = Object.entries(ENDPOINTS).filter(
    ([, { method, access }]) => method !== "GET" && (access === "admin" || access === "operator"),
  );
  expect(changing.map(([name]) => name).toSorted()).toEqual(
    [...Object.keys(ACTS), ...LOOKS_ONLY, ...DRAFTING, ...ELSEWHERE].toSorted(),
  );
});

describe.each(EVERY)("%s", (name, act) => {
  test("leaves a row of who did it, to whom, and why", async () => {
    const request = await act(ana);
    const actions = app.database.collection("operator_actions");
    const [last] = await actions.find().sort({ id: -1 }).limit(1).toArray();
    const answer = await drive(name, request);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    const noted = await actions.find({ id: { $gt: last?.["id"] ?? 0 }, operatorId: operator.user.id }).toArray();
    expect(noted.length).toBeGreaterThan(0);
    if (!ABOUT_NOBODY.includes(name)) expect(noted[0]).toMatchObject({ userId: ana.user.id });
    // Why, what it was and what it is.
    expect(noted[0]?.["reason"]).toBe(WHY.reason);
    const change = JSON.parse(String(noted[0]?.["change"]));
    expect(Object.keys(change)).toEqual(["before", "after"]);
    expect(change.after).not.toBeNull();
  });

  test("is not done without saying why", async () => {
    const { params, body = {} } = await act(ana);
    const rows = () => app.database.collection("operator_actions").countDocuments({ operatorId: operator.user.id });
    const before = await rows();
    const silent = { ...body, reason: " ", ...("evidence" in body && { evidence: " " }) };
    const { status, body: answer } = await drive(name, { body: silent, ...(params !== undefined && { params }) });
    expect([status, answer.code]).toEqual([400, "input-invalid"]);
    expect(await rows()).toBe(before);
  });

  test.skipIf(ABOUT_NOBODY.includes(name))("is not done to oneself", async () => {
    const request = await act(operator);
    const rows = () => app.database.collection("operator_actions").countDocuments({ operatorId: operator.user.id });
    const before = await rows();
    const { status, body } = await drive(name, request);
    expect([status, body.code]).toEqual([403, expect.stringMatching(/^(operator|approval|deposit|identity)-own$/)]);
    expect(await rows()).toBe(before);
  });
});

test("all of it is in the audit chain, which is whole", async () => {
  const acts = await app.database.collection("operator_actions").find().sort({ id: 1 }).toArray();
  const chained = await eventually(async () => {
    const rows = await app.database.collection("audit_log").find({ action: "operate" }).sort({ _id: 1 }).toArray();
    return rows.length === acts.length && rows;
  }, 30_000);
  for (const [at, { operatorId, action, userId, reason, change }] of acts.entries()) {
    const address = userId === null ? "" : `user ${userId}`;
    expect(chained[at]).toMatchObject({ purpose: action, requestedBy: `operator ${operatorId}`, address, change });
    expect(chained[at]?.["reason"]).toContain(reason);
  }
  expect((await walkAudit(app.database)).problem).toBeNull();
});

test("nobody changes later what an act was", async () => {
  const rows = app.database.collection<{ _id: number; change: string }>("audit_log");
  const row = await rows.findOne({ action: "operate" });
  await rows.updateOne({ _id: row?._id ?? 0 }, { $set: { change: '{"before":null,"after":{}}' } });
  expect((await walkAudit(app.database)).brokenAt).toBe(row?._id);
  await rows.updateOne({ _id: row?._id ?? 0 }, { $set: { change: row?.change ?? "" } });
});
