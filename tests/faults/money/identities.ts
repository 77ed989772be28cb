import { sendPassport, submitIdentity, type Call } from "#tests/support/send-passport.ts";
import { ask, type Person } from "./people.ts";
import { oneOf, type Random } from "./random.ts";
import type { Stack } from "./stack.ts";

/** How many of the people show who they are; none of those who are ever frozen. */
const SHOWN = 6;
const SAME = 2;

/** What operators ask for again: it takes no picture. */
export const ASKED_AGAIN = [{ part: "country", reason: "mistyped", note: "" }] as const;

/** Some people send in who they are; nothing is in trouble yet. */
export async function sendIdentities(stack: Stack, random: Random, people: readonly Person[]): Promise<void> {
  for (const [place, person] of people.slice(-SHOWN).entries()) {
    // Two have the same document: what becomes of either takes two operators.
    const number = place < SAME ? "DOC of two" : `DOC ${person.id}`;
    await sendPassport(callBy(stack, random, person), number);
  }
}

/** Whoever is asked again answers, as often as it takes: with a key of its own each time, since nothing of it costs anything. */
export async function answerAsked(stack: Stack, random: Random, people: readonly Person[]): Promise<void> {
  await Promise.all(
    people.slice(-SHOWN).map(async (person) => {
      const own = await ask(stack, random, "/api/kyc", person.cookie);
      const asked = own?.body["asked"];
      if (!Array.isArray(asked) || asked.length === 0) return;
      await submitIdentity(callBy(stack, random, person), { country: oneOf(random, ["BE", "FR", "LU"]) }).catch(
        () => undefined,
      );
    }),
  );
}

function callBy({ serverUrls, publicUrl }: Stack, random: Random, { cookie }: Person): Call {
  return async (method, path, body) => {
    const isBytes = Buffer.isBuffer(body);
    const asked: RequestInit = {
      method,
      headers: {
        origin: publicUrl,
        cookie,
        "content-type": isBytes ? "application/octet-stream" : "application/json",
      },
      body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    };
    const answer = await fetch(`${oneOf(random, serverUrls)}${path}`, asked);
    const said = await answer.json();
    if (!answer.ok) throw new Error(`${path} was refused: ${JSON.stringify(said)}`);
    return Object(said);
  };
}
