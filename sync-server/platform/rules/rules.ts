import { AppError, type ErrorCode, type ErrorFacts } from "#schemas/errors.ts";

/** What stands against something that a person wants: its code, and what its sentence says beside it. */
export interface Refusal<Code extends ErrorCode = ErrorCode> {
  readonly code: Code;
  readonly facts: ErrorFacts;
}

/** One reason to refuse, worked out from facts that were read beforehand. Lists of them are in the order in which people are told. */
export interface Rule<Facts> {
  /** All that it may refuse with. */
  readonly codes: readonly ErrorCode[];
  /** Nothing where it has nothing against it. */
  readonly refuse: (facts: Facts) => readonly Refusal[];
}

export function refusal<Code extends ErrorCode>(code: Code, facts: ErrorFacts = {}): Refusal<Code> {
  return { code, facts };
}

/** A rule with one code; `refuse` answers with the facts of its refusal, or null. */
export function rule<Facts>(code: ErrorCode, refuse: (facts: Facts) => ErrorFacts | null): Rule<Facts> {
  return {
    codes: [code],
    refuse: (facts) => {
      const told = refuse(facts);
      return told ? [refusal(code, told)] : [];
    },
  };
}

/** A rule that may refuse with any of these codes, and no other. */
export function ruleOfMany<Facts, Code extends ErrorCode>(
  codes: readonly Code[],
  refuse: (facts: Facts) => readonly Refusal<NoInfer<Code>>[],
): Rule<Facts> {
  return { codes, refuse };
}

/** Everything the rules have against something, the first first. */
export function refusalsOf<Facts>(rules: readonly Rule<Facts>[], facts: Facts): Refusal[] {
  return rules.flatMap(({ refuse }) => refuse(facts));
}

/** Refusals as they are thrown, and told. */
export function errorsOf(refusals: readonly Refusal[]): AppError[] {
  return refusals.map(({ code, facts }) => new AppError(code, facts));
}
