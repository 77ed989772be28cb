import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Check } from "#server/platform/checks/check.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { type HorizonProxy, startHorizonProxy } from "#server/platform/network/horizon-proxy.fixture.ts";
import { type RpcProxy, startRpcProxy } from "#server/platform/network/rpc-proxy.fixture.ts";
import { checkNamed, lookAt, problemsOf, repair } from "#tests/support/checks.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { horizonCheck } from "./horizon-check.ts";
import { linkChecks, nodeName } from "./link-checks.ts";

const TIMEOUT_MS = 1000;
let world: World;
let left: RpcProxy;
let right: RpcProxy;

beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  [left, right] = await Promise.all([startRpcProxy(world.stellar.rpcUrl), startRpcProxy(world.stellar.rpcUrl)]);
});
afterEach(() => Promise.all([left.stop(), right.stop()]));
afterAll(() => world.stop());

function openLinks(...rpcUrls: readonly string[]): { network: StellarNetwork; named: (id: string) => Check } {
  const network = openRpcNetwork({ ...world.runtime.config.stellar, rpcUrls }, TIMEOUT_MS);
  const checks = linkChecks(network);
  return { network, named: (id) => checkNamed(checks, id) };
}
const problems = (check: Check) => problemsOf(check, world.runtime);

test("without a node that answers the link is down, whether it hangs or is gone, and the next answer ends that", async () => {
  const link = openLinks(left.url).named("network-link");
  expect(await problems(link)).toEqual({});
  left.behave({ isSilent: true });
  expect((await lookAt(link, world.runtime)).get("")).toMatchObject({
    problem: "check.network-link.down",
    facts: { problem: "no answer within 1000 ms" },
  });
  left.behave({ isGone: true });
  expect(await problems(link)).toEqual({ "": "check.network-link.down" });
  await repair(link, world.runtime);
  left.behave({});
  expect(await problems(link)).toEqual({});
});

test("of two nodes one that is away is told by its origin, and the link stands", async () => {
  const { network, named } = openLinks(left.url, right.url);
  left.behave({ isGone: true });
  await network.head();
  expect(await problems(named("network-link"))).toEqual({});
  expect(await problems(named("rpc-nodes"))).toEqual({ [new URL(left.url).origin]: "check.rpc-nodes.silent" });
  const alone = openLinks(left.url);
  await alone.network.head().catch(() => undefined);
  expect(await problems(alone.named("rpc-nodes"))).toEqual({});
});

test("our records are behind once a minute of ledgers is not in them", async () => {
  const { named } = openLinks(right.url);
  await world.ingest();
  for (let closed = 0; closed < 12; closed += 1) await world.close();
  expect(await problems(named("ledger-lag"))).toEqual({});
  await world.close();
  expect(await problems(named("ledger-lag"))).toEqual({ "": "check.ledger-lag.behind" });
  await world.ingest();
  expect(await problems(named("ledger-lag"))).toEqual({});
});

test("each Horizon is told apart: an error where none is of use, a warning where one is", async () => {
  const [first, second]: HorizonProxy[] = await Promise.all([
    startHorizonProxy(world.stellar.horizonUrl),
    startHorizonProxy(world.stellar.horizonUrl),
  ]);
  if (!first || !second) throw new Error("there is no Horizon");
  try {
    const horizonUrls = [first.url, second.url];
    const check = () => horizonCheck({ ...world.runtime.config.stellar, horizonUrls }, world.network);
    expect(await problems(check())).toEqual({});
    first.behave({ isGone: true });
    expect((await lookAt(check(), world.runtime)).get(first.url)).toMatchObject({ severity: "warning" });
    second.behave({ alter: (_path, body) => ({ ...body, network_passphrase: "another" }) });
    const down = (await lookAt(check(), world.runtime)).get(second.url);
    expect(down).toMatchObject({
      severity: "error",
      facts: { node: second.url, problem: "Horizon is of another network" },
    });
    first.behave({});
    expect(await problems(check())).toEqual({ [second.url]: "check.horizon.down" });
  } finally {
    await Promise.all([first.stop(), second.stop()]);
  }
});

test("two addresses of one origin are told apart", () => {
  const nodes = [{ origin: "https://a" }, { origin: "https://b" }, { origin: "https://a" }];
  expect(nodes.map(({ origin }, index) => nodeName(nodes, origin, index))).toEqual([
    "https://a (1)",
    "https://b",
    "https://a (3)",
  ]);
});
