import { t } from "@lingui/core/macro";
/** The parts of this screen that can be gone to: the ids of their headings, what stands there, and what else people call it. */
export const PROFILE_SECTIONS = [
  {
    id: "profile",
    get title() {
      return t`Profile`;
    },
    also: "picture email username user ID",
  },
  {
    id: "password",
    get title() {
      return t`Password`;
    },
    also: "change credentials",
  },
  { id: "two-factor", title: "Two-factor sign-in", also: "2FA codes authenticator recovery" },
  {
    id: "passkeys",
    get title() {
      return t`Passkeys`;
    },
    also: "security key fingerprint",
  },
  { id: "sign-ins", title: "Sign-ins", also: "mails new device" },
  {
    id: "limits",
    get title() {
      return t`Payments`;
    },
    also: "limits largest daily password",
  },
  {
    id: "allow-list",
    get title() {
      return t`Allowed recipients`;
    },
    also: "allow list whitelist addresses",
  },
  {
    id: "multisig",
    get title() {
      return t`A second key of your own`;
    },
    also: "multisig signature signer",
  },
  {
    id: "freeze",
    get title() {
      return t`Freeze my account`;
    },
    also: "stop stolen block",
  },
  {
    id: "close",
    get title() {
      return t`Close my account`;
    },
    also: "delete remove",
  },
] as const;
