import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "#tests/support/world.ts";
import { DEATHS, meetFateEverywhere, STANDSTILLS } from "./crash-points.ts";
import { openPayments, type Payments } from "./payments.ts";

const LIMIT_MS = 120_000;
let world: World;
let payments: Payments;

beforeAll(async () => {
  world = await startWorld();
  payments = await openPayments(world);
});
afterAll(() => world.stop());

// From the request over signing and sending to the folded ledger there are so many writes, and one envelope sent.
test(
  "a person's payment is made once wherever its process dies, the answer to the first sending lost",
  async () => {
    const moments = await meetFateEverywhere(world, payments.send, DEATHS, { faults: { "accept-then-504": 1 } });
    expect(moments).toContain("after send");
    expect(moments.length).toBeGreaterThan(8);
  },
  LIMIT_MS,
);

test(
  "a payment is made once where its process stands still before any act, and goes on when another made it long ago",
  async () => {
    const moments = await meetFateEverywhere(world, payments.send, STANDSTILLS, { isLate: "before a ledger" });
    expect(moments).toContain("before send");
    expect(moments.length).toBeGreaterThan(8);
  },
  LIMIT_MS,
);

test(
  "a payment within a fee bump is made once wherever its process dies, its bounds having passed before another comes",
  async () => {
    const moments = await meetFateEverywhere(world, payments.bumped, DEATHS, { isLate: "before a ledger" });
    expect(moments).toContain("after send");
  },
  LIMIT_MS,
);

test(
  "a payment that its owner's key signs, too, is made once wherever its process dies",
  async () => {
    const moments = await meetFateEverywhere(world, payments.cosigned, DEATHS, { faults: { "accept-then-504": 1 } });
    expect(moments).toContain("after send");
    expect(moments.length).toBeGreaterThan(8);
  },
  LIMIT_MS,
);

test(
  "a payment that its owner gives up while its process stands still is made once or not at all, and holds up no other",
  async () => {
    const moments = await meetFateEverywhere(world, payments.givenUp, STANDSTILLS);
    expect(moments.length).toBeGreaterThan(8);
  },
  LIMIT_MS,
);

test(
  "a deposit is paid once through a channel wherever its process dies, the network not finding it for a while",
  async () => {
    const moments = await meetFateEverywhere(world, payments.deposit, DEATHS, { faults: { "not-found": 6 } });
    expect(moments).toContain("after send");
    expect(moments.length).toBeGreaterThan(10);
  },
  LIMIT_MS,
);
