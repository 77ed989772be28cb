import * as v from "valibot";
import { SUBMISSION_KINDS } from "./all-submissions.ts";
import { HousePurpose } from "./overview.ts";
import { OperatorActionKind } from "./security.ts";
import { Role } from "./operators.ts";
import { AccountAddress, AssetCode, Id, Instant, reasonText, textUpTo } from "./values/fields.ts";
import { Amount } from "./values/money.ts";

/** How far a database that was set back to a backup is made true again; at `done` it signs. */
export const RESTORED_PHASES = ["marked", "reading", "settling", "reconciling", "confirming", "done"] as const;
export const RestoredPhase = v.picklist(RESTORED_PHASES);
export type RestoredPhase = v.InferOutput<typeof RestoredPhase>;

/** Of each list at most so many. */
export const RESTORED_MOST = 100;

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "Malformed hash"));

const Restore = v.strictObject({
  takenAt: Instant,
  restoredAt: Instant,
  /** The last ledger of the backup, and up to which all was read since; null until it was. */
  ledger: Count,
  readTo: v.nullable(Count),
  phase: RestoredPhase,
  since: Instant,
});

/** What the house is to pay to somebody whom an unknown payment paid, from the same account. */
const WaitingPayment = v.strictObject({
  submissionId: Id,
  kind: v.picklist(SUBMISSION_KINDS),
  memo: textUpTo(64),
  amount: Amount,
  assetCode: AssetCode,
  createdAt: Instant,
  /** Whether the ledger says the same of the payment: the same memo, recipients, amounts and assets. */
  isSame: v.boolean(),
});
export type WaitingPayment = v.InferOutput<typeof WaitingPayment>;

/** What the house paid since the backup, and nobody knows for what. */
const UnknownPayment = v.strictObject({
  hash: Hash,
  ledger: Count,
  at: Instant,
  from: HousePurpose,
  memo: textUpTo(64),
  paid: v.array(v.strictObject({ to: AccountAddress, amount: Amount, assetCode: AssetCode, issuer: textUpTo(56) })),
  /** What it may have settled, what is the same first. */
  waiting: v.array(WaitingPayment),
});
export type UnknownPayment = v.InferOutput<typeof UnknownPayment>;

/** What a super looks through before anything is signed: as the backup has it, which may not be what was so when it was put back. */
export const RestoredOutput = v.strictObject({
  restore: v.nullable(Restore),
  operators: v.array(v.strictObject({ id: Id, username: v.string(), roles: v.array(Role), isFrozen: v.boolean() })),
  /** What operators did in the week before the backup, the latest first: what came after it is gone. */
  acts: v.array(
    v.strictObject({
      at: Instant,
      action: OperatorActionKind,
      operatorId: Id,
      userId: v.nullable(Id),
      reason: v.string(),
    }),
  ),
  counts: v.strictObject({ frozen: Count, apiKeys: Count, passkeys: Count, proposals: Count, held: Count }),
  payments: v.array(UnknownPayment),
  /** Accounts (G...) that the house opened since, and whose keys are gone. */
  accounts: v.array(AccountAddress),
});
export type RestoredOutput = v.InferOutput<typeof RestoredOutput>;

/** `restoredAt` is that of the restore that was looked at. */
export const ConfirmRestoreInput = v.strictObject({ restoredAt: Instant, reason: reasonText(300) });
export type ConfirmRestoreInput = v.InferOutput<typeof ConfirmRestoreInput>;

/**
 * Says of a payment of the house what it was for: what it settled counts as paid by it. Null for nothing that waits here: whoever was paid by it may
 * be paid again.
 */
export const KnowPaymentInput = v.strictObject({
  hash: Hash,
  submissionId: v.optional(v.nullable(Id), null),
  reason: reasonText(300),
});
export type KnowPaymentInput = v.InferOutput<typeof KnowPaymentInput>;
