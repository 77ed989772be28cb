import { Account, Asset, Operation, StrKey, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import type { Keypair } from "@stellar/stellar-sdk";
import { parseAmount } from "#schemas/values/money.ts";
import type { History } from "./history.ts";
import type { Reply, Request } from "./http.ts";
import { base64 } from "./horizon/text.ts";
import { rootKey } from "./ledger/genesis.ts";
import type { Network } from "./network.ts";
import { whenFound } from "./waiting.ts";

const STARTING_BALANCE = "10000";
const FEE_STROOPS = "100000";
const TIMEOUT_MS = 30_000;
/** What pages in browsers, all together, may have made for them at once, and one more every so long. */
const PAGES_AT_ONCE = 10;
const PAGES_REFILL_MS = 6000;

/** What the real friendbot answers where an account came into being beside it: the code, and a result that has it. */
const EXISTS_ALREADY = "createAccountAlreadyExist (AAAAAAAAAGT/////AAAAAQAAAAAAAAAA/////AAAAAA=)";

/**
 * Gives new accounts, and those that have less than that, 10,000 XLM out of the root account: to programs as many as they ask for. Any page that somebody looks
 * at can ask as well, so that pages get few; a ledger filled by one would never be emptied again.
 */
export class Friendbot {
  readonly #network: Network;
  readonly #history: History;
  readonly #root: Keypair;
  /** Sequence number of the last transaction made, as several may wait for the same ledger. */
  #lastSeqNum = 0n;
  #leftForPages = PAGES_AT_ONCE;
  #refilledAtMs = performance.now();

  constructor(network: Network, history: History) {
    this.#network = network;
    this.#history = history;
    this.#root = rootKey(network.chain.passphrase);
  }

  async serve(request: Request): Promise<Reply> {
    if (request.method !== "GET" && request.method !== "POST")
      return problem("bad_request", 405, "Method Not Allowed", "Accounts are asked for by GET or POST.");
    const address = request.query.get("addr") ?? new URLSearchParams(request.body).get("addr") ?? "";
    if (!StrKey.isValidEd25519PublicKey(address)) {
      const reason = StrKey.isValidContract(address)
        ? "contract addresses are not supported or enabled"
        : "invalid address: must be a valid G or C address";
      const extras = { invalid_field: "addr", reason };
      return problem("bad_request", 400, "Bad Request", "The request you sent was invalid in some way.", extras);
    }
    if (request.isFromPage && !this.#isLeftForPages())
      return problem(
        "rate_limit_exceeded",
        429,
        "Rate Limit Exceeded",
        "Pages get ten accounts a minute; wait a little.",
      );
    const balance = this.#balanceOf(address);
    if (balance === undefined) return this.fund(address, STARTING_BALANCE);
    if (balance >= parseAmount(STARTING_BALANCE)) return alreadyFunded();
    const asset = Asset.native();
    return this.#give(Operation.payment({ destination: address, asset, amount: STARTING_BALANCE }));
  }

  /** Creates the account, unless it is there; `amount` is in XLM. */
  async fund(address: string, amount: string): Promise<Reply> {
    const isThere = () => this.#balanceOf(address) !== undefined;
    if (isThere()) return alreadyFunded();
    const given = await this.#give(Operation.createAccount({ destination: address, startingBalance: amount }));
    return given.status === 503 && isThere() ? refusal(EXISTS_ALREADY) : given;
  }

  /** Stroops that an account has; undefined where there is none. */
  #balanceOf(address: string): bigint | undefined {
    const ed25519 = StrKey.decodeEd25519PublicKey(address);
    return this.#network.chain.state.peekAccount({ type: 0, ed25519 })?.balance;
  }

  async #give(operation: xdr.Operation): Promise<Reply> {
    const transaction = this.#build(operation);
    const answer = this.#network.submit(transaction, { inChain: true });
    if (answer.status !== "pending") return busy();
    this.#lastSeqNum = transaction.inner.seqNum;
    if (this.#network.closeIntervalMs === 0) this.#network.closeLedger();
    const find = () => this.#history.transaction(transaction.hash);
    const row = await whenFound(find, transaction.hash, this.#network, TIMEOUT_MS);
    if (!row) return problem("timeout", 504, "Timeout", "The account was not created in time.");
    if (!row.successful) return empty();
    const body = { successful: true, hash: transaction.hashHex, envelope_xdr: base64(row.envelope) };
    return { status: 200, body, type: "application/hal+json; charset=utf-8" };
  }

  #isLeftForPages(): boolean {
    const nowMs = performance.now();
    const refills = Math.floor((nowMs - this.#refilledAtMs) / PAGES_REFILL_MS);
    this.#refilledAtMs += refills * PAGES_REFILL_MS;
    this.#leftForPages = Math.min(PAGES_AT_ONCE, this.#leftForPages + refills);
    if (this.#leftForPages === 0) return false;
    this.#leftForPages -= 1;
    return true;
  }

  #build(operation: xdr.Operation) {
    const { chain } = this.#network;
    const root = chain.state.peekAccount({ type: 0, ed25519: this.#root.rawPublicKey() });
    if (!root) throw new Error("the root account is missing");
    const seqNum = this.#lastSeqNum > root.seqNum && this.#waits() ? this.#lastSeqNum : root.seqNum;
    const built = new TransactionBuilder(new Account(this.#root.publicKey(), String(seqNum)), {
      fee: FEE_STROOPS,
      networkPassphrase: chain.passphrase,
    })
      .addOperation(operation)
      .setTimeout(0)
      .build();
    built.sign(this.#root);
    return this.#network.read(xdr.TransactionEnvelope.schema.encode(built.toEnvelope().toXdrObject()));
  }

  #waits(): boolean {
    return this.#network.queue.isWaiting(this.#root.rawPublicKey());
  }
}

function empty(): Reply {
  return problem("server_over_capacity", 503, "Server Over Capacity", "The account that gives has nothing left.");
}

function busy(): Reply {
  return problem("server_over_capacity", 503, "Server Over Capacity", "The network is busy; try again.");
}

function alreadyFunded(): Reply {
  return refusal("account already funded to starting balance");
}

function refusal(detail: string): Reply {
  return problem("bad_request", 400, "Bad Request", detail);
}

/** An error as friendbot reports it. */
function problem(name: string, status: number, title: string, detail: string, extras?: object): Reply {
  const type = `https://stellar.org/friendbot-errors/${name}`;
  const body = { type, title, status, detail, ...(extras && { extras }) };
  return { status, body, type: "application/problem+json; charset=utf-8" };
}
