import { AppError, type ErrorCode } from "#schemas/errors.ts";

type OwnCode = Extract<ErrorCode, "operator-own" | "approval-own" | "deposit-own" | "identity-own">;

/** Nobody acts as an operator on themself. Throws `operator-own`, or the code that says it of a payment or a deposit. */
export function refuseOwn(operatorId: number, subjectUserId: number | null, code: OwnCode = "operator-own"): void {
  if (operatorId === subjectUserId) throw new AppError(code);
}
