import * as v from "valibot";

/** When an act takes two operators, least careful first; `by-rule` is as the act itself says, by what it comes to. */
export const FOUR_EYES = ["never", "by-rule", "always"] as const;
export const FourEyes = v.picklist(FOUR_EYES);
export type FourEyes = v.InferOutput<typeof FourEyes>;

/** Of acts by which whoever does them alone could have their own way in everything else. */
const Firm = v.picklist(["by-rule", "always"]);

/** What takes two operators, act by act: each act is a kind of proposal (`approvals.ts`). */
export const FourEyesSettings = v.strictObject({
  "credit-deposit": v.optional(FourEyes, "by-rule"),
  "reject-deposit": v.optional(FourEyes, "by-rule"),
  "set-deposits": v.optional(FourEyes, "by-rule"),
  "set-deposit-method": v.optional(FourEyes, "by-rule"),
  "set-policy": v.optional(FourEyes, "by-rule"),
  "set-fee": v.optional(FourEyes, "by-rule"),
  "set-staking-offer": v.optional(FourEyes, "by-rule"),
  "set-affiliate": v.optional(FourEyes, "by-rule"),
  "pay-affiliates": v.optional(FourEyes, "by-rule"),
  "set-interface": v.optional(FourEyes, "by-rule"),
  "approve-submission": v.optional(FourEyes, "by-rule"),
  "resolve-submission": v.optional(FourEyes, "by-rule"),
  "claim-suspense": v.optional(FourEyes, "by-rule"),
  "return-suspense": v.optional(FourEyes, "by-rule"),
  "approve-identity": v.optional(FourEyes, "by-rule"),
  "reject-identity": v.optional(FourEyes, "by-rule"),
  freeze: v.optional(FourEyes, "by-rule"),
  "end-sessions": v.optional(FourEyes, "by-rule"),
  "reset-second-factor": v.optional(FourEyes, "by-rule"),
  "set-limits": v.optional(FourEyes, "by-rule"),
  "let-go": v.optional(FourEyes, "by-rule"),
  "move-house-money": v.optional(FourEyes, "always"),
  "set-house-budget": v.optional(FourEyes, "by-rule"),
  "accept-difference": v.optional(Firm, "always"),
  "rotate-key": v.optional(Firm, "always"),
  "rewrap-vault": v.optional(Firm, "always"),
  "set-roles": v.optional(Firm, "by-rule"),
  "invite-operator": v.optional(Firm, "by-rule"),
  "set-four-eyes": v.optional(Firm, "by-rule"),
  "list-asset": v.optional(Firm, "by-rule"),
  "set-dollar": v.optional(Firm, "by-rule"),
});
export type FourEyesSettings = v.InferOutput<typeof FourEyesSettings>;

/** An act of which it can be set. */
export type FourEyesKind = keyof FourEyesSettings;

/** The acts that they say something of. */
export function fourEyesKinds(settings: FourEyesSettings): FourEyesKind[] {
  return Object.keys(settings) as FourEyesKind[];
}

/** What can be set of an act. */
export function fourEyesChoices(kind: FourEyesKind): readonly FourEyes[] {
  return FourEyesSettings.entries[kind].wrapped.options;
}

/** How it is where nobody set it otherwise. */
export function usualFourEyes(kind: FourEyesKind): FourEyes {
  return FourEyesSettings.entries[kind].default;
}

/** Whether anything takes two operators less often than before. */
export function weakensFourEyes(from: FourEyesSettings, to: FourEyesSettings): boolean {
  return fourEyesKinds(from).some((kind) => FOUR_EYES.indexOf(to[kind]) < FOUR_EYES.indexOf(from[kind]));
}

/** Whether they ask for two equally often, act by act. */
export function isSameFourEyes(one: FourEyesSettings, other: FourEyesSettings): boolean {
  return fourEyesKinds(one).every((kind) => one[kind] === other[kind]);
}
