import type { OperatorActionKind } from "#schemas/security.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** What is written of an operator's act. */
export interface Noted {
  readonly id: number;
  readonly operatorId: number;
  readonly action: OperatorActionKind;
  readonly userId: number | null;
  readonly reason: string;
  readonly details: string;
  readonly before: Fields;
  readonly after: Fields;
}
