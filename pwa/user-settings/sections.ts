/** The parts of this screen that can be gone to: the ids of their headings, what stands there, and what else people call it. */
export const PROFILE_SECTIONS = [
  { id: "profile", title: "Profile", also: "picture email username user ID" },
  { id: "password", title: "Password", also: "change credentials" },
  { id: "two-factor", title: "Two-factor sign-in", also: "2FA codes authenticator recovery" },
  { id: "passkeys", title: "Passkeys", also: "security key fingerprint" },
  { id: "sign-ins", title: "Sign-ins", also: "mails new device" },
  { id: "limits", title: "Payments", also: "limits largest daily password" },
  { id: "allow-list", title: "Allowed recipients", also: "allow list whitelist addresses" },
  { id: "multisig", title: "A second key of your own", also: "multisig signature signer" },
  { id: "freeze", title: "Freeze my account", also: "stop stolen block" },
  { id: "close", title: "Close my account", also: "delete remove" },
] as const;
