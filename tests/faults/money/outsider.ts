import { Account, Asset, Claimant, type Keypair, Memo, Operation, TransactionBuilder } from "@stellar/stellar-sdk";
import { eventually } from "#tests/support/app.ts";
import { stroopsText } from "./amounts.ts";
import { accountSequence, ledgerTransaction } from "./ledger.ts";
import { pause } from "./link-proxy.ts";
import type { Person } from "./people.ts";
import { integer, oneOf, type Random } from "./random.ts";
import type { Stack } from "./stack.ts";

/** What somebody who is none of us set aside for people to claim. */
export interface SetAside {
  readonly balanceId: string;
  /** Stands on the ledger. */
  readonly memo: string;
  readonly asset: "XLM" | "FLT";
  readonly stroops: bigint;
  readonly claimants: readonly Person[];
}

/** What they paid to the house, which does not know whom it is for. */
export interface Strayed {
  readonly hash: string;
  readonly stroops: bigint;
}

/** To whom they give, and what they gave. */
export interface Giving {
  readonly people: readonly Person[];
  readonly treasury: string;
  readonly setAside: SetAside[];
  readonly strayed: Strayed[];
}

const UNIT = 10_000_000;
const FEE_STROOPS = "1000";
const MOST_AT_ONCE = 3;
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * Sets money aside for people until `isOver`, XLM and an asset of its own (FLT), now and then one balance for two people. Each
 * transaction is sent until the ledger holds it; it has a sequence number of its own, so that it is there once. Some pay the house
 * besides.
 */
export async function setMoneyAside(
  stack: Stack,
  keys: Keypair,
  random: Random,
  { people, treasury, setAside, strayed }: Giving,
  isOver: () => boolean,
): Promise<void> {
  const address = keys.publicKey();
  const account = await openAccount(stack, address);
  const assets = { XLM: Asset.native(), FLT: new Asset("FLT", address) };
  while (!isOver()) {
    const memo = `aside ${account.sequenceNumber()}`;
    const builder = new TransactionBuilder(account, { fee: FEE_STROOPS, networkPassphrase: stack.passphrase });
    const parts = Array.from({ length: integer(random, 1, MOST_AT_ONCE) }, () => chooseOne(people, random));
    for (const { asset, stroops, claimants } of parts)
      builder.addOperation(
        Operation.createClaimableBalance({
          asset: assets[asset],
          amount: stroopsText(stroops),
          claimants: claimants.map((person) => new Claimant(person.address)),
        }),
      );
    const stray = random() < 0.4 ? BigInt(integer(random, 1, UNIT)) : null;
    if (stray !== null)
      builder.addOperation(
        Operation.payment({ destination: treasury, asset: Asset.native(), amount: stroopsText(stray) }),
      );
    const transaction = builder.addMemo(Memo.text(memo)).setTimeout(0).build();
    transaction.sign(keys);
    setAside.push(
      ...parts.map((part, index) => ({ ...part, memo, balanceId: transaction.getClaimableBalanceId(index) })),
    );
    const hash = Buffer.from(transaction.hash()).toString("hex");
    if (stray !== null) strayed.push({ hash, stroops: stray });
    await sendUntilThere(stack, transaction.toXDR(), hash);
    await pause(integer(random, 500, 2500));
  }
}

/** Has the network's faucet open an account (G...) that is nobody's of us. */
export async function openAccount({ networkUrl }: Stack, address: string): Promise<Account> {
  await eventually(async () => {
    const answer = await fetch(`${networkUrl}/friendbot?addr=${address}`).catch(() => null);
    return answer?.ok === true || (await accountSequence(networkUrl, address)) !== null;
  }, 60_000);
  return new Account(address, await eventually(() => accountSequence(networkUrl, address), 60_000));
}

function chooseOne(people: readonly Person[], random: Random) {
  const first = oneOf(random, people);
  const others = people.filter((person) => person !== first);
  return {
    asset: random() < 0.3 ? ("FLT" as const) : ("XLM" as const),
    stroops: BigInt(integer(random, 1, UNIT)),
    claimants: random() < 0.2 ? [first, oneOf(random, others)] : [first],
  };
}

/** Sends an envelope (base64) until the ledger has it under this hash. */
export async function sendUntilThere({ networkUrl }: Stack, envelope: string, hash: string): Promise<void> {
  for (;;) {
    const found = await ledgerTransaction(networkUrl, hash);
    if (found?.isSuccessful) return;
    if (found) throw new Error(`the ledger holds ${hash}, which sets money aside, as failed`);
    // What is answered proves nothing, only the ledger does.
    await fetch(`${networkUrl}/transactions`, {
      method: "POST",
      body: new URLSearchParams({ tx: envelope }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    }).catch(() => null);
    await pause(200);
  }
}
