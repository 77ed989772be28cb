import type { Document } from "mongodb";
import type { ServiceKey, ServiceKeyKind, ServiceKeysOutput } from "#schemas/service-keys.ts";
import type { Database } from "#server/platform/db/database.ts";
import { houseAccount } from "#server/platform/house/accounts.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { custodyOf } from "#server/platform/vault/open-vault.ts";
import { VAULT_KEYS } from "#server/platform/vault/sealed-keys.ts";
import { SEALING_KEY } from "#server/platform/vault/sealing-key.ts";
import { VAULT_SECRETS } from "#server/platform/vault/secrets.ts";
import { ANCHOR_PURPOSE } from "./anchor.ts";

/** As notifications name it. */
const PUSH_KEY = "vapid";
const APART: readonly string[] = [SEALING_KEY, PUSH_KEY];

/** The keys that the service holds, how old they are, and how far a change of what locks them has come. No key is opened for it. */
export async function describeKeys(runtime: Runtime): Promise<ServiceKeysOutput> {
  const { database, config } = runtime;
  const { ring } = custodyOf(runtime);
  const { version } = ring.current;
  const anchor = await houseAccount(database, ANCHOR_PURPOSE, null);
  const [keys, own, former] = await Promise.all([
    Promise.all([
      agesOf(database, "wallets", VAULT_KEYS, { purpose: "wallet" }),
      agesOf(database, "house", VAULT_KEYS, { purpose: "house" }),
      agesOf(database, "anchor", VAULT_KEYS, { _id: anchor?._id ?? "" }),
      agesOf(database, "seals", VAULT_SECRETS, { _id: SEALING_KEY }),
      agesOf(database, "push", VAULT_SECRETS, { _id: PUSH_KEY }),
      agesOf(database, "secrets", VAULT_SECRETS, { _id: { $nin: [...APART] } }),
    ]),
    countLocks(database, version),
    countLocks(database, { $ne: version }),
  ]);
  return { keys, wrapping: { setting: config.vault.setting, version, own, former } };
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

async function countLocks(database: Database, keyVersion: string | { readonly $ne: string }): Promise<number> {
  const counts = [VAULT_KEYS, VAULT_SECRETS].map((name) => database.collection(name).countDocuments({ keyVersion }));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
