import * as v from "valibot";
import { entity, StoredDate } from "./entity.ts";
import { Id, Instant } from "./values/fields.ts";
import { isDigitsAlone } from "./values/names.ts";
import { SecondFactorCode } from "./two-factor.ts";

export const SESSION_COOKIE = "connect.sid";
export const PASSWORD_MIN_LENGTH = 8;
/** Argon2 takes any length; this bounds the work a request can ask for. */
const PASSWORD_MAX_LENGTH = 1024;
/** A reset link works for one hour. */
export const RESET_TOKEN_MS = 60 * 60 * 1000;

const Password = v.pipe(v.string(), v.minLength(1, "Password is required"), v.maxLength(PASSWORD_MAX_LENGTH));
const EMAIL_MAX_LENGTH = 254;
export const Email = v.pipe(
  v.string(),
  v.trim(),
  // One spelling for each address: letters that look or count alike are not two mailboxes.
  v.normalize("NFKC"),
  v.toLowerCase(),
  v.maxLength(EMAIL_MAX_LENGTH, "Please enter a valid email address"),
  v.email("Please enter a valid email address"),
);
/** The name, or the e-mail address, of an account. */
const SignInName = v.pipe(v.string(), v.trim(), v.minLength(1, "Username is required"), v.maxLength(EMAIL_MAX_LENGTH));
/** At least 8 characters; the sentence is the spec's. */
export const NewPassword = v.pipe(
  v.string(),
  v.minLength(PASSWORD_MIN_LENGTH, "Password must be at least 8 characters"),
  v.maxLength(PASSWORD_MAX_LENGTH, "Password is too long"),
);
/** Names double as federation names (SEP-2), so they keep to letters, digits, dot, dash and underscore. */
const NewUsername = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, "Username is required"),
  v.minLength(3, "Username must be at least 3 characters"),
  v.maxLength(32, "Username must be at most 32 characters"),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "Use letters, digits, dots, dashes and underscores"),
  v.check((name) => !isDigitsAlone(name), "A username needs a letter: digits alone read as a number"),
);
const UniqueUserId = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[A-Za-z0-9_-]{4,32}$/, "User IDs have 4 to 32 letters, digits, dashes and underscores"),
  v.check((id) => !isDigitsAlone(id), "A user ID needs a letter: digits alone read as a number"),
);

export const LoginInput = v.strictObject({
  username: SignInName,
  password: Password,
  code: v.optional(SecondFactorCode),
});
export type LoginInput = v.InferOutput<typeof LoginInput>;

/** The password again, and a code of the second factor where one is set up. */
export const ConfirmInput = v.strictObject({
  password: Password,
  code: v.optional(SecondFactorCode),
});
export const ConfirmOutput = v.strictObject({ confirmedUntil: Instant });

export const RegisterInput = v.strictObject({
  username: NewUsername,
  email: Email,
  password: NewPassword,
  uniqueUserId: v.optional(UniqueUserId),
});
export type RegisterInput = v.InferOutput<typeof RegisterInput>;

/** The registration form: the input plus the confirmation, which is checked here and never sent. */
export const RegisterForm = v.pipe(
  v.strictObject({ ...RegisterInput.entries, confirmPassword: v.string() }),
  v.forward(
    v.partialCheck(
      [["password"], ["confirmPassword"]],
      (form) => form.password === form.confirmPassword,
      "Passwords don't match",
    ),
    ["confirmPassword"],
  ),
);

/** The present password, the one to come, and a code of the second factor where one is set up. */
export const PasswordInput = v.strictObject({
  current: Password,
  next: NewPassword,
  code: v.optional(SecondFactorCode),
});

/** One's own sessions, newest first. `id` names a session and opens nothing. */
export const SessionsOutput = v.strictObject({
  sessions: v.array(
    v.strictObject({
      id: v.string(),
      /** In words: `Firefox on Windows`. */
      device: v.string(),
      ipAddress: v.string(),
      startedAt: Instant,
      isCurrent: v.boolean(),
    }),
  ),
});
export type SessionsOutput = v.InferOutput<typeof SessionsOutput>;
export const SessionParams = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/, "Malformed session id")),
});

export const ResetRequestInput = v.strictObject({ email: Email });
export const ResetPasswordInput = v.strictObject({
  token: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/, "Malformed reset token")),
  password: NewPassword,
});

export const AuthStatusOutput = v.strictObject({ authenticated: v.boolean(), sessionID: v.string() });
export const AdminStatusOutput = v.strictObject({ isAdmin: v.boolean(), error: v.optional(v.string()) });
export const AdminLoginOutput = v.strictObject({ isAdmin: v.boolean(), message: v.optional(v.string()) });
export const MessageOutput = v.strictObject({ message: v.string() });

/** Only the SHA-256 of a reset token is stored, so that a leaked database resets nothing. */
export const PasswordResetTokens = entity(
  "password_reset_tokens",
  { userId: Id, token: v.string(), expiresAt: StoredDate, isUsed: v.optional(v.boolean(), false) },
  [["token"]],
);
