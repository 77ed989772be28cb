import { useCallback, useRef, useState } from "react";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { withIdentity } from "#pwa/parts/identify/identity.ts";
import type { FormIssues } from "./form-issues.ts";
import { type Failure, failureOf, type FieldsByCode, NO_FAILURE } from "./failure.ts";

export interface Action extends Failure {
  readonly isBusy: boolean;
  /** Does the work, unless some is under way; what goes wrong becomes the {@link Failure}. */
  readonly run: (work: () => Promise<void>) => void;
  /** Marks fields as wrong, or says what is wrong with the whole, without a refusal of the server's. */
  readonly refuse: (issues: FormIssues, notice?: string | null) => void;
}

const NO_FIELDS: readonly string[] = [];
const NO_CODES: FieldsByCode = {};

/**
 * Something a person does to the server, with its state: busy, and what went wrong. The person's identity is asked for where
 * the server wants it. `fields` are those of the form, if any. Give constants: they are not watched.
 */
export function useAction(fields: readonly string[] = NO_FIELDS, byCode: FieldsByCode = NO_CODES): Action {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>(NO_FAILURE);
  // Set before anything is awaited, so that two taps in one frame make one call.
  const isRunning = useRef(false);

  const run = useCallback(
    (work: () => Promise<void>) => {
      async function carryOut() {
        if (isRunning.current) return;
        isRunning.current = true;
        setBusy(true);
        setFailure(NO_FAILURE);
        try {
          await withIdentity(work);
        } catch (error) {
          if (!(error instanceof HttpError)) logProblem("An action did not succeed", error);
          setFailure(failureOf(error, fields, byCode));
        } finally {
          isRunning.current = false;
          setBusy(false);
        }
      }
      void carryOut();
    },
    [fields, byCode],
  );
  const refuse = useCallback((issues: FormIssues, notice: string | null = null) => setFailure({ issues, notice }), []);
  return { isBusy, ...failure, run, refuse };
}
