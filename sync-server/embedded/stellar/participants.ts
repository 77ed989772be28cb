import type { LedgerEntryChangeWire, LedgerEntryWire, OperationWire, PublicKeyWire } from "@stellar/stellar-sdk/xdr";
import type { AppliedTransaction } from "./ledger/close.ts";
import { hex, keyOf } from "./ledger/keys.ts";
import { sponsorIn } from "./ledger/sponsorship.ts";
import { accountOf } from "./ledger/transaction.ts";

/** How an account takes part in an operation: named by it, or only touched by what it did. */
export const Part = { touched: 0, named: 1 } as const;
type PartKind = (typeof Part)[keyof typeof Part];

export interface Participants {
  /** Accounts (raw keys) of the whole transaction, and the ids of claimable balances and pools it changed. */
  readonly transaction: readonly Uint8Array[];
  readonly operations: readonly (readonly (readonly [Uint8Array, PartKind])[])[];
}

/** Which accounts a transaction and each of its operations concern. */
export function participantsOf({ transaction, feeChanges, changes }: AppliedTransaction): Participants {
  const all = new Map<string, Uint8Array>();
  const note = (account: PublicKeyWire) => all.set(hex(account.ed25519), account.ed25519);
  note(transaction.inner.source);
  note(transaction.feeSource);
  for (const account of accountsIn([...feeChanges, ...changes.before])) note(account);
  const operations = transaction.inner.operations.map((operation, index) => {
    const own = new Map<string, readonly [Uint8Array, PartKind]>();
    for (const account of accountsIn(changes.operations[index] ?? [])) {
      note(account);
      own.set(hex(account.ed25519), [account.ed25519, Part.touched]);
    }
    for (const id of thingsIn(changes.operations[index] ?? [])) {
      all.set(hex(id), id);
      own.set(hex(id), [id, Part.named]);
    }
    for (const account of namedBy(operation, transaction.inner.source)) {
      note(account);
      own.set(hex(account.ed25519), [account.ed25519, Part.named]);
    }
    return [...own.values()];
  });
  return { transaction: [...all.values()], operations };
}

function namedBy({ sourceAccount, body }: OperationWire, transactionSource: PublicKeyWire): PublicKeyWire[] {
  const source = sourceAccount ? accountOf(sourceAccount) : transactionSource;
  switch (body.type) {
    case 0:
      return [source, body.createAccountOp.destination];
    case 1:
      return [source, accountOf(body.paymentOp.destination)];
    case 2:
      return [source, accountOf(body.pathPaymentStrictReceiveOp.destination)];
    case 7:
      return [source, body.allowTrustOp.trustor];
    case 8:
      return [source, accountOf(body.destination)];
    case 13:
      return [source, accountOf(body.pathPaymentStrictSendOp.destination)];
    case 14:
      return [source, ...body.createClaimableBalanceOp.claimants.map((claimant) => claimant.v0.destination)];
    case 16:
      return [source, body.beginSponsoringFutureReservesOp.sponsoredId];
    case 18:
      return body.revokeSponsorshipOp.type === 1 ? [source, body.revokeSponsorshipOp.signer.accountId] : [source];
    case 19:
      return [source, accountOf(body.clawbackOp.from)];
    case 21:
      return [source, body.setTrustLineFlagsOp.trustor];
    default:
      return [source];
  }
}

function accountsIn(changes: readonly LedgerEntryChangeWire[]): PublicKeyWire[] {
  return changes.flatMap((change) => {
    switch (change.type) {
      case 0:
        return ownersOf(change.created);
      case 1:
        return ownersOf(change.updated);
      case 3:
        return ownersOf(change.state);
      case 4:
        return ownersOf(change.restored);
      case 2:
        if (keyOf(change.removed) === undefined) return [];
        return change.removed.type === 0 ? [change.removed.account.accountId] : [];
    }
  });
}

/** Ids of the claimable balances and pools that changed: history can be asked for by them, too. */
function thingsIn(changes: readonly LedgerEntryChangeWire[]): Uint8Array[] {
  return changes.flatMap((change) => {
    const data = change.type === 0 ? change.created.data : change.type === 3 ? change.state.data : undefined;
    if (data?.type === 4) return [data.claimableBalance.balanceId.v0];
    return data?.type === 5 ? [data.liquidityPool.liquidityPoolId] : [];
  });
}

function ownersOf(entry: LedgerEntryWire): PublicKeyWire[] {
  const owner = ownerOf(entry);
  const sponsor = sponsorIn(entry);
  return [...(owner ? [owner] : []), ...(sponsor ? [sponsor] : [])];
}

/** The account that an entry belongs to; claimable balances and pools belong to nobody. */
export function ownerOf({ data }: LedgerEntryWire): PublicKeyWire | undefined {
  switch (data.type) {
    case 0:
      return data.account.accountId;
    case 1:
      return data.trustLine.accountId;
    case 2:
      return data.offer.sellerId;
    case 3:
      return data.data.accountId;
    default:
      return undefined;
  }
}
