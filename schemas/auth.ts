import * as v from "valibot";
import { entity, StoredDate } from "./entity.ts";
import { Id, Instant } from "./values/fields.ts";
import { isDigitsAlone } from "./values/names.ts";
import { SecondFactorCode } from "./two-factor.ts";
import { says } from "./values/field-sentences.ts";

export const SESSION_COOKIE = "connect.sid";
export const PASSWORD_MIN_LENGTH = 8;
/** Argon2 takes any length; this bounds the work a request can ask for. */
const PASSWORD_MAX_LENGTH = 1024;
/** A reset link works for one hour. */
export const RESET_TOKEN_MS = 60 * 60 * 1000;

const Password = v.pipe(v.string(), v.minLength(1, says("password-required")), v.maxLength(PASSWORD_MAX_LENGTH));
const EMAIL_MAX_LENGTH = 254;
export const Email = v.pipe(
  v.string(),
  v.trim(),
  // One spelling for each address: letters that look or count alike are not two mailboxes.
  v.normalize("NFKC"),
  v.toLowerCase(),
  v.maxLength(EMAIL_MAX_LENGTH, says("email")),
  v.email(says("email")),
);
/** The name, or the e-mail address, of an account. */
const SignInName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, says("username-required")),
  v.maxLength(EMAIL_MAX_LENGTH),
);
/** At least 8 characters; the sentence is the spec's. */
export const NewPassword = v.pipe(
  v.string(),
  v.minLength(PASSWORD_MIN_LENGTH, says("password-short")),
  v.maxLength(PASSWORD_MAX_LENGTH, says("password-long")),
);
/** Names double as federation names (SEP-2), so they keep to letters, digits, dot, dash and underscore. */
const NewUsername = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, says("username-required")),
  v.minLength(3, says("username-short")),
  v.maxLength(32, says("username-long")),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, says("username-marks")),
  v.check((name) => !isDigitsAlone(name), says("username-digits")),
);
const UniqueUserId = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[A-Za-z0-9_-]{4,32}$/, says("user-id")),
  v.check((id) => !isDigitsAlone(id), says("user-id-digits")),
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
      says("passwords-differ"),
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
