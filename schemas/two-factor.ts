import * as v from "valibot";

/** Six digits of an authenticator app, or a recovery code. Spaces and dashes do not count. */
export const SecondFactorCode = v.pipe(
  v.string(),
  v.maxLength(64),
  v.transform((text) => text.replaceAll(/[\s-]/g, "").toUpperCase()),
);

/** What an authenticator app is given, shown once and only to its owner. */
export const TwoFactorSetupOutput = v.strictObject({ uri: v.string(), secret: v.string() });
export const TwoFactorEnableInput = v.strictObject({ code: SecondFactorCode });
/** Each opens the account once where the app is not at hand. Shown once. */
export const RecoveryCodesOutput = v.strictObject({ recoveryCodes: v.array(v.string()) });
export const TwoFactorStatusOutput = v.strictObject({ isEnabled: v.boolean(), recoveryCodesLeft: v.number() });
