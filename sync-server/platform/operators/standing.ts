import * as v from "valibot";
import { Role } from "#schemas/operators.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type FieldSeals, isFieldSealed, setSealed } from "#server/platform/seals/sealed-fields.ts";

/** What an operator is, and since when. */
export interface Standing {
  readonly roles: readonly Role[];
  readonly since: Date;
}

/** What a user's document says of that. Whoever was one keeps it without roles. */
export interface OperatorFields extends FieldSeals {
  readonly id: number;
  readonly isAdmin: boolean;
  readonly operator?: Standing;
}

type Where = Pick<Database, "db">;

const USERS = "users";
const Stored = v.object({ roles: v.pipe(v.array(Role), v.minLength(1)), since: v.date() });

/** What of a user's document {@link standingOf} looks at. */
export const OPERATOR_PROJECTION = { _id: 0, id: 1, isAdmin: 1, operator: 1, closedAt: 1, seals: 1 } as const;

/** What a user is as an operator, the only place that says so; null for who is none, or was made one past the server. */
export function standingOf(database: Where, user: OperatorFields): Standing | null {
  if (!user.isAdmin) return null;
  const { id } = user;
  if (!["isAdmin", "operator"].every((name) => isFieldSealed(database, USERS, id, { ...user }, name))) return null;
  const parsed = v.safeParse(Stored, user.operator);
  return parsed.success ? parsed.output : null;
}

/** What an update sets where somebody becomes this; no roles is no operator. */
export function standingSet(database: Where, userId: number, { roles, since }: Standing): Record<string, unknown> {
  const operator: Standing = { roles, since };
  return setSealed(database, USERS, userId, { isAdmin: roles.length > 0, operator });
}
