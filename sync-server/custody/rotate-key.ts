import { say } from "#schemas/say.ts";
import type { ContentOf, ProposalOutput } from "#schemas/approvals.ts";
import type { RotateKeyInput, RotateKeyOutput } from "#schemas/custody.ts";
import { AppError } from "#schemas/errors.ts";
import type { InferOutput } from "valibot";
import { type Act, type Approvals, noteAct, refuseOwn } from "#server/approvals/index.ts";
import { ConfigError } from "#server/config.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { NetworkError, type StellarNetwork } from "#server/platform/network/network.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { KmsError } from "#server/platform/vault/kms-http.ts";
import type { KmsKey } from "#server/platform/vault/signers.ts";
import type { Vault } from "#server/platform/vault/vault.ts";
import { isAllowedKey } from "./kms-prefixes.ts";
import { type Rotation, rotateWithin } from "./rotate-signer.ts";

export interface RotateDeps {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
  readonly vault: Vault;
}

interface Wish {
  readonly operatorId: number;
  readonly userId: number;
  readonly input: InferOutput<typeof RotateKeyInput>;
}

/**
 * Hands a user's wallet over: to a key that the vault makes, at once; to one of a key management service, by proposal. Throws
 * `operator-own`, `user-unknown`, `kms-key-not-allowed`, `kms-key-unusable`, `network-unreachable`, and what
 * {@link rotateWithin} throws.
 */
export async function rotateKey(
  deps: RotateDeps,
  approvals: Approvals,
  { operatorId, userId, input }: Wish,
): Promise<RotateKeyOutput | { readonly proposal: ProposalOutput }> {
  const { runtime, network } = deps;
  const { kmsKey, reason } = input;
  refuseOwn(operatorId, userId);
  const account = await walletOf(runtime, userId);
  if (kmsKey !== undefined) {
    const { publicKey } = await inspect(deps, kmsKey);
    const content = { kind: "rotate-key" as const, userId, account, kmsKey, publicKey };
    const proposal = await approvals.decide({ content, operatorId, reason });
    if (!proposal) throw new Error("a wallet was handed to a key of a service on one operator's word");
    return { proposal };
  }
  const request = { account, requestedBy: `operator ${operatorId}`, kmsKey: null, feeBid: await feeBid(network) };
  return runtime.database.transaction(async (session) => {
    const rotation = await rotateWithin({ ...deps, ...runtime }, session, request);
    const act = { action: "rotate-key", userId, details: "to a key of our own", change: changeOf(rotation) } as const;
    await noteAct(runtime, session, { operatorId, reason }, act);
    await notify(runtime, session, { userId, kind: "key-changing", cause: `rotation ${rotation.submission.id}` });
    return describe(rotation);
  });
}

/** Handing a wallet to a key of a key management service: two operators, and a day in which its owner knows and any can stop it. */
export function rotateAct(deps: RotateDeps, onSubmitted: () => void): Act<ContentOf<"rotate-key">> {
  const { runtime, network } = deps;
  return {
    subject: ({ userId }) => `key of ${userId}`,
    about: ({ userId }) => Promise.resolve([userId]),
    says: ({ userId, kmsKey, publicKey }) =>
      `The wallet of user ${userId} is handed to ${publicKey}, which is ${kmsKey}.`,
    whySecond: () => Promise.resolve("Whoever holds that key holds the wallet."),
    prepare: async ({ userId, account, kmsKey, publicKey }) => {
      const key = await inspect(deps, kmsKey);
      if (key.publicKey !== publicKey) throw new AppError("proposal-outdated");
      const bid = await feeBid(network);
      return async (session, by) => {
        const request = { account, requestedBy: `operator ${by.operatorId}`, kmsKey: key, feeBid: bid };
        const rotation = await rotateWithin({ ...deps, ...runtime }, session, request);
        const { submission, change } = rotation;
        const details = `to ${publicKey}, ${kmsKey}`;
        await noteAct(runtime, session, by, { action: "rotate-key", userId, details, change: changeOf(rotation) });
        // A change that is under way already is to another key than this.
        if (change.next.publicKey !== publicKey) throw new AppError("proposal-outdated");
        await notify(runtime, session, { userId, kind: "key-changing", cause: `rotation ${submission.id}` });
      };
    },
    delayMs: runtime.config.approvalMs,
    onApproved: (session, { userId }, from) => {
      const detail = say("said.key-from", { at: from.getTime() });
      return notify(runtime, session, { userId, kind: "key-change-planned", detail });
    },
    onStopped: (session, { userId }) => notify(runtime, session, { userId, kind: "key-change-stopped" }),
    afterwards: onSubmitted,
  };
}

/** Throws `user-unknown`. */
async function walletOf({ database }: Runtime, userId: number): Promise<string> {
  const wallet = await accountCollection(database).findOne({ userId, role: "wallet" });
  if (!wallet) throw new AppError("user-unknown");
  return wallet._id;
}

function changeOf({ change: { account, current, next } }: Rotation) {
  return { before: { account, signer: current }, after: { account, signer: next.publicKey } };
}

function describe({ change: { account, current, next }, submission }: Rotation): RotateKeyOutput {
  return { account, formerSigner: current, signer: next.publicKey, submissionId: submission.id };
}

async function inspect({ runtime, vault }: RotateDeps, keyId: string): Promise<KmsKey> {
  if (!isAllowedKey(keyId, runtime.config.vault.kmsPrefixes)) throw new AppError("kms-key-not-allowed");
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
