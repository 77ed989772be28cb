import { FeeBumpTransaction, type Keypair, rpc, TransactionBuilder } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { advanceOpen } from "#server/platform/submissions/worker.ts";
import { submissionOutput } from "#server/wallet/index.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { Life } from "./mortal.ts";
import { openPayments, type Payments } from "./payments.ts";
import { startProcess } from "./processes.ts";

const LIMIT_MS = 120_000;
const MOST_TURNS = 20;
const TURN_MS = 6000;
const BID = "1000";
let world: World;
let payments: Payments;
let stranger: Keypair;

beforeAll(async () => {
  world = await startWorld();
  payments = await openPayments(world);
  stranger = await world.stranger();
});
afterAll(() => world.stop());

/** The network where somebody pays more for whatever we send, within a fee bump of their own; `hashes` are those of the bumps. */
function bumpedByStranger({ network, stellar }: World, hashes: string[]): World["network"] {
  const node = new rpc.Server(stellar.rpcUrl, { allowHttp: true });
  const send = async (envelopeXdr: string) => {
    const seen = TransactionBuilder.fromXDR(envelopeXdr, network.passphrase);
    const inner = seen instanceof FeeBumpTransaction ? seen.innerTransaction : seen;
    const bump = TransactionBuilder.buildFeeBumpTransaction(stranger, BID, inner, network.passphrase);
    bump.sign(stranger);
    const { status, hash } = await node.sendTransaction(bump);
    if (status === "PENDING") hashes.push(hash);
    return network.send(envelopeXdr);
  };
  return { ...network, send };
}

async function balanceOf(address: string): Promise<bigint> {
  const { accounts } = await world.network.holdings([{ address, assets: [] }]);
  return accounts.get(address)?.balance ?? 0n;
}

test.each(["send", "bumped", "cosigned", "deposit"] as const)(
  "a stranger who wraps a payment (%s) in a fee bump of their own changes nothing but who pays the network",
  async (way) => {
    const hashes: string[] = [];
    const watched = startProcess({ ...world, network: bumpedByStranger(world, hashes) }, new Life());
    const wish = await payments[way]();
    const [before, paidBefore] = [await balanceOf(wish.from), await balanceOf(wish.to)];
    const isDone = async () => {
      const made = await wish.submissions();
      return made.length > 0 && made.every(({ isReserving }) => !isReserving) && (await wish.isBooked());
    };
    for (let turn = 0; turn < MOST_TURNS && !(await isDone()); turn += 1) {
      await wish.carryOn(watched);
      await world.close();
      world.clock.advance(TURN_MS);
    }
    const [made, ...others] = await wish.submissions();
    expect(others).toEqual([]);
    expect(made).toMatchObject({ state: "confirmed", isReserving: false, rebuilds: 0, ledgerHash: hashes[0] });
    expect(await wish.isBooked()).toBe(true);
    expect(made?.attempt?.hash).not.toBe(hashes[0]);
    expect(made && submissionOutput(made).submission.hash).toBe(hashes[0]);
    expect(before - (await balanceOf(wish.from))).toBe(wish.amount);
    expect((await balanceOf(wish.to)) - paidBefore).toBe(wish.amount);
    const rows = await world.database
      .collection("transactions")
      .find({ hash: hashes[0], userId: wish.payee })
      .toArray();
    expect(rows.length).toBe(1);
  },
  LIMIT_MS,
);

test(
  "what a stranger wrapped is seen in the ledger by its own hash before ingestion has come so far",
  async () => {
    for (const way of ["send", "bumped"] as const) {
      const wish = await payments[way]();
      const watched = startProcess({ ...world, network: bumpedByStranger(world, []) }, new Life());
      await wish.carryOn(watched);
      await world.close();
      await advanceOpen(watched.deps);
      const [seen] = await wish.submissions();
      expect(seen).toMatchObject({ state: "confirmed", isReserving: true });
      await world.ingest();
      const [folded] = await wish.submissions();
      expect(folded).toMatchObject({ state: "confirmed", isReserving: false, ledger: seen?.ledger });
    }
  },
  LIMIT_MS,
);
