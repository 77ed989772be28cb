import { xdr } from "@stellar/stellar-sdk";
import type { CreateAccountOpWire, CreateAccountResultWire, LedgerEntryWire } from "@stellar/stellar-sdk/xdr";
import type { OperationResultTrWire } from "@stellar/stellar-sdk/xdr";
import { addToAccount, availableBalance, newAccount } from "#server/embedded/stellar/ledger/accounts.ts";
import { sameAccount } from "#server/embedded/stellar/ledger/keys.ts";
import { mustLoad, reserveForNewEntry } from "#server/embedded/stellar/ledger/sponsorship.ts";
import { Refusal, refuse, succeed } from "./operation.ts";
import type { OperationContext, OperationLogic, Outcome } from "./operation.ts";

const Code = xdr.CreateAccountResultCode.schema;

export function createAccount(op: CreateAccountOpWire): OperationLogic {
  return {
    threshold: "medium",
    check: (source) =>
      op.startingBalance < 0n || sameAccount(op.destination, source)
        ? refuse(result(Code.createAccountMalformed))
        : undefined,
    apply: (context) => apply(op, context),
  };
}

function apply(op: CreateAccountOpWire, { state, source }: OperationContext): Outcome {
  if (state.loadAccount(op.destination)) return refuse(result(Code.createAccountAlreadyExist));
  const entry: LedgerEntryWire = {
    lastModifiedLedgerSeq: 0,
    data: { type: 0, account: newAccount(op.destination, op.startingBalance, state.header.ledgerSeq) },
    ext: { v: 0 },
  };
  switch (reserveForNewEntry(state, entry, undefined)) {
    case "low-reserve":
      return refuse(result(Code.createAccountLowReserve));
    case "too-many-sponsoring":
      return Refusal.tooManySponsoring;
    case "too-many-subentries":
    case "too-many-sponsored":
      return Refusal.tooManySubentries;
    case "ok":
  }
  const payer = mustLoad(state, source);
  if (availableBalance(state.header, payer) < op.startingBalance) {
    return refuse(result(Code.createAccountUnderfunded));
  }
  if (!addToAccount(state.header, payer, -op.startingBalance)) throw new Error("starting balance not available");
  state.create(entry);
  return succeed(result(Code.createAccountSuccess));
}

function result(code: CreateAccountResultWire["code"]): OperationResultTrWire {
  return { type: 0, createAccountResult: { code } };
}
