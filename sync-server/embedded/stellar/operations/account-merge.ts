import { xdr } from "@stellar/stellar-sdk";
import type {
  AccountEntryWire,
  AccountMergeResultWire,
  MuxedAccountWire,
  OperationResultTrWire,
} from "@stellar/stellar-sdk/xdr";
import { addToAccount, sponsorshipOf, startingSequence } from "#server/embedded/stellar/ledger/accounts.ts";
import { accountKey, hex, sameAccount } from "#server/embedded/stellar/ledger/keys.ts";
import { AccountFlag } from "#server/embedded/stellar/ledger/limits.ts";
import { mustLoad, releaseEntry, removeSigner } from "#server/embedded/stellar/ledger/sponsorship.ts";
import { accountOf } from "#server/embedded/stellar/ledger/transaction.ts";
import { refuse, succeed } from "./operation.ts";
import type { OperationContext, OperationLogic, Outcome } from "./operation.ts";

const Code = xdr.AccountMergeResultCode.schema;
type RefusalCode = Exclude<AccountMergeResultWire["code"], 0>;

export function accountMerge(destination: MuxedAccountWire): OperationLogic {
  return {
    threshold: "high",
    check: (source) =>
      sameAccount(accountOf(destination), source) ? refuse(result(Code.accountMergeMalformed)) : undefined,
    apply: (context) => apply(destination, context),
  };
}

function apply(destination: MuxedAccountWire, context: OperationContext): Outcome {
  const { state, source } = context;
  const receiver = accountOf(destination);
  if (!state.loadAccount(receiver)) return refuse(result(Code.accountMergeNoAccount));
  const account = mustLoad(state, source);
  const obstacle = whyNot(account, context);
  if (obstacle !== undefined) return refuse(result(obstacle));
  while (account.signers.length > 0) removeSigner(state, account, account.signers.length - 1);
  const { balance } = account;
  if (!addToAccount(state.header, mustLoad(state, receiver), balance)) {
    return refuse(result(Code.accountMergeDestFull));
  }
  const entry = state.load(accountKey(source));
  if (!entry) throw new Error("merging account is missing");
  releaseEntry(state, entry, account);
  state.erase(accountKey(source));
  return succeed({ type: 8, accountMergeResult: { code: 0, sourceAccountBalance: balance } });
}

function whyNot(account: AccountEntryWire, { state, source }: OperationContext): RefusalCode | undefined {
  if (account.flags & AccountFlag.immutable) return Code.accountMergeImmutableSet;
  if (account.numSubEntries !== account.signers.length) return Code.accountMergeHasSubEntries;
  // A later account of the same name starts above every sequence number that was ever used.
  const firstFree = startingSequence(state.header.ledgerSeq);
  const stillToApply = state.maxSeqNumToApply.get(hex(source.ed25519)) ?? 0n;
  if (account.seqNum >= firstFree || stillToApply >= firstFree) return Code.accountMergeSeqnumTooFar;
  if (state.isSponsoringNow(source) || (sponsorshipOf(account)?.numSponsoring ?? 0) > 0) {
    return Code.accountMergeIsSponsor;
  }
  return undefined;
}

function result(code: RefusalCode): OperationResultTrWire {
  return { type: 8, accountMergeResult: { code } };
}
