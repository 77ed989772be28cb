import { BASE_FEE, Keypair, Memo, rpc, TransactionBuilder, type xdr } from "@stellar/stellar-sdk";
import { eventually } from "./app.ts";
import type { TestStellar } from "./embedded.ts";

/** An account on the ledger that is nobody's of us. */
export interface Outsider {
  readonly address: string;
  /** Has it do something; answers with the transaction's hash once a ledger holds it. */
  apply(...operations: xdr.Operation[]): Promise<string>;
  /** The same with a text beside it. */
  applyWith(memo: string, ...operations: xdr.Operation[]): Promise<string>;
}

/** Opens an account at the faucet of a network whose ledgers close by themselves. */
export async function anOutsider({ rpcUrl, friendbotUrl, passphrase }: TestStellar): Promise<Outsider> {
  const keys = Keypair.random();
  const address = keys.publicKey();
  const node = new rpc.Server(rpcUrl, { allowHttp: true });
  const answer = await fetch(`${friendbotUrl}?addr=${address}`);
  if (!answer.ok) throw new Error(`the faucet gave nothing: ${await answer.text()}`);
  async function applyWith(memo: string, ...operations: xdr.Operation[]): Promise<string> {
    const account = await node.getAccount(address);
    const builder = new TransactionBuilder(account, { fee: BASE_FEE, networkPassphrase: passphrase });
    for (const operation of operations) builder.addOperation(operation);
    if (memo !== "") builder.addMemo(Memo.text(memo));
    const transaction = builder.setTimeout(60).build();
    transaction.sign(keys);
    const { hash } = await node.sendTransaction(transaction);
    await eventually(async () => (await node.getTransaction(hash)).status === "SUCCESS");
    return hash;
  }
  return { address, applyWith, apply: (...operations) => applyWith("", ...operations) };
}
