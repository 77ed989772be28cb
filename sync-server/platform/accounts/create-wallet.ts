import { createHash } from "node:crypto";
import type { ClientSession, Document } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { insertAccount } from "#server/platform/ingest/account.ts";
import { setSealed } from "#server/platform/seals/sealed-fields.ts";
import { custodyOf } from "#server/platform/vault/open-vault.ts";

/** A wallet on its way to an account on the network. */
export interface WalletSetup extends Document {
  /** The address. */
  readonly _id: string;
  readonly userId: number;
  /** A digest of the network that its owner signed up from; null, and absent in old ones, where it counts for none. */
  readonly network?: string | null;
  readonly state: "waiting" | "ready";
  /** Whether the house's sponsor carries its reserve. */
  readonly isSponsored: boolean;
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly createdAt: Date;
}

export const WALLET_SETUPS = "wallet_setups";

/**
 * Makes the user's wallet within the transaction that makes the user, after the user was inserted: its key goes into the
 * vault and its address on the user. A job funds the account afterwards, so this needs no ledger. Answers with the address.
 */
export async function createWallet(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  signedUpFrom: string | null,
): Promise<string> {
  const { database, clock } = runtime;
  const address = await custodyOf(runtime).vault.createKey(session, { userId, purpose: "wallet" });
  const now = clock.now();
  await insertAccount(database, session, address, userId);
  const set = setSealed(database, "users", userId, { walletAddress: address });
  await database.collection("users").updateOne({ id: userId }, { $set: set }, { session });
  const setup: WalletSetup = {
    _id: address,
    userId,
    network: signedUpFrom && digestOf(signedUpFrom),
    state: "waiting",
    isSponsored: false,
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
  };
  await database.collection<WalletSetup>(WALLET_SETUPS).insertOne(setup, { session });
  return address;
}

function digestOf(network: string): string {
  return createHash("sha256").update(network).digest("base64url");
}
