import { eventually } from "#tests/support/app.ts";
import { steer } from "#tests/support/embedded.ts";
import { confirm, signIn } from "#tests/faults/money/crew.ts";
import { PASSWORD } from "#tests/faults/money/credentials.ts";
import { pause } from "#tests/faults/money/link-proxy.ts";
import { ask, type Person, request } from "#tests/faults/money/people.ts";
import type { Stack } from "#tests/faults/money/stack.ts";
import { type Kept, putBack } from "./commands.ts";
import type { Business } from "./business.ts";

/** However busy the machine is. */
const PATIENCE_MS = 600_000;
/** Between two looks at what takes minutes. */
const LOOK_MS = 500;
/** More than anything signed holds, in seconds. */
const LATE_SECONDS = 300;

/** How long what took, in ms. */
export interface Times {
  readonly restore: number;
  /** From the start of the first server until it said that it is ready, and until the last thing was compared. */
  readonly ready: number;
  readonly compared: number;
}

/**
 * Kills both servers in the middle of what they do, sets their database back, starts them, and has a super let them sign once all is
 * read and compared. `waits` for as long as what was signed holds; else the network's time passes it at once.
 */
export async function setBack(business: Business, kept: Kept, waits: boolean, problems: string[]): Promise<Times> {
  const { stack, people, crew, random } = business;
  await Promise.all([stack.kill("first server"), stack.kill("second server")]);
  const restore = await putBack(stack, kept);
  const beganMs = performance.now();
  await stack.start("first server");
  await eventually(async () => (await fetch(`${stack.serverUrls[0]}/readyz`).catch(() => null))?.ok, PATIENCE_MS);
  const ready = performance.now() - beganMs;
  await stack.start("second server");
  const signed = await signatures(business);
  for (const { cookie, name } of [...people, crew.first]) {
    const answer = await ask(stack, random, "/api/user", cookie);
    if (answer?.status !== 401) problems.push(`the session of ${name} is not over: ${answer?.status}`);
  }
  for (const person of people) await comeBack(business, person);
  for (const operator of [crew.first, crew.second]) {
    operator.cookie = "";
    await signIn(stack, random, operator);
  }
  problems.push(...(await refusals(business)));
  if (!waits) await steer({ ...stack, horizonUrl: stack.networkUrl }, "/time", { offset: LATE_SECONDS });
  const restoredAt = await untilCompared(business);
  const compared = performance.now() - beganMs;
  const since = (await signatures(business)) - signed;
  if (since > 0) problems.push(`${since} times something was signed before a super had agreed`);
  await confirm(stack, random, crew.first);
  const body = { restoredAt, reason: "looked through all of it" };
  const confirmation = { path: "/api/admin/restored/confirmation", cookie: crew.first.cookie, body };
  const answer = await eventually(() => request(stack, random, confirmation), PATIENCE_MS);
  if (answer.status !== 200) problems.push(`the super's word was refused: ${JSON.stringify(answer.body)}`);
  return { restore, ready, compared };
}

async function comeBack({ stack, random }: Business, person: Person): Promise<void> {
  const login = { username: person.name, password: PASSWORD };
  const answer = await eventually(() => ask(stack, random, "/api/login", "", login), PATIENCE_MS);
  if (answer.status !== 200) throw new Error(`${person.name} cannot sign in: ${JSON.stringify(answer.body)}`);
  person.cookie = answer.cookie;
}

/** While the ledger is being read, nobody's confirmation is accepted, and nobody is told that nothing came of one. */
async function refusals({ stack, work: { sends } }: Business): Promise<string[]> {
  const last = sends.at(-1);
  if (!last) return [];
  const { key, from, to } = last;
  const body = {
    to: to.address,
    assetCode: "XLM",
    amount: "1.0000000",
    idempotencyKey: `${key}-new`,
    password: PASSWORD,
  };
  const asked = [
    await codeOf(stack, "/api/wallet/confirmations/settle", from, { idempotencyKey: key }),
    await codeOf(stack, "/api/wallet/send", from, body),
  ];
  return asked.every((code) => code === "restoring") ? [] : [`while it is read, a device is told ${asked}`];
}

async function codeOf({ serverUrls, publicUrl }: Stack, path: string, by: Person, body: object): Promise<string> {
  const headers = { origin: publicUrl, cookie: by.cookie, "content-type": "application/json" };
  const response = await fetch(`${serverUrls[0]}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return String(Object(await response.json()).code);
}

/** Answers with the moment of the restore, once a super is to look through it. */
function untilCompared({ stack, random, crew }: Business): Promise<string> {
  return eventually(async () => {
    await pause(LOOK_MS);
    const answer = await ask(stack, random, "/api/admin/restored", crew.first.cookie);
    const restore: unknown = answer?.body["restore"];
    const { phase, restoredAt } = Object(restore);
    return phase === "confirming" && String(restoredAt);
  }, PATIENCE_MS);
}

function signatures({ database }: Business): Promise<number> {
  return database.collection("audit_log").countDocuments({ action: "sign" });
}
