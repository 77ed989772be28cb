import { steer } from "#tests/support/embedded.ts";
import { pause } from "./link-proxy.ts";
import { integer, oneOf, type Random } from "./random.ts";
import { type ProcessName, PROCESSES, type Stack } from "./stack.ts";

/** How often each kind of trouble was made. */
export type TroubleCount = Map<string, number>;

const NETWORK_FAULTS = [
  { "accept-then-504": 3 },
  { "not-found": 5 },
  { drop: 3 },
  { delay: 1500 },
  { lag: 4 },
] as const;

/** Has somebody outside pay somebody of ours, and waits until the ledger has it. */
export type Give = () => Promise<void>;

/**
 * Makes trouble, one kind after another, until `isOver`; everything runs again when it ends. With somebody who gives, servers are now
 * and then away for longer than RPC remembers, once in every run however short it is.
 */
export async function makeTrouble(
  stack: Stack,
  random: Random,
  count: TroubleCount,
  isOver: () => boolean,
  give: Give | null = null,
): Promise<void> {
  const absences = give ? [{ name: LONG_ABSENCE, make: () => beAway(stack, random, give) }] : [];
  for (let made = 0; !isOver(); made += 1) {
    await pause(integer(random, 500, 4000));
    if (isOver()) return;
    const kind = oneOf(random, made === 1 && give ? absences : [...KINDS, ...absences]);
    count.set(kind.name, (count.get(kind.name) ?? 0) + 1);
    await kind.make(stack, random);
  }
}

interface Kind {
  readonly name: string;
  readonly make: (stack: Stack, random: Random) => Promise<void>;
}

const LONG_ABSENCE = "kill both servers for longer than RPC remembers";

const KINDS: readonly Kind[] = [
  {
    name: "kill a server",
    make: (stack, random) => killAndStart(stack, random, [oneOf(random, [PROCESSES[0], PROCESSES[1]])]),
  },
  { name: "kill both servers", make: (stack, random) => killAndStart(stack, random, [PROCESSES[0], PROCESSES[1]]) },
  { name: "kill the database", make: (stack, random) => killAndStart(stack, random, ["database"]) },
  { name: "kill the network", make: (stack, random) => killAndStart(stack, random, ["network"]) },
  { name: "kill everything", make: (stack, random) => killAndStart(stack, random, PROCESSES) },
  { name: "cut the database off", make: ({ databaseLink }, random) => databaseLink.cut(integer(random, 100, 4000)) },
  { name: "cut the network off", make: ({ networkLink }, random) => networkLink.cut(integer(random, 100, 6000)) },
  { name: "slow database", make: ({ databaseLink }, random) => databaseLink.hold(integer(random, 100, 3000)) },
  { name: "silent network", make: ({ networkLink }, random) => networkLink.hold(integer(random, 100, 6000)) },
  { name: "network that errs", make: misbehave },
];

async function killAndStart(stack: Stack, random: Random, names: readonly ProcessName[]): Promise<void> {
  await Promise.all(names.map((name) => stack.kill(name)));
  await pause(integer(random, 0, 1500));
  // What the servers need comes first; a server without its database would end at once.
  for (const name of ["database", "network", "first server", "second server"] as const)
    if (names.includes(name)) await stack.start(name);
}

/** Somebody is paid while no server looks, and ledgers close until RPC has forgotten it. */
async function beAway(stack: Stack, random: Random, give: Give): Promise<void> {
  const { networkUrl: horizonUrl, controlSecret, retainLedgers } = stack;
  const servers = ["first server", "second server"] as const;
  await Promise.all(servers.map((name) => stack.kill(name)));
  await give();
  const ledgers = retainLedgers + integer(random, 2, retainLedgers);
  for (let closed = 0; closed < ledgers; closed += 1) await steer({ horizonUrl, controlSecret }, "/close");
  for (const name of servers) await stack.start(name);
}

async function misbehave({ networkUrl: horizonUrl, controlSecret }: Stack, random: Random): Promise<void> {
  const ask = (faults: object) => steer({ horizonUrl, controlSecret }, "/faults", faults).catch(() => undefined);
  await ask(oneOf(random, NETWORK_FAULTS));
  await pause(integer(random, 500, 3000));
  await ask({ delay: 0 });
}
