import { Account, Asset, Keypair, Operation, rpc, TransactionBuilder } from "@stellar/stellar-sdk";
import { askFriendbot } from "#server/platform/network/friendbot.ts";
import { steer, type TestStellar } from "#tests/support/embedded.ts";

/** As many as a transaction may have. */
const CREATED_AT_ONCE = 100;
const BALANCE = "90";
/** Payments that are on their way to the node at once. */
const SENT_AT_ONCE = 100;
/** More than anybody here sends in a ledger. */
const IN_A_LEDGER = 5000;

/** Accounts on a network that closes ledgers on demand. */
export interface Payers {
  readonly keys: readonly Keypair[];
  /** Sends a payment of each of the first `count`, all unless told, to the next one, and closes the ledger. */
  pay(count?: number): Promise<void>;
}

/** Opens so many accounts, of nobody so far. */
export async function openPayers(stellar: TestStellar, count: number): Promise<Payers> {
  const node = new rpc.Server(stellar.rpcUrl, { allowHttp: true });
  const keys = Array.from({ length: count }, () => Keypair.random());
  await steer(stellar, "/upgrade", { maxTxSetSize: IN_A_LEDGER });
  for (const part of inParts(keys, CREATED_AT_ONCE)) await create(stellar, node, part);
  const sources: Account[] = [];
  for (const part of inParts(keys, SENT_AT_ONCE))
    sources.push(...(await Promise.all(part.map((key) => sourceOf(node, key)))));

  async function payNext(index: number): Promise<void> {
    const [from, to, source] = [keys[index], keys[(index + 1) % count], sources[index]];
    if (!source || !from || !to) throw new Error("nobody pays");
    const paid = { destination: to.publicKey(), asset: Asset.native(), amount: "0.1" };
    await send(stellar, node, { source, signer: from, operations: [Operation.payment(paid)] });
  }

  return {
    keys,
    async pay(most = count) {
      for (const part of inParts([...keys.keys()].slice(0, most), SENT_AT_ONCE)) await Promise.all(part.map(payNext));
      await steer(stellar, "/close");
    },
  };
}

function inParts<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size));
}

async function sourceOf(node: rpc.Server, key: Keypair): Promise<Account> {
  const { seqNum } = await node.getAccountEntry(key.publicKey());
  return new Account(key.publicKey(), String(seqNum));
}

async function create(stellar: TestStellar, node: rpc.Server, keys: readonly Keypair[]): Promise<void> {
  const funder = Keypair.random();
  if (!(await askFriendbot(stellar.friendbotUrl, funder.publicKey()))) throw new Error("the faucet gave nothing");
  const source = await sourceOf(node, funder);
  const operations = keys.map((key) =>
    Operation.createAccount({ destination: key.publicKey(), startingBalance: BALANCE }),
  );
  await send(stellar, node, { source, signer: funder, operations });
  await steer(stellar, "/close");
}

interface Sent {
  readonly source: Account;
  readonly signer: Keypair;
  readonly operations: readonly ReturnType<typeof Operation.payment>[];
}

async function send(
  { passphrase }: TestStellar,
  node: rpc.Server,
  { source, signer, operations }: Sent,
): Promise<void> {
  const builder = new TransactionBuilder(source, { fee: "100", networkPassphrase: passphrase });
  for (const operation of operations) builder.addOperation(operation);
  const transaction = builder.setTimeout(0).build();
  transaction.sign(signer);
  const { status } = await node.sendTransaction(transaction);
  if (status !== "PENDING") throw new Error(`the network says ${status} to a transaction`);
}
