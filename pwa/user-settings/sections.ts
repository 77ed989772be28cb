import { t } from "@lingui/core/macro";
/** The parts of this screen that can be gone to: the ids of their headings, what stands there, and what else people call it. */
export const PROFILE_SECTIONS = [
  {
    id: "profile",
    get title() {
      return t`Profile`;
    },
    get also() {
      return t({ message: "picture email username user ID", comment: "words to find a part of the profile by" });
    },
  },
  {
    id: "password",
    get title() {
      return t`Password`;
    },
    get also() {
      return t({ message: "change credentials", comment: "words to find a part of the profile by" });
    },
  },
  {
    id: "two-factor",
    get title() {
      return t`Two-factor sign-in`;
    },
    get also() {
      return t({ message: "2FA codes authenticator recovery", comment: "words to find a part of the profile by" });
    },
  },
  {
    id: "passkeys",
    get title() {
      return t`Passkeys`;
    },
    get also() {
      return t({ message: "security key fingerprint", comment: "words to find a part of the profile by" });
    },
  },
  {
    id: "sign-ins",
    get title() {
      return t`Sign-ins`;
    },
    get also() {
      return t({ message: "mails new device", comment: "words to find a part of the profile by" });
    },
  },
  {
    id: "limits",
    get title() {
      return t`Payments`;
    },
    get also() {
      return t({ message: "limits largest daily password", comment: "words to find a part of the profile by" });
    },
  },
  {
    id: "allow-list",
    get title() {
      return t`Allowed recipients`;
    },
    get also() {
      return t({ message: "allow list whitelist addresses", comment: "words to find a part of the profile by" });
    },
  },
  {
    id: "multisig",
    get title() {
      return t`A second key of your own`;
    },
    get also() {
      return t({ message: "multisig signature signer", comment: "words to find a part of the profile by" });
    },
  },
  {
    id: "api-keys",
    get title() {
      return t`API keys`;
    },
    get also() {
      return t({ message: "token bot program developer", comment: "words to find a part of the profile by" });
    },
  },
  {
    id: "freeze",
    get title() {
      return t`Freeze my account`;
    },
    get also() {
      return t({ message: "stop stolen block", comment: "words to find a part of the profile by" });
    },
  },
  {
    id: "close",
    get title() {
      return t`Close my account`;
    },
    get also() {
      return t({ message: "delete remove", comment: "words to find a part of the profile by" });
    },
  },
] as const;
