import type {
  LedgerEntryChangeWire,
  LedgerEntryWire,
  LedgerKeyWire,
  OperationWire,
  PublicKeyWire,
  SignerKeyWire,
} from "@stellar/stellar-sdk/xdr";
import type { AppliedTransaction } from "./ledger/close.ts";
import { hex, keyOf, ownerOf, sameAccount } from "./ledger/keys.ts";
import { findSigner } from "./ledger/signers.ts";
import { signerSponsor, sponsorIn } from "./ledger/sponsorship.ts";
import { accountOf } from "./ledger/transaction.ts";

/** How an account takes part in an operation: named by it, or only touched by what it did. */
export const Part = { touched: 0, named: 1 } as const;
type PartKind = (typeof Part)[keyof typeof Part];

export interface Participants {
  /**
   * Accounts (raw keys) that the transaction or one of its operations names or takes a fee from, and the ids of claimable
   * balances and pools it changed. Whose entries it only touched is none of them, as with a real Horizon: who owned an
   * offer that was taken, or had paid the reserve of what was claimed.
   */
  readonly transaction: readonly Uint8Array[];
  readonly operations: readonly (readonly (readonly [Uint8Array, PartKind])[])[];
}

/** Which accounts a transaction and each of its operations concern. */
export function participantsOf({ transaction, feeChanges, changes }: AppliedTransaction): Participants {
  const all = new Map<string, Uint8Array>();
  const note = (account: PublicKeyWire) => all.set(hex(account.ed25519), account.ed25519);
  note(transaction.inner.source);
  note(transaction.feeSource);
  for (const account of changedAccounts(feeChanges)) note(account);
  const { operations: given } = transaction.inner;
  const operations = given.map((operation, index) => {
    const own = new Map<string, readonly [Uint8Array, PartKind]>();
    const made = changes.operations[index] ?? [];
    for (const account of accountsIn(made)) own.set(hex(account.ed25519), [account.ed25519, Part.touched]);
    for (const id of thingsIn(changes.operations[index] ?? [])) {
      all.set(hex(id), id);
      own.set(hex(id), [id, Part.named]);
    }
    const sponsor = sponsorOfNew(operation, made);
    const named = namedBy(operation, transaction.inner.source, given.slice(0, index));
    for (const account of sponsor ? [...named, sponsor] : named) {
      note(account);
      own.set(hex(account.ed25519), [account.ed25519, Part.named]);
    }
    return [...own.values()];
  });
  return { transaction: [...all.values()], operations };
}

function namedBy(
  { sourceAccount, body }: OperationWire,
  transactionSource: PublicKeyWire,
  earlier: readonly OperationWire[],
): PublicKeyWire[] {
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
    case 17: {
      const begun = earlier.findLast(
        (other) =>
          other.body.type === 16 && sameAccount(other.body.beginSponsoringFutureReservesOp.sponsoredId, source),
      );
      if (!begun) return [source];
      return [source, begun.sourceAccount ? accountOf(begun.sourceAccount) : transactionSource];
    }
    case 18: {
      const op = body.revokeSponsorshipOp;
      const owner = op.type === 1 ? op.signer.accountId : ownerIn(op.ledgerKey);
      return owner ? [source, owner] : [source];
    }
    case 19:
      return [source, accountOf(body.clawbackOp.from)];
    case 21:
      return [source, body.setTrustLineFlagsOp.trustor];
    default:
      return [source];
  }
}

function ownerIn(key: LedgerKeyWire): PublicKeyWire | undefined {
  switch (key.type) {
    case 0:
      return key.account.accountId;
    case 1:
      return key.trustLine.accountId;
    case 2:
      return key.offer.sellerId;
    case 3:
      return key.data.accountId;
    default:
      return undefined;
  }
}

/** Who pays the reserve of what an operation has created, or of the signer it has set. */
function sponsorOfNew({ body }: OperationWire, changes: readonly LedgerEntryChangeWire[]): PublicKeyWire | undefined {
  const signer = body.type === 5 ? body.setOptionsOp.signer : null;
  if (signer) return sponsorOfSigner(signer.key, changes);
  for (const change of changes) {
    const sponsor = change.type === 0 ? sponsorIn(change.created) : null;
    if (sponsor) return sponsor;
  }
  return undefined;
}

/** Who has come to pay for a signer with these changes. */
function sponsorOfSigner(key: SignerKeyWire, changes: readonly LedgerEntryChangeWire[]): PublicKeyWire | undefined {
  const sponsorsIn = (entries: readonly LedgerEntryWire[]) =>
    entries.flatMap(({ data }) => {
      if (data.type !== 0) return [];
      const { found, index } = findSigner(data.account, key);
      const sponsor = found ? signerSponsor(data.account, index) : null;
      return sponsor ? [sponsor] : [];
    });
  const [before] = sponsorsIn(changes.flatMap((change) => (change.type === 3 ? [change.state] : [])));
  const [after] = sponsorsIn(changes.flatMap((change) => (change.type === 1 ? [change.updated] : [])));
  return after && !(before && sameAccount(before, after)) ? after : undefined;
}

/** Accounts whose own entries changed. */
function changedAccounts(changes: readonly LedgerEntryChangeWire[]): PublicKeyWire[] {
  return changes.flatMap((change) => {
    const data = change.type === 0 ? change.created.data : change.type === 3 ? change.state.data : undefined;
    return data?.type === 0 ? [data.account.accountId] : [];
  });
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
