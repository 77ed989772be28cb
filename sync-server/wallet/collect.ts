import { AppError } from "#schemas/errors.ts";

/** The answer of `check`, or undefined with its refusal kept. */
export function collect<T>(refusals: AppError[], check: () => T): T | undefined {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refusals.push(error);
    return undefined;
  }
}
