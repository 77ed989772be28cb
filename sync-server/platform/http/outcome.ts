import type { FastifyRequest } from "fastify";
import type { ErrorCode } from "#schemas/errors.ts";

/** What the log says of a request beside its path and status. */
interface Outcome {
  /** Who asked, or whose account somebody tried to get into. */
  readonly userId?: number;
  /** The id of the API key that was shown. */
  readonly apiKey?: string;
  /** Why it was refused. */
  readonly code?: ErrorCode;
  /** What whoever asked was told to name, where it failed on our side. */
  readonly errorId?: string;
}

const outcomes = new WeakMap<FastifyRequest, Outcome>();

/** Has the request's line in the log say this, too. Never what was typed: people type passwords in the place of names. */
export function noteOutcome(request: FastifyRequest, part: Outcome): void {
  outcomes.set(request, { ...outcomes.get(request), ...part });
}

export function outcomeOf(request: FastifyRequest): Outcome {
  return outcomes.get(request) ?? {};
}
