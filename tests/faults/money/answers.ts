import { pause } from "./link-proxy.ts";
import type { Answer } from "./people.ts";

/** What came of a request: the submission that carries it out, or why there is none. */
export type Outcome = { readonly submissionId: number } | { readonly refusal: string };

const RETRY_MS = 200;

/** Asks again until there is an answer. */
export async function untilAnswered(question: () => Promise<Answer | null>): Promise<Answer> {
  for (;;) {
    const answer = await question();
    if (answer) return answer;
    await pause(RETRY_MS);
  }
}

export function outcomeOf({ status, body }: Answer): Outcome {
  if (status !== 202) return { refusal: String(body["code"]) };
  return { submissionId: Number(Object(body["submission"]).id) };
}
