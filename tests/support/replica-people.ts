import { randomBytes } from "node:crypto";
import { eventually } from "./app.ts";
import { aRegistration } from "./builders.ts";
import { cookiesOf, type Replicas } from "./replicas.ts";

/** Somebody whose account is on the network, and who is signed in. */
export interface ReplicaPerson {
  readonly id: number;
  readonly walletAddress: string;
  readonly username: string;
  readonly cookie: string;
  readonly password: string;
}

/** Registers through the proxy, signs in through it, and waits until the network has opened the account. Throws what was answered instead. */
export async function joinReplicas({ ask }: Pick<Replicas, "ask">): Promise<ReplicaPerson> {
  const input = aRegistration();
  const registered = await ask("/api/register", "", input);
  if (registered.status !== 201) throw new Error(`register: ${registered.status} ${await registered.text()}`);
  const { id, walletAddress } = Object(await registered.json());
  const { username, password } = input;
  const signedIn = await ask("/api/login", "", { username, password });
  if (signedIn.status !== 200) throw new Error(`login: ${signedIn.status} ${await signedIn.text()}`);
  const cookie = cookiesOf(signedIn);
  await eventually(async () => {
    const { balances } = Object(await (await ask("/api/wallet", cookie)).json());
    return Array.isArray(balances) && balances.length > 0;
  }, 120_000);
  return { id, walletAddress, username, cookie, password };
}

/** Pays an amount of XLM, once. */
export function payOnce(
  { ask }: Pick<Replicas, "ask">,
  from: ReplicaPerson,
  to: Pick<ReplicaPerson, "walletAddress">,
  amount = "1",
): Promise<Response> {
  const idempotencyKey = randomBytes(12).toString("hex");
  const body = { to: to.walletAddress, assetCode: "XLM", amount, idempotencyKey, password: from.password };
  return ask("/api/wallet/send", from.cookie, body);
}
