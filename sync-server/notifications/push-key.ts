import { MongoServerError } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { SecretStore } from "#server/platform/secrets/secret-store.ts";
import { makeVapidKey, readVapidKey, type VapidKey } from "./vapid.ts";

/** The server's key towards push services, made when it is first asked for and the same in every process. */
export type PushKey = () => Promise<VapidKey>;

const PUSH_KEYS = "push_keys";
/** The name of its secret. */
export const PUSH_KEY = "vapid";
const DUPLICATE_KEY = 11_000;

/** The private half stays sealed in the vault; a process unseals it once and keeps it. */
export function openPushKey(runtime: Runtime, secrets: SecretStore): PushKey {
  let known: Promise<VapidKey> | null = null;
  return () => {
    known ??= readOrMake(runtime, secrets).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
}

async function readOrMake(runtime: Runtime, secrets: SecretStore): Promise<VapidKey> {
  const kept = (await secrets.use(PUSH_KEY, readVapidKey)) ?? (await make(runtime, secrets));
  if (!kept) throw new Error("the push key was not kept");
  return kept;
}

async function make({ database, clock }: Runtime, secrets: SecretStore): Promise<VapidKey | null> {
  const plain = makeVapidKey();
  try {
    await database.transaction(async (session) => {
      // Of two processes that start at once, the row lets one make it: browsers subscribe to one key.
      const made = { _id: PUSH_KEY, publicKey: readVapidKey(plain).publicKey, createdAt: clock.now() };
      await database.collection<{ _id: string }>(PUSH_KEYS).insertOne(made, { session });
      await secrets.put(session, PUSH_KEY, plain);
    });
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== DUPLICATE_KEY) throw error;
  } finally {
    plain.fill(0);
  }
  return secrets.use(PUSH_KEY, readVapidKey);
}
