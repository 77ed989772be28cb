import { Account, Asset, Keypair, Operation, rpc, TransactionBuilder } from "@stellar/stellar-sdk";
import { type TestStellar } from "#tests/support/embedded.ts";

/** How often a payment that a ledger does not hold yet is asked for. */
const POLL_MS = 100;
const MOST_POLLS = 600;

/** Accounts that pay with nothing but Stellar's SDK in between: what the network itself lets anyone reach. */
export interface PlainClient {
  /** Payments per second when each account pays so often, one confirmed before the next. */
  pay(each: number): Promise<number>;
}

export async function openPlainClient(stellar: TestStellar, accounts: number): Promise<PlainClient> {
  const node = new rpc.Server(stellar.rpcUrl, { allowHttp: true });
  const payers = await Promise.all(Array.from({ length: accounts }, () => openAccount(stellar, node)));
  return {
    pay: async (each) => {
      const from = performance.now();
      await Promise.all(
        payers.map(async (payer) => {
          for (let paid = 0; paid < each; paid += 1) await payer();
        }),
      );
      return (accounts * each * 1000) / (performance.now() - from);
    },
  };
}

/** Answers with a way to pay once. */
async function openAccount(stellar: TestStellar, node: rpc.Server): Promise<() => Promise<void>> {
  const keys = Keypair.random();
  const address = keys.publicKey();
  const given = await fetch(`${stellar.friendbotUrl}?addr=${address}`);
  if (!given.ok) throw new Error("the faucet gave nothing");
  const { seqNum } = await node.getAccountEntry(address);
  const account = new Account(address, String(seqNum));
  const operation = Operation.payment({ destination: address, asset: Asset.native(), amount: "1" });
  const terms = { fee: "100", networkPassphrase: stellar.passphrase };
  return async () => {
    const transaction = new TransactionBuilder(account, terms).addOperation(operation).setTimeout(300).build();
    transaction.sign(keys);
    const { hash, status } = await node.sendTransaction(transaction);
    if (status !== "PENDING") throw new Error(`the network says ${status} to a payment`);
    const found = await node.pollTransaction(hash, { attempts: MOST_POLLS, sleepStrategy: () => POLL_MS });
    if (found.status !== "SUCCESS") throw new Error(`the ledger says ${found.status} of a payment`);
  };
}
