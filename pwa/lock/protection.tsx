import type { ReactNode } from "react";

const PROTECTED = [
  "Your transactions, balances, contacts, notifications, sign-ins and settings, as kept here for use without a connection.",
  "Payments you put aside or are filling in, your name and email address, and what the server told you last.",
  "Messages that your system shows for the app say no more than that there is something new.",
];

const NOT_PROTECTED = [
  "When things happened, and how many there are: the times of your transactions, sign-ins and notifications stay readable on the disk. The ledger is public, so these times alone can show someone skilled which account is yours.",
  "What is on the screen, and what this browser holds in memory while the app is unlocked.",
  "Files you saved from the app, and the pages in this browser's history.",
  "What was here before you turned the lock on: browsers and disks delete late, and someone skilled may find traces for a while.",
  "Your account: this browser stays signed in while it is locked, and someone skilled who uses it with a connection can ask the server in your place. Whoever knows your password can sign in elsewhere. If this device is lost, end its session from another one.",
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
              "A short PIN against someone who copies this device's disk and lets computers try: six digits fall within minutes. A long PIN with letters, or a passkey, withstands that.",
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
