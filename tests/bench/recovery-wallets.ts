import { Account, Keypair, Operation, rpc, TransactionBuilder } from "@stellar/stellar-sdk";
import { openAuditLog } from "#server/platform/vault/audit-log.ts";
import type { Database } from "#server/platform/db/database.ts";
import { accountCollection, insertAccount } from "#server/platform/ingest/account.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { openVault } from "#server/platform/vault/vault.ts";
import { eventually } from "#tests/support/app.ts";
import { steer, type TestStellar } from "#tests/support/embedded.ts";
import { testVault } from "#tests/support/vault.ts";

/** Operations that one transaction takes. */
const AT_ONCE = 100;
const FIRST_BALANCE = "5";
const TIMEOUT_MS = 10 * 60 * 1000;
/** Above any user's id of a new database; the worker asks nothing of a user but whether the wallet is frozen. */
const FIRST_USER = 1_000_000;

export interface BenchWallet {
  readonly userId: number;
  readonly address: string;
}

/** Makes that many wallets whose keys a running server's vault holds, opened on the ledger and known to ingestion. */
export async function openWallets(
  database: Database,
  stellar: TestStellar,
  vaultKey: Buffer,
  count: number,
): Promise<BenchWallet[]> {
  const wallets: BenchWallet[] = [];
  const open = await openFunder(stellar);
  while (wallets.length < count) {
    const made = await makeKeys(database, vaultKey, wallets.length, Math.min(AT_ONCE, count - wallets.length));
    await open(made.map(({ address }) => address));
    wallets.push(...made);
  }
  const opened = { userId: { $gte: FIRST_USER }, exists: true };
  await eventually(async () => (await accountCollection(database).countDocuments(opened)) === count, TIMEOUT_MS);
  return wallets;
}

async function makeKeys(database: Database, vaultKey: Buffer, first: number, count: number): Promise<BenchWallet[]> {
  const clock = { now: () => new Date() };
  const vault = openVault(database, openKeyRing(testVault(vaultKey), clock), openAuditLog(database, clock), clock);
  await vault.verifyKey();
  return database.transaction(async (session) => {
    const made: BenchWallet[] = [];
    for (let index = 0; index < count; index += 1) {
      const userId = FIRST_USER + first + index;
      const address = await vault.createKey(session, { userId, purpose: "wallet" });
      await insertAccount(database, session, address, userId);
      made.push({ userId, address });
    }
    return made;
  });
}

/** Answers with a way to open accounts on the ledger, which closes for it. */
async function openFunder(stellar: TestStellar): Promise<(addresses: readonly string[]) => Promise<void>> {
  const node = new rpc.Server(stellar.rpcUrl, { allowHttp: true });
  const keys = Keypair.random();
  await fetch(`${stellar.friendbotUrl}?addr=${keys.publicKey()}`);
  const { seqNum } = await node.getAccountEntry(keys.publicKey());
  const account = new Account(keys.publicKey(), String(seqNum));
  return async (addresses) => {
    const builder = new TransactionBuilder(account, { fee: "10000", networkPassphrase: stellar.passphrase });
    for (const destination of addresses)
      builder.addOperation(Operation.createAccount({ destination, startingBalance: FIRST_BALANCE }));
    const transaction = builder.setTimeout(0).build();
    transaction.sign(keys);
    const { hash } = await node.sendTransaction(transaction);
    await steer(stellar, "/close");
    const { status } = await node.getTransaction(hash);
    if (status !== "SUCCESS") throw new Error(`the ledger says ${status} of new accounts`);
  };
}
