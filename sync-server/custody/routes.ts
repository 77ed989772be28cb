import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { NetworkError, type StellarNetwork } from "#server/platform/network/network.ts";
import { KmsError } from "#server/platform/vault/kms-http.ts";
import type { KmsKey } from "#server/platform/vault/signers.ts";
import type { Vault } from "#server/platform/vault/vault.ts";
import { ConfigError } from "#server/config.ts";
import { rotateSigner } from "./rotate-signer.ts";

export interface CustodyDeps {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
  readonly vault: Vault;
  /** Says that a submission was made. */
  readonly onSubmitted: () => void;
}

/** Serves operators what they may do about keys. */
export function registerCustodyRoutes(
  app: FastifyInstance,
  { runtime, network, vault, onSubmitted }: CustodyDeps,
): void {
  const { database, clock } = runtime;

  route(app, ENDPOINTS.rotateKey, async ({ session, params, input }) => {
    const wallet = await accountCollection(database).findOne({ userId: params.userId, role: "wallet" });
    if (!wallet) throw new AppError("user-unknown");
    const kmsKey = input.kmsKey === undefined ? null : await inspect(vault, input.kmsKey);
    const { change, submission } = await rotateSigner(
      { database, clock, vault },
      { account: wallet._id, requestedBy: `operator ${session.userId}`, kmsKey, feeBid: await feeBid(network) },
    );
    onSubmitted();
    const { account, current, next } = change;
    return { account, formerSigner: current, signer: next.publicKey, submissionId: submission.id };
  });
}

async function inspect(vault: Vault, keyId: string): Promise<KmsKey> {
  try {
    return { keyId, publicKey: await vault.inspectKmsKey(keyId) };
  } catch (cause) {
    if (!(cause instanceof KmsError || cause instanceof ConfigError)) throw cause;
    throw new AppError("kms-key-unusable", { problem: cause.message.replace(/\.$/, "") }, { cause });
  }
}

async function feeBid(network: StellarNetwork): Promise<bigint> {
  try {
    return await network.feeBid();
  } catch (cause) {
    if (!(cause instanceof NetworkError)) throw cause;
    throw new AppError("network-unreachable", {}, { cause });
  }
}
