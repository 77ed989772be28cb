import type { Document } from "mongodb";
import type { ServiceKey, ServiceKeyKind, ServiceKeysOutput } from "#schemas/service-keys.ts";
import type { Database } from "#server/platform/db/database.ts";
import { houseAccount } from "#server/platform/house/accounts.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { AUDIT_LOG, type AuditRow } from "#server/platform/vault/audit-rows.ts";
import { isFingerprint } from "#server/platform/vault/key-provider.ts";
import type { KeyRing } from "#server/platform/vault/key-ring.ts";
import { custodyOf } from "#server/platform/vault/open-vault.ts";
import { countLocks } from "#server/platform/vault/rewrap.ts";
import { type SealedKey, VAULT_KEYS } from "#server/platform/vault/sealed-keys.ts";
import { SEALING_KEY } from "#server/platform/vault/sealing-key.ts";
import { VAULT_SECRETS } from "#server/platform/vault/secrets.ts";
import { ANCHOR_PURPOSE } from "./anchor.ts";
import { presentKey } from "./keys-in-use.ts";
import { readRuns } from "./rewrap-runs.ts";

/** As notifications name it. */
const PUSH_KEY = "vapid";
const APART: readonly string[] = [SEALING_KEY, PUSH_KEY];
/** So many of the wallets that change their key are named. */
const CHANGING = 20;

/**
 * The keys that the service holds, how old they are, and how far a change of what locks them has come. No key is opened for it, and
 * nothing is told that is made of one.
 */
export async function describeKeys(runtime: Runtime): Promise<ServiceKeysOutput> {
  const { database, config } = runtime;
  const { ring } = custodyOf(runtime);
  const [keys, wrapping, runs, changing] = await Promise.all([
    agesOfAll(database),
    describeWrapping(database, ring),
    readRuns(database),
    changingAccounts(database),
  ]);
  return { keys, wrapping: { setting: config.vault.setting, ...wrapping }, ...runs, changing };
}

async function describeWrapping(database: Database, ring: KeyRing) {
  const [present, locks] = await Promise.all([presentKey(database, "wrapping", null), countLocks(database, ring)]);
  const { version } = ring.current;
  const isKnown = present?.mark === version;
  return {
    name: isFingerprint(version) ? null : version,
    number: isKnown ? present.number : null,
    since: isKnown ? present.since.toISOString() : null,
    ...locks,
  };
}

async function agesOfAll(database: Database): Promise<ServiceKey[]> {
  const [anchor, lent] = await Promise.all([houseAccount(database, ANCHOR_PURPOSE, null), channelsOf(database)]);
  const own = { account: { $exists: false } };
  return Promise.all([
    agesOf(database, "wallets", VAULT_KEYS, { purpose: { $in: ["wallet", "trading"] }, ...own }),
    agesOf(database, "house", VAULT_KEYS, { purpose: "house", ...own, _id: { $nin: lent } }),
    agesOf(database, "channels", VAULT_KEYS, { _id: { $in: lent } }),
    agesOf(database, "signers", VAULT_KEYS, { account: { $exists: true } }),
    agesOf(database, "anchor", VAULT_KEYS, { _id: anchor?._id ?? "" }),
    sealsAge(database),
    sessionAge(database),
    agesOf(database, "push", VAULT_SECRETS, { _id: PUSH_KEY }),
    agesOf(database, "secrets", VAULT_SECRETS, { _id: { $nin: [...APART] } }),
  ]);
}

async function channelsOf(database: Database): Promise<string[]> {
  const channels = await accountCollection(database)
    .find({ role: "channel" }, { projection: { _id: 1 } })
    .toArray();
  return channels.map(({ _id }) => _id);
}

/** The audit log has when the sealing key took over; the key itself says nothing of it. */
async function sealsAge(database: Database): Promise<ServiceKey> {
  const [count, made] = await Promise.all([
    database.collection<{ _id: string }>(VAULT_SECRETS).countDocuments({ _id: SEALING_KEY }),
    database.collection<AuditRow>(AUDIT_LOG).findOne({ action: "seal", address: SEALING_KEY }),
  ]);
  const since = made?.at.toISOString() ?? null;
  return { kind: "seals", count, oldest: since, newest: since };
}

async function sessionAge(database: Database): Promise<ServiceKey> {
  const since = (await presentKey(database, "session", null))?.since.toISOString() ?? null;
  return { kind: "session", count: 1, oldest: since, newest: since };
}

/** Wallets of which the ledger has not said yet whether another key signs for them. */
async function changingAccounts(database: Database): Promise<ServiceKeysOutput["changing"]> {
  const keys = database.collection<SealedKey>(VAULT_KEYS);
  const filter = { "next.publicKey": { $exists: true } };
  const [count, some] = await Promise.all([
    keys.countDocuments(filter),
    keys.find(filter, { projection: { userId: 1 }, limit: CHANGING }).toArray(),
  ]);
  return { count, accounts: some.map(({ _id: account, userId }) => ({ account, userId })) };
}

interface Aged extends Document {
  readonly createdAt?: Date;
}

async function agesOf(
  database: Database,
  kind: ServiceKeyKind,
  collection: string,
  filter: Document,
): Promise<ServiceKey> {
  const rows = database.collection<Aged>(collection);
  const end = (order: 1 | -1) =>
    rows.find(filter, { projection: { createdAt: 1 }, sort: { createdAt: order }, limit: 1 }).toArray();
  const [count, [oldest], [newest]] = await Promise.all([rows.countDocuments(filter), end(1), end(-1)]);
  return {
    kind,
    count,
    oldest: oldest?.createdAt?.toISOString() ?? null,
    newest: newest?.createdAt?.toISOString() ?? null,
  };
}
