import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Account, Horizon, Keypair, TransactionBuilder, rpc } from "@stellar/stellar-sdk";
import type { xdr } from "@stellar/stellar-sdk";
import { startServer } from "./server.ts";
import type { RunningServer, ServerOptions } from "./server.ts";

export const CONTROL_SECRET = "steered by the tests alone";
export const PASSPHRASE = "Standalone Network ; February 2017";

/** A network of its own for one test file, reached as any client reaches one. */
export interface TestNetwork {
  readonly server: RunningServer;
  readonly url: string;
  readonly rpc: rpc.Server;
  readonly horizon: Horizon.Server;
  readonly directory: string;
  /** A new account with 10,000 XLM. */
  fund(): Promise<Keypair>;
  /** Builds a transaction with the source's next sequence number, signed by it and by `signers`. */
  build(source: Keypair, operations: readonly xdr.Operation[], ...signers: readonly Keypair[]): Promise<Built>;
  /** Submits, closes a ledger, and answers with what became of it. */
  run(source: Keypair, operations: readonly xdr.Operation[], ...signers: readonly Keypair[]): Promise<Ran>;
  close(): Promise<void>;
  /** A POST to the control interface. */
  control(path: string, body?: object): Promise<Response>;
  stop(): Promise<void>;
}

export type Built = ReturnType<TransactionBuilder["build"]>;
export type Ran = rpc.Api.GetTransactionResponse;

export async function startTestNetwork(options: Partial<ServerOptions> = {}): Promise<TestNetwork> {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), "astrolabe-stellar-"));
  const server = await startServer({
    port: 0,
    directory,
    closeIntervalMs: 0,
    passphrase: PASSPHRASE,
    protocol: 27,
    controlSecret: CONTROL_SECRET,
    ...options,
  });
  const url = `http://127.0.0.1:${server.port}`;
  const client = new rpc.Server(`${url}/rpc`, { allowHttp: true });
  const headers = { authorization: `Bearer ${CONTROL_SECRET}` };
  const control = (path: string, body: object = {}) =>
    fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const close = async () => {
    await control("/close");
  };
  const build = async (source: Keypair, operations: readonly xdr.Operation[], ...signers: readonly Keypair[]) => {
    const { seqNum } = await client.getAccountEntry(source.publicKey());
    const account = new Account(source.publicKey(), String(seqNum));
    const builder = new TransactionBuilder(account, { fee: "1000", networkPassphrase: PASSPHRASE });
    for (const operation of operations) builder.addOperation(operation);
    const transaction = builder.setTimeout(60).build();
    transaction.sign(source, ...signers);
    return transaction;
  };
  return {
    server,
    url,
    rpc: client,
    horizon: new Horizon.Server(url, { allowHttp: true }),
    directory,
    control,
    close,
    build,
    fund: async () => {
      const keypair = Keypair.random();
      await client.fundAddress(keypair.publicKey());
      return keypair;
    },
    run: async (source, operations, ...signers) => {
      const sent = await client.sendTransaction(await build(source, operations, ...signers));
      if (sent.status !== "PENDING") throw new Error(`not accepted: ${JSON.stringify(sent.errorResult?.toJson())}`);
      await close();
      return client.getTransaction(sent.hash);
    },
    stop: async () => {
      await server.close();
      if (options.directory === undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}
