import { call } from "#pwa/platform/api/call.ts";
import { type Question, useAnswer } from "#pwa/parts/answers/use-answer.ts";
import type * as v from "valibot";
import type { DepositsOutput } from "#schemas/deposits.ts";
import { DEPOSITS_ENDPOINTS } from "#schemas/endpoints/deposits.ts";

const DEPOSITS: Question<v.InferOutput<typeof DepositsOutput>> = {
  path: DEPOSITS_ENDPOINTS.deposits.path,
  schema: DEPOSITS_ENDPOINTS.deposits.output,
  ask: (options) => call(DEPOSITS_ENDPOINTS.deposits, options),
};

/** The terms of deposits; the last ones that were seen without a connection. */
export const useOffer = () => useAnswer(DEPOSITS);
