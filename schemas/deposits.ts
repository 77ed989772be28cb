import * as v from "valibot";
import { entity, optionalDate, optionalInteger, optionalText, StoredDate } from "./entity.ts";
import { AssetCode, Id, Json, NATIVE_CODE } from "./fields.ts";
import { Amount, Decimal } from "./money.ts";

export const DepositStatus = v.picklist(["pending", "approved", "crediting", "credited", "rejected", "failed"]);

/** A way to pay in. */
export const PaymentMethods = entity(
  "payment_methods",
  {
    methodName: v.string(),
    displayName: v.string(),
    active: v.optional(v.boolean(), true),
    configSettings: v.optional(Json, {}),
    lastUpdated: StoredDate,
  },
  [["methodName"]],
);

/** A Cash App deposit under verification; `amount` is in USD, `xlmCredited` what was paid out. */
export const CashAppDeposits = entity("cash_app_deposits", {
  userId: Id,
  amount: Amount,
  depositDate: StoredDate,
  cashAppUsername: v.string(),
  cashAppTransactionId: v.string(),
  recipientNumber: optionalText,
  status: v.optional(DepositStatus, "pending"),
  verifiedBy: optionalInteger,
  verificationDate: optionalDate,
  notes: optionalText,
  xlmCredited: v.optional(v.nullable(Amount), null),
  xlmRate: v.optional(v.nullable(Decimal), null),
  transactionId: optionalInteger,
  createdAt: StoredDate,
});

/** A payment as its sender declared it, matched to deposits by transaction id. */
export const CashAppPayments = entity(
  "cashapp_payments",
  {
    userId: Id,
    amount: Amount,
    transactionId: v.string(),
    status: v.optional(v.picklist(["pending", "verified", "rejected"]), "pending"),
    assetCode: v.optional(AssetCode, NATIVE_CODE),
    estimatedXlm: v.optional(v.nullable(Amount), null),
    xlmRate: v.optional(v.nullable(Decimal), null),
    createdAt: StoredDate,
    verifiedAt: optionalDate,
    notes: optionalText,
  },
  [["transactionId"]],
);
