import type { ReactNode } from "react";

const PROTECTED = [
  "Your transactions, balances, contacts, notifications, sign-ins and settings, as kept here for use without a connection.",
  "Payments you put aside or are filling in, your name and email address, and what the server told you last.",
];

const NOT_PROTECTED = [
  "When things happened, and how many there are: the times of your transactions, sign-ins and notifications stay readable on the disk. The ledger is public, so these times alone can show someone skilled which account is yours.",
  "What is on the screen, and what this browser holds in memory while the app is unlocked.",
  "Messages that your system shows for the app, locked or not.",
  "Your account: whoever knows your password can sign in elsewhere. This lock is for this device only.",
];

/** Plainly what the lock is good for and what it is not. */
export function Protection({ hasShortPin }: { readonly hasShortPin: boolean }) {
  return (
    <div className="flex flex-col gap-4 text-sm text-ink-2">
      <Points title="Encrypted while locked">{PROTECTED}</Points>
      <Points title="Not protected">
        {hasShortPin
          ? [
              ...NOT_PROTECTED,
              "A short PIN against someone who copies this device's disk and lets computers try: digits alone fall within hours. A long PIN with letters, or a passkey, withstands that.",
            ]
          : NOT_PROTECTED}
      </Points>
    </div>
  );
}

function Points({ title, children }: { readonly title: ReactNode; readonly children: readonly string[] }) {
  return (
    <div>
      <h3 className="font-medium text-ink">{title}</h3>
      <ul className="mt-1.5 list-disc space-y-1.5 pl-5">
        {children.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}
