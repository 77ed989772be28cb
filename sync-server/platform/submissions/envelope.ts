import { Account, Memo, Operation, TransactionBuilder } from "@stellar/stellar-sdk";
import { formatAmount } from "#schemas/money.ts";
import { toSdkAsset } from "#server/platform/network/assets.ts";
import type { LedgerHead } from "#server/platform/network/network.ts";
import type { Vault } from "#server/platform/vault/vault.ts";
import type { Attempt, SubmissionDocument } from "./submission.ts";

/** How long an envelope may wait for a ledger. The network's own clock counts, not ours. */
const VALID_MS = 90_000;
const VALID_LEDGERS = 180;

/** Where an envelope stands: the ledger it is built on and the source account's last sequence number. */
export interface Ground {
  readonly head: LedgerHead;
  readonly lastSequence: bigint;
  readonly passphrase: string;
}

/** Builds and signs the payment. Nothing is sent. */
export async function signPayment(vault: Vault, submission: SubmissionDocument, ground: Ground): Promise<Attempt> {
  const { account, payment, fee } = submission;
  const maxTimeSeconds = Math.floor((ground.head.closedAt.getTime() + VALID_MS) / 1000);
  const maxLedger = ground.head.sequence + VALID_LEDGERS;
  const builder = new TransactionBuilder(new Account(account, String(ground.lastSequence)), {
    fee,
    networkPassphrase: ground.passphrase,
    timebounds: { minTime: 0, maxTime: maxTimeSeconds },
    ledgerbounds: { minLedger: 0, maxLedger },
  }).addOperation(operationOf(submission));
  if (payment.memo !== "") builder.addMemo(Memo.text(payment.memo));
  const transaction = builder.build();
  const hash = Buffer.from(transaction.hash());
  const signature = await vault.sign({
    address: account,
    purpose: "wallet",
    hash,
    requestedBy: `user ${submission.userId}`,
    reason: `submission ${submission.id}`,
  });
  transaction.addSignature(account, signature.toString("base64"));
  return {
    envelopeXdr: transaction.toXDR(),
    hash: hash.toString("hex"),
    sequence: transaction.sequence,
    signedAtLedger: ground.head.sequence,
    maxTime: new Date(maxTimeSeconds * 1000),
    maxLedger,
  };
}

function operationOf({ payment }: SubmissionDocument) {
  const amount = formatAmount(BigInt(payment.amount));
  if (payment.operation === "create_account")
    return Operation.createAccount({ destination: payment.to, startingBalance: amount });
  return Operation.payment({ destination: payment.to, asset: toSdkAsset(payment), amount });
}
