import { call } from "#pwa/platform/api/call.ts";
import { type Question, useAnswer } from "#pwa/security/use-answer.ts";
import type * as v from "valibot";
import type { DepositsOutput } from "#schemas/deposits.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";

const DEPOSITS: Question<v.InferOutput<typeof DepositsOutput>> = {
  path: ENDPOINTS.deposits.path,
  schema: ENDPOINTS.deposits.output,
  ask: (options) => call(ENDPOINTS.deposits, options),
};

/** The terms of deposits; the last ones that were seen without a connection. */
export const useOffer = () => useAnswer(DEPOSITS);
