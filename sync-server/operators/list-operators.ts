import { AppError } from "#schemas/errors.ts";
import type { OperatorOutput } from "#schemas/roles.ts";
import { lastAccess } from "#server/access-history/index.ts";
import { holdersOf } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { findUserById, givenEmail, readSecurity } from "#server/users/index.ts";

/** Everybody who is an operator. */
export async function listOperators(runtime: Runtime): Promise<OperatorOutput[]> {
  // Every role reads who the operators are.
  const holders = await holdersOf(runtime.database, null, "operators.read");
  const described = await Promise.all(
    holders.map(async ({ id, roles, since }): Promise<OperatorOutput[]> => {
      const [user, security, access] = await Promise.all([
        findUserById(runtime, id),
        readSecurity(runtime, id),
        lastAccess(runtime, id),
      ]);
      if (!user) return [];
      const { hasSecondFactor = false, isFrozen = false } = security;
      const named = { userId: id, username: user.username, email: givenEmail(user) };
      const lastSignInAt = access?.toISOString() ?? null;
      return [{ ...named, roles: [...roles], since: since.toISOString(), lastSignInAt, hasSecondFactor, isFrozen }];
    }),
  );
  return described.flat().toSorted((one, other) => one.since.localeCompare(other.since) || one.userId - other.userId);
}

/** Throws `operator-unknown`. */
export async function readOperator(runtime: Runtime, userId: number): Promise<OperatorOutput> {
  const operator = (await listOperators(runtime)).find((each) => each.userId === userId);
  if (!operator) throw new AppError("operator-unknown");
  return operator;
}
