import { randomBytes } from "node:crypto";
import { AppError } from "#schemas/errors.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { createUser, type CreateWallet } from "./create-user.ts";
import { userCollection } from "./store.ts";

export interface FirstAdmin {
  readonly username: string;
  /** Null where the operator chose it. Shown once, kept nowhere. */
  readonly generatedPassword: string | null;
}

/** What the environment says of the first operator; null where it says nothing. */
export interface ChosenAdmin {
  readonly username: string | null;
  readonly password: string | null;
  /** Where mail reaches them; whoever sets up the server answers for it. */
  readonly email: string | null;
}

const PASSWORD_BYTES = 15;

/** Creates an admin, a super, where there is none yet; null where there is one, or where another process was quicker. */
export async function createFirstAdmin(
  runtime: Runtime,
  chosen: ChosenAdmin,
  createWallet: CreateWallet,
): Promise<FirstAdmin | null> {
  if (await userCollection(runtime).findOne({ isAdmin: true }, { projection: { _id: 1 } })) return null;
  const username = chosen.username ?? "admin";
  const generatedPassword = chosen.password === null ? randomBytes(PASSWORD_BYTES).toString("base64url") : null;
  const password = chosen.password ?? generatedPassword ?? "";
  try {
    const email = chosen.email ?? `${username.toLowerCase()}@astrolabe.invalid`;
    const admin = { username, email, isEmailClaimed: false, password, isAdmin: true };
    await createUser(runtime, admin, null, createWallet);
    return { username, generatedPassword };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (await userCollection(runtime).findOne({ isAdmin: true }, { projection: { _id: 1 } })) return null;
    throw error;
  }
}
